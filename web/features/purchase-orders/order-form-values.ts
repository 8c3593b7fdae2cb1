import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { OrderDetail, OrderLine, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { typedPounds, typedQuantity, typedUnitCost } from '../../ui/form/typed-figures';

/** A unit a line can be ordered in, how many product units it holds, and the price that the line had in it before. */
export type UnitChoice = { unit: string; factor: string; price?: string };

/** A line as entered: all text, blank for no value. */
export type LineValues = {
  /** Identifies the line while others are added and removed. */
  key: string;
  id?: number;
  product: { id: number; sku: string; name: string } | null;
  description: string;
  supplier_code: string;
  unit: string;
  factor: string;
  units: UnitChoice[];
  quantity: string;
  unit_price: string;
  /** "10%" or an amount. */
  discount: string;
  vat_code: VatCode;
  /** For a line without a product. */
  account: string;
  /** The received quantity, below which the line cannot be ordered. */
  received: string;
};

export type OrderFormValues = {
  supplier: { id: number; name: string } | null;
  order_date: string;
  expected_delivery_date: string;
  reference: string;
  notes: string;
  lines: LineValues[];
  revision_reason: string;
  version?: number;
};

let made = 0;
const newKey = () => `line-${++made}`;

export const blankLine = (): LineValues => ({
  key: newKey(),
  product: null,
  description: '',
  supplier_code: '',
  unit: '',
  factor: '',
  units: [],
  quantity: '',
  unit_price: '',
  discount: '',
  vat_code: 'S',
  account: '',
  received: '',
});

export const isBlank = (line: LineValues): boolean =>
  line.id === undefined &&
  line.product === null &&
  [line.description, line.quantity, line.unit_price, line.discount].every(text => text.trim() === '');

/** The form values of an order, or of a new one. There is always an empty line at the end. */
export function formValuesOf(order: OrderDetail | null, today: string): OrderFormValues {
  return {
    supplier: order ? { id: order.supplier.id, name: order.supplier.name } : null,
    order_date: order?.order_date ?? today,
    expected_delivery_date: order?.expected_delivery_date ?? '',
    reference: order?.reference ?? '',
    notes: order?.notes ?? '',
    lines: [...(order?.lines ?? []).map(lineValuesOf), blankLine()],
    revision_reason: '',
    ...(order ? { version: order.version } : {}),
  };
}

function lineValuesOf(line: OrderLine): LineValues {
  const factor = textFromQuantity(line.factor);
  return {
    key: newKey(),
    id: line.id,
    product: line.product,
    description: line.description,
    supplier_code: line.supplier_code ?? '',
    unit: line.unit,
    factor,
    units: [{ unit: line.unit, factor }],
    quantity: textFromQuantity(line.quantity),
    unit_price: line.unit_price,
    discount: discountText(line),
    vat_code: line.vat_code,
    account: line.account ?? '',
    received: line.received > 0 ? textFromQuantity(line.received) : '',
  };
}

function discountText({ discount_percent, discount_amount }: OrderLine): string {
  if (discount_percent !== null) return `${textFromQuantity(discount_percent * 10)}%`;
  return discount_amount === null ? '' : poundsFromPence(discount_amount);
}

/** The lines to send: an empty last line is dropped; an empty line in between is refused in place. */
export const filledLines = (lines: readonly LineValues[]): LineValues[] =>
  lines.slice(0, lines.findLastIndex(line => !isBlank(line)) + 1);

/** The request body for the form. */
export function bodyOf(values: OrderFormValues): BodySent<typeof purchases.update> {
  const { supplier, lines, revision_reason, version, ...rest } = values;
  const body = {
    ...rest,
    supplier_id: supplier?.id ?? null,
    expected_delivery_date: rest.expected_delivery_date === '' ? null : rest.expected_delivery_date,
    lines: filledLines(lines).map(lineBody),
    // A new order has neither.
    ...(version === undefined ? {} : { version, revision_reason }),
  };
  return body;
}

/** A line of the request. */
export const lineBody = (line: LineValues) => ({
  ...(line.id === undefined ? {} : { id: line.id }),
  product_id: line.product?.id ?? null,
  description: line.description,
  supplier_code: line.supplier_code,
  unit: line.unit,
  ...(line.factor === '' ? {} : { factor: line.factor }),
  quantity: typedQuantity(line.quantity),
  unit_price: typedUnitCost(line.unit_price),
  ...discountBody(line.discount),
  vat_code: line.vat_code,
  account: line.product === null && line.account !== '' ? line.account : null,
});

/** "10%" or an amount, as it is sent. */
export const discountBody = (discount: string): { discount_percent?: string; discount_amount?: string } => {
  const text = discount.trim();
  if (text === '') return {};
  return text.endsWith('%')
    ? { discount_percent: text.slice(0, -1).trim() }
    : { discount_amount: typedPounds(text) };
};

/** "10 %" → "10%", "5" → "5.00": a discount reformatted when the field is left. */
export function typedDiscount(text: string): string {
  const plain = text.trim();
  if (plain === '') return '';
  return plain.endsWith('%') ? `${plain.slice(0, -1).trim()}%` : typedPounds(plain);
}
