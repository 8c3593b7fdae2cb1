import type { ProductChoice } from '#domain/products/product.contract';
import { adjustmentDirection, type AdjustmentReason } from '#domain/stock/adjustment-reason';
import { newClientId } from '../../platform/client-id';
import { isAlike, pastedRecordWords, type Place, withCells, type Pasted } from '../../ui/lines/pasted-lines';
import { penceOrZero, typedPounds, typedQuantity } from '../../ui/form/typed-figures';
import type { Filled } from '../../ui/lines/use-line-paste';

export type AdjustmentLine = {
  key: string;
  product_id: number | null;
  text: string;
  quantity: string;
  value: string;
  /** The product's cost is not known, so found stock needs a cost (rule I7). */
  needsCost: boolean;
};
export type AdjustmentValues = {
  reason: AdjustmentReason;
  note: string;
  business_date: string;
  date_reason: string;
  lines: AdjustmentLine[];
  /** What a PIN approval is for. */
  client_id: string;
};

/** As the contract limits it. */
const maxLines = 200;

let made = 0;
export const blankLine = (): AdjustmentLine => ({
  key: `line-${++made}`,
  product_id: null,
  text: '',
  quantity: '',
  value: '',
  needsCost: false,
});

export const blankAdjustment = (today: string): AdjustmentValues => ({
  reason: 'damaged',
  note: '',
  business_date: today,
  date_reason: '',
  lines: [blankLine()],
  client_id: newClientId(),
});

/** Removed stock is entered as a positive quantity and sent as a negative one. */
function signed(reason: AdjustmentReason, text: string): string {
  const quantity = typedQuantity(text);
  return adjustmentDirection[reason] === 'out' && /^\d/.test(quantity) ? `-${quantity}` : quantity;
}

/**
 * The quantity as it is entered under another reason. A removal stays one where quantities have a sign of their own, and
 * the sign is shown where they have none.
 */
function quantityUnder(
  reason: AdjustmentReason,
  { was, text }: { was: AdjustmentReason; text: string },
): string {
  const [before, after] = [adjustmentDirection[was], adjustmentDirection[reason]];
  if (before === 'out' && after === 'either') return signed(was, text);
  const quantity = typedQuantity(text);
  return before === 'either' && after === 'out' && quantity.startsWith('-') ? quantity.slice(1) : text;
}

/** The form under another reason. */
export const under = (
  chosen: string,
  { reason: was, lines }: AdjustmentValues,
): Pick<AdjustmentValues, 'reason' | 'lines'> => {
  const reason = chosen as AdjustmentReason;
  return {
    reason,
    lines: lines.map(line => ({ ...line, quantity: quantityUnder(reason, { was, text: line.quantity }) })),
  };
};

/** A value is asked for in a write-down, and for found stock whose cost is not known. */
export const needsValue = (
  reason: AdjustmentReason,
  { quantity, needsCost }: Pick<AdjustmentLine, 'quantity' | 'needsCost'>,
): boolean => {
  const direction = adjustmentDirection[reason];
  if (direction === 'value') return true;
  return needsCost && direction !== 'out' && !typedQuantity(quantity).startsWith('-');
};

const isBlank = ({ text, quantity, value }: AdjustmentLine): boolean =>
  [text, quantity, value].every(typed => typed.trim() === '');

/** Enter adds a line, so the last one may be left blank. */
const withoutBlankEnd = (lines: readonly AdjustmentLine[]): readonly AdjustmentLine[] =>
  lines.slice(0, Math.max(1, lines.findLastIndex(line => !isBlank(line)) + 1));

export const sentOf = ({ lines, ...values }: AdjustmentValues) => {
  const direction = adjustmentDirection[values.reason];
  return {
    ...values,
    lines: withoutBlankEnd(lines).map(line => ({
      product_id: line.product_id,
      ...(direction === 'value' || line.quantity.trim() === ''
        ? {}
        : { quantity: signed(values.reason, line.quantity) }),
      ...(!needsValue(values.reason, line) || line.value.trim() === ''
        ? {}
        : { value: typedPounds(line.value) }),
    })),
  };
};

/** How many products there are, and the value that is entered for them, in pence; null if none is asked for. */
export function totalsOf(reason: AdjustmentReason, lines: readonly AdjustmentLine[]) {
  const valued = lines.filter(line => needsValue(reason, line));
  return {
    products: new Set(lines.flatMap(({ product_id }) => product_id ?? [])).size,
    value: valued.length === 0 ? null : valued.reduce((all, { value }) => all + penceOrZero(value), 0),
  };
}

/** The columns that take pasted cells, from the first: those on the screen. */
export const pasteColumns = (reason: AdjustmentReason) =>
  adjustmentDirection[reason] === 'value'
    ? (['product_id', 'value'] as const)
    : (['product_id', 'quantity', 'value'] as const);

type ColumnName = ReturnType<typeof pasteColumns>[number];

/** The lines with rows of a spreadsheet in them. Their products are looked up. */
export function withPasted(
  before: readonly AdjustmentLine[],
  rows: readonly (readonly string[])[],
  at: Place,
  reason: AdjustmentReason,
): Omit<Filled<AdjustmentLine>, 'find'> {
  return {
    ...withCells<AdjustmentLine, ColumnName>(before, rows, at, {
      columns: pasteColumns(reason),
      blankLine,
      maxLines,
      changesOf: (line, name, text) => changesOf(line, name, text, reason),
    }),
    namesRecords: at.column === 0,
  };
}

function changesOf(
  line: AdjustmentLine,
  name: ColumnName,
  text: string,
  reason: AdjustmentReason,
): Partial<AdjustmentLine> {
  if (name === 'value') return { value: typedPounds(text) };
  if (name === 'product_id')
    return line.product_id !== null && isAlike(line.text, text)
      ? {}
      : { text, product_id: null, needsCost: false };
  const quantity = typedQuantity(text);
  return { quantity: adjustmentDirection[reason] === 'out' ? quantity.replace(/^-/, '') : quantity };
}

/** The texts of the lines that have no product yet. */
export const textsToFind = (lines: readonly AdjustmentLine[], keys: ReadonlySet<string>): string[] => [
  ...new Set(
    lines.flatMap(({ key, product_id, text }) =>
      keys.has(key) && product_id === null && text.trim() !== '' ? [text] : [],
    ),
  ),
];

/** The lines with the products found. A line that was edited in the meantime stays as it is. */
export const withProducts = (
  lines: readonly AdjustmentLine[],
  keys: ReadonlySet<string>,
  found: ReadonlyMap<string, ProductChoice>,
): AdjustmentLine[] =>
  lines.map(line => {
    const product = keys.has(line.key) && line.product_id === null ? found.get(line.text) : undefined;
    return product ? { ...line, ...chosen(product) } : line;
  });

/** What a line takes from its product. */
export const chosen = ({ id, name, is_cost_known }: ProductChoice): Partial<AdjustmentLine> => ({
  text: name,
  product_id: id,
  needsCost: !is_cost_known,
});

export const pasteWords = (last: Pasted<AdjustmentLine>): string =>
  pastedRecordWords(last, { document: 'an adjustment', maxLines, record: 'product', records: 'products' });
