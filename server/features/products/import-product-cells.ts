import { isGtin } from '#domain/products/barcode';
import {
  type CellError,
  type ImportedRow,
  readAmount as amount,
  readUnitCost as unitCost,
  readVatCode,
} from '../../kernel/imports';

type Read = { readonly value: unknown } | { readonly problem: string };
type Reader = (text: string) => Read;

const plain: Reader = text => ({ value: text });

/** Spreadsheets display long codes as 4.00638E+12, and save them so. */
const shortened = /^\d(?:[.,]\d+)?E\+\d+$/i;
const shortenedProblem =
  'The spreadsheet has cut this code short. Format its column as text, enter the whole code and save again.';
const code: Reader = text => (shortened.test(text) ? { problem: shortenedProblem } : { value: text });

const number: Reader = text => {
  const digits = text.replaceAll(/\s|(?<=\d),(?=\d{3}(?!\d))/g, '');
  return { value: digits.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') };
};

const yesOrNo: Reader = text => {
  if (/^(?:yes|y|true|1|x)$/i.test(text)) return { value: true };
  if (/^(?:no|n|false|0)$/i.test(text)) return { value: false };
  return { problem: 'Enter yes or no.' };
};

const lower: Reader = text => ({ value: text.toLowerCase() });

/** A barcode of a row, with its number of units where the row states it: "BOX-6 (6)". */
export type ImportedCode = { readonly code: string; readonly factor?: string };

/** In quotation marks where the code itself has a separator or such a mark. */
const barcode =
  /(?:"((?:[^"\s]|"")+)"(?=[,;|\s]|$)|([^,;|\s]+))(?:\s+\((\d{1,11}(?:\.\d{1,3})?)\)(?=[,;|\s]|$))?/g;

/**
 * Digits in the groups that are printed under bars: "5 012345 678900", "0 36000 29145 2", "5 01 23456 78900 0", "1234 5670".
 * Others are codes of one's own with a space between.
 */
const printed =
  /(?<=^|[,;|])\s*(?:\d{4}\s+\d{4}|\d\s+\d{6}\s+\d{6}|\d\s+\d{5}\s+\d{5}\s+\d|\d\s+\d{2}\s+\d{5}\s+\d{5}\s+\d)(?=\s*(?:$|[,;|(]))/g;

/** A printed code is one code, also where its check digit is wrong, which is then reported. */
const joined = (text: string): string =>
  text.replaceAll(printed, groups => {
    const digits = groups.replaceAll(/\s/g, '');
    // Two short codes may look like the eight digits of one.
    return digits.length > 8 || isGtin(digits) ? digits : groups;
  });

const barcodes: Reader = text => {
  // Looked for before the codes are told apart: a decimal comma is no separator.
  if (text.split(/[;|\s]+/).some(part => shortened.test(part))) return { problem: shortenedProblem };
  const codes = new Map<string, ImportedCode>();
  for (const [, quoted, bare = '', factor] of joined(text).matchAll(barcode)) {
    const scanned = quoted?.replaceAll('""', '"') ?? bare;
    if (shortened.test(scanned)) return { problem: shortenedProblem };
    if (!codes.has(scanned))
      codes.set(scanned, { code: scanned, ...(factor === undefined ? {} : { factor }) });
  }
  return { value: [...codes.values()] };
};

const readers: Readonly<Record<string, Reader>> = {
  sku: code,
  price: amount,
  standard_cost: unitCost,
  opening_unit_cost: unitCost,
  buying_factor: number,
  reorder_level: number,
  reorder_quantity: number,
  opening_quantity: number,
  price_includes_vat: yesOrNo,
  is_stocked: yesOrNo,
  vat_code: readVatCode,
  status: lower,
  stock_policy: lower,
  barcodes,
};

/** The cells of a row as the contract takes them, with the errors of those it cannot. */
export function readCells({ values }: ImportedRow): { cells: Record<string, unknown>; errors: CellError[] } {
  const cells: Record<string, unknown> = {};
  const errors: CellError[] = [];
  for (const [field, text] of Object.entries(values)) {
    const read = (readers[field] ?? plain)(text);
    if ('value' in read) cells[field] = read.value;
    else errors.push({ field, message: read.problem });
  }
  return { cells, errors };
}

const charge =
  /^(?:(?:\w+ )?postage|carriage|delivery|shipping|manual|discount|samples?|bank charges?|(?:\w+ )?fees?|(?:\w+ )?commission|adjust (?:bad )?debt)$/i;
const chargeCode = /^(?:post|dot|d|m|s|b|c2|bank ?charges|amazon ?fee|cruk)$/i;
const remark =
  /^(?:damage[sd]?|cracked|broken|smashed|faulty|lost|found|missing|check(?:ed)?|test|adjustment|mailout|amazon|ebay|thrown away|wet.*|wrong(?:ly)? .*|sold as .*|\?*)[\s?!.]*$/i;

/** The stored product in the form of a row. */
type There = { readonly name: string; readonly price: string };

/**
 * Warnings for a row that does not look like goods although every cell is valid. Values the product already
 * has are not questioned again.
 */
export function warningsOf(
  cells: Readonly<Record<string, unknown>>,
  { zero_prices }: { readonly zero_prices: boolean },
  there: There | undefined,
): CellError[] {
  const [sku, name] = [wordOf(cells.sku), wordOf(cells.name)];
  const errors: CellError[] = [];
  if (name !== '' && name !== there?.name && (!/[\p{L}\p{N}]/u.test(name) || remark.test(name)))
    errors.push({
      field: 'name',
      message: `“${name}” looks like a remark, not a name. Enter the product name.`,
    });
  else if (!there && (charge.test(name) || chargeCode.test(sku)) && cells.is_stocked === undefined)
    errors.push({
      field: 'is_stocked',
      message: `“${name || sku}” looks like a charge, not goods. Enter no under Stocked, or skip the row.`,
    });
  if (cells.price === '0.00' && there?.price !== '0.00' && !zero_prices)
    errors.push({
      field: 'price',
      message: 'The price is zero. Enter the selling price, or choose to allow zero prices.',
    });
  return errors;
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
