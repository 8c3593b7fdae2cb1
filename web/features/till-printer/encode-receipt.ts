import ReceiptPrinterEncoder, {
  type ReceiptPrinterEncoderOptions,
} from '@point-of-sale/receipt-printer-encoder';
import type { Receipt } from '#domain/sales/receipt';
import type { Bytes } from './printer-line';
import type { PrinterSetting } from './printer-setting';

type Roll = Pick<PrinterSetting, 'columns' | 'language'>;
type Options = {
  /** Says so above and below, so that neither half of a torn receipt passes for a real one. */
  readonly isTraining?: boolean;
};

/** A logo in printer dots. Its sides are multiples of eight. */
export type LogoDots = { readonly image: ImageData; readonly width: number; readonly height: number };

// From the print head to the cutter.
const linesToKnife = 4;

const encoderFor = ({ columns, language }: Roll): ReceiptPrinterEncoder => {
  const options: ReceiptPrinterEncoderOptions = {
    columns,
    language,
    feedBeforeCut: linesToKnife,
    errors: 'relaxed',
  };
  return new ReceiptPrinterEncoder(options).initialize().codepage('auto');
};

const bytesOf = (encoder: ReceiptPrinterEncoder) => encoder.encode() as Bytes;

/** The pulse that opens the drawer connected to the printer. */
export const encodeDrawerKick = (roll: Roll): Bytes => bytesOf(encoderFor(roll).pulse());

/** Encodes a receipt for a till roll, with a cut at the end. */
export function encodeReceipt(
  receipt: Receipt,
  roll: Roll,
  logo: LogoDots | null,
  { isTraining = false }: Options = {},
): Bytes {
  const encoder = encoderFor(roll);
  if (isTraining) markAsTraining(encoder);
  head(encoder, receipt, logo);
  pairs(encoder, receipt.facts, roll);
  encoder.rule();
  for (const line of receipt.lines) goods(encoder, line, roll);
  if (receipt.totals.length > 0) encoder.rule();
  for (const [label, value] of receipt.totals) {
    encoder.bold(label === 'Total');
    pairs(encoder, [[label, value]], roll);
    encoder.bold(false);
  }
  pairs(encoder, receipt.payments, roll);
  if (receipt.vat.length > 0) vat(encoder, receipt, roll);
  encoder.newline().align('center');
  if (receipt.footer) for (const line of receipt.footer.split('\n')) encoder.line(plain(line));
  if (receipt.hasBarcode && barred.test(receipt.code))
    encoder.newline().barcode(receipt.code, 'code128', { height: 60, text: true });
  if (isTraining) markAsTraining(encoder.newline());
  return bytesOf(encoder.cut());
}

const markAsTraining = (encoder: ReceiptPrinterEncoder) =>
  encoder.align('center').bold(true).line('*** TRAINING ***').bold(false);

// The characters allowed in the barcode.
const barred = /^[\x20-\x7e]{1,24}$/;

function head(encoder: ReceiptPrinterEncoder, receipt: Receipt, logo: LogoDots | null): void {
  encoder.align('center');
  if (logo) encoder.image(logo.image, logo.width, logo.height, 'atkinson');
  encoder.bold(true).line(plain(receipt.seller.name)).bold(false);
  for (const line of receipt.seller.lines) encoder.line(plain(line));
  if (receipt.header) for (const line of receipt.header.split('\n')) encoder.line(plain(line));
  encoder
    .newline()
    .bold(true)
    .line(receipt.isCopy ? `${receipt.title} (copy)` : receipt.title)
    .bold(false)
    .align('left');
}

/** The left and right text of one line. */
function pairs(
  encoder: ReceiptPrinterEncoder,
  rows: readonly (readonly [string, string])[],
  { columns }: Roll,
): void {
  for (const [label, value] of rows) {
    const left = plain(label);
    const right = plain(value);
    // A value too long for one line goes below its label.
    if (left.length + right.length < columns && !right.includes('\n'))
      encoder.line(left + right.padStart(columns - left.length));
    else
      encoder.line(left).table(
        [
          { width: 2, align: 'left' },
          { width: columns - 2, align: 'left' },
        ],
        right.split('\n').map(line => ['', line.trim()]),
      );
  }
}

function goods(encoder: ReceiptPrinterEncoder, line: Receipt['lines'][number], { columns }: Roll): void {
  const amount = plain(line.amount);
  const description = plain(line.description);
  // A gift receipt has no amounts.
  if (amount === '') encoder.table([{ width: columns, align: 'left' }], [[description]]);
  else
    encoder.table(
      [
        { width: columns - amount.length - 1, align: 'left', marginRight: 1 },
        { width: amount.length, align: 'right' },
      ],
      [[description, amount]],
    );
  const counted = line.counted.replace('×', 'x');
  const detail = (text: string) => encoder.table([{ width: columns, align: 'left' }], [[plain(`  ${text}`)]]);
  detail(line.rate ? `${counted}, VAT ${line.rate}` : counted);
  if (line.discount) for (const row of wrapped(line.discount, columns - 2)) encoder.line(plain(`  ${row}`));
  if (line.note) detail(line.note);
}

/** Wraps text at spaces and cuts longer words. A no-break space holds. */
function wrapped(text: string, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(/[ \n]+/)) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      rows[rows.length - 1] = `${last} ${word}`;
    else for (let at = 0; at < word.length; at += width) rows.push(word.slice(at, at + width));
  }
  return rows;
}

function vat(encoder: ReceiptPrinterEncoder, receipt: Receipt, { columns }: Roll): void {
  const figures = columns === 48 ? 11 : 8;
  encoder.rule().table(
    [
      { width: columns - 3 * figures, align: 'left' },
      { width: figures, align: 'right' },
      { width: figures, align: 'right' },
      { width: figures, align: 'right' },
    ],
    [
      ['VAT', 'Net', 'VAT', 'Total'],
      ...receipt.vat.map(({ rate, net, vat: tax, gross }) => [rate, net, tax, gross].map(plain)),
    ],
  );
}

/** Replaces characters that printers do not have. */
const plain = (text: string): string =>
  text
    .replaceAll('−', '-')
    .replaceAll('×', 'x')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-');
