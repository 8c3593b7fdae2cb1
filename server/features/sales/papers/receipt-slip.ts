import type { Receipt, ReceiptLine } from '#domain/sales/receipt';
import { barsOf } from '#domain/products/bars';
import type { SlipBlock } from '../../../platform/pdf/pdf-slip';

const centre = (text: string, weight?: 'large' | 'bold'): SlipBlock =>
  weight ? { block: 'centre', text, weight } : { block: 'centre', text };
const pair = ([left, right]: readonly [string, string], weight?: 'large' | 'bold'): SlipBlock =>
  weight ? { block: 'pair', left, right, weight } : { block: 'pair', left, right };
const rule: SlipBlock = { block: 'rule' };

/** A value that does not fit beside its label goes below it. Addresses keep their lines. */
const factBlocks = ([label, value]: readonly [string, string]): SlipBlock[] => {
  const lines = value.split('\n').map(line => line.trim());
  if (lines.length > 1)
    return [`${label}:`, ...lines.filter(line => line !== '')].map(text => ({ block: 'text', text }));
  return value.length > 30 ? [{ block: 'text', text: `${label}: ${value}` }] : [pair([label, value])];
};

/** The 80 mm receipt. */
export function receiptSlip(receipt: Receipt): SlipBlock[] {
  const total = receipt.totals.at(-1);
  return [
    ...(receipt.logo ? [{ block: 'picture' as const, picture: { address: receipt.logo } }] : []),
    centre(receipt.seller.name, 'large'),
    ...receipt.seller.lines.map(line => centre(line)),
    ...(receipt.header ? [centre(receipt.header)] : []),
    rule,
    centre(receipt.title, 'bold'),
    ...(receipt.isCopy ? [centre('COPY', 'large')] : []),
    ...receipt.facts.flatMap(factBlocks),
    rule,
    ...receipt.lines.flatMap(line => lineBlocks(line, receipt)),
    ...(receipt.isGift ? [] : [rule]),
    ...receipt.totals.slice(0, -1).map(entry => pair(entry)),
    ...(total ? [pair(total, 'large')] : []),
    ...receipt.payments.map(entry => pair(entry)),
    ...(receipt.vat.length > 0 ? [rule] : []),
    ...receipt.vat.map(({ rate, gross, vat }) => pair([`VAT ${rate} of ${gross}`, vat])),
    ...(receipt.footer ? [rule, centre(receipt.footer)] : []),
    ...(receipt.hasBarcode ? barcode(receipt.code) : []),
  ];
}

function lineBlocks(line: ReceiptLine, { isFull }: Receipt): SlipBlock[] {
  const rated = isFull && line.rate ? `${line.counted}, VAT ${line.rate}` : line.counted;
  return [
    line.amount ? pair([line.description, line.amount], 'bold') : { block: 'text', text: line.description },
    { block: 'text', text: isFull ? `${rated}, net ${line.net}` : rated },
    ...(line.discount ? [discountBlock(line.discount)] : []),
    ...(line.note ? [{ block: 'text' as const, text: line.note }] : []),
  ];
}

// A longer last word would not fit beside its amount.
const maxKept = 30;

/** Keeps the amount beside the last word of its reason. */
function discountBlock(discount: string): SlipBlock {
  const atWord = discount.lastIndexOf(' ') + 1;
  const at = discount.length - atWord > maxKept ? discount.lastIndexOf('\u00a0') + 1 : atWord;
  return { block: 'text', text: discount.slice(0, at), unbroken: discount.slice(at) };
}

const moduleMm = 0.33;

/** The barcode that finds the sale. */
function barcode(code: string): SlipBlock[] {
  const bars = barsOf(code);
  if (!bars) return [];
  const { runs, modules, quietLeft } = bars;
  return [{ block: 'bars', bars: { runs, modules, quietLeft, module: moduleMm, text: code } }];
}
