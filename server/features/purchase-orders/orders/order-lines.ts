import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Discount } from '#domain/kernel/line-amounts';
import { formatPounds, maxPence } from '#domain/kernel/money';
import {
  type Quantity,
  textFromQuantity,
  timesFactor,
  wholeUnits,
  quantityFromText,
} from '#domain/kernel/quantity';
import { isWithinReach, type UnitCost } from '#domain/kernel/unit-cost';
import type { VatRate } from '#domain/kernel/vat';
import { fitsUnit, notWholeWords } from '#domain/kernel/whole-units';
import type { OrderLineWrite } from '#domain/purchase-orders/purchase-order.contract';
import {
  orderLineAmounts,
  type OrderLineAmounts,
  orderTotals,
} from '#domain/purchase-orders/purchase-order.totals';
import type { Tx } from '../../../platform/database/open-database';
import { invalid } from '../../../platform/http/refusal';
import { ensureLineAccounts } from '../bills/line-accounts';
import { vatRatesOn } from '../../products';
import type { StoredLine, StoredOrder } from './stored-order';

/** A line as entered, with missing values filled in and amounts calculated. */
export type PreparedLine = {
  readonly id: number | undefined;
  readonly product_id: number | null;
  readonly description: string;
  readonly supplier_code: string | null;
  readonly unit: string;
  readonly factor: Quantity;
  readonly quantity: Quantity;
  readonly unit_price: UnitCost;
  readonly discount_hundredths: number | null;
  readonly discount_pence: number | null;
  readonly vat_code: string;
  readonly vat_rate: number;
  readonly account: string | null;
  readonly amounts: OrderLineAmounts;
};

type Product = {
  id: number;
  name: string;
  status: string;
  unit: string;
  /** Whether its unit is counted. */
  is_whole: boolean;
  buying_unit: string | null;
  buying_factor: string;
  is_stocked: boolean;
  /** The supplier's code for the product. */
  supplier_code: string | null;
};

type OrderOfLines = {
  readonly supplierId: number;
  readonly orderDate: CalendarDate;
  /** The order as it is stored; without it the lines are a new order's. */
  readonly before?: Pick<StoredOrder, 'supplier_id' | 'lines'>;
};

/**
 * Fills in what a line takes from its product (name, buying unit and factor, supplier's code) and the VAT
 * rate at the order's date, and calculates its amounts (rules P1, V1). 422 names the line's field.
 */
export async function prepareLines(
  tx: Tx,
  lines: readonly OrderLineWrite[],
  { supplierId, orderDate, before }: OrderOfLines,
): Promise<PreparedLine[]> {
  await ensureLineAccounts(tx, lines);
  const products = await findProducts(tx, lines, supplierId);
  const rateOf = await vatRatesOn(tx, orderDate);
  const storedLines = new Map(before?.lines.map(line => [line.id, line]));
  const hasNewSupplier = before !== undefined && before.supplier_id !== supplierId;
  const prepared = lines.map((line, index) => {
    const at = (field: string) => `lines.${index}.${field}`;
    const product = line.product_id == null ? undefined : products.get(line.product_id);
    if (line.product_id != null && !product)
      throw invalid({ [at('product_id')]: 'This product no longer exists. Choose another.' });
    if (product?.status === 'archived' && line.id === undefined)
      throw invalid({
        [at('product_id')]: `${product.name} is archived. Restore it before you order it.`,
      });
    const factor = line.factor ?? (product ? quantityFromText(product.buying_factor) : wholeUnits(1));
    const stored = line.id == null ? undefined : storedLines.get(line.id);
    const refused = quantityRefusal({ ...line, factor }, product, stored);
    if (refused !== null) throw invalid({ [at('quantity')]: refused });
    if (line.account != null && product?.is_stocked)
      throw invalid({
        [at('account')]: `${product.name} is kept in stock, so you cannot choose an account for it.`,
      });
    const rate = rateOf(line.vat_code);
    const amounts = calculate(line, rate, at('unit_price'));
    return {
      id: line.id,
      product_id: line.product_id ?? null,
      description: line.description ?? product?.name ?? '',
      supplier_code: codeOf(line, {
        product,
        hasNewSupplier,
        stored,
      }),
      unit: line.unit ?? product?.buying_unit ?? product?.unit ?? 'Each',
      factor,
      quantity: line.quantity,
      unit_price: line.unit_price,
      discount_hundredths: line.discount_percent ?? null,
      discount_pence: line.discount_amount ?? null,
      vat_code: line.vat_code,
      vat_rate: rate,
      account: line.account ?? null,
      amounts,
    };
  });
  if (orderTotals(prepared.map(({ amounts }) => amounts)).gross > maxPence)
    throw invalid({ lines: tooMuch('An order') });
  return prepared;
}

/** Why a line cannot have its quantity; null when it can. What the order had already stays (decision 205). */
function quantityRefusal(
  { quantity, factor }: { readonly quantity: Quantity; readonly factor: Quantity },
  product: Product | undefined,
  stored: StoredLine | undefined,
): string | null {
  const inStockUnit = timesFactor(quantity, factor);
  if (inStockUnit === null)
    return 'This quantity does not convert exactly to the stock unit. Enter a different quantity.';
  if (!product || fitsUnit(inStockUnit, product)) return null;
  const isAsBefore =
    stored?.product?.id === product.id && stored.quantity === quantity && stored.factor === factor;
  return isAsBefore ? null : notWholeWords(product.name, product.unit, inStockUnit);
}

/**
 * The supplier's code of a line: as entered, else what this supplier calls the product. A code goes with the product and
 * with the supplier that it was entered for (finding F17); one that was cleared on a line that keeps both stays cleared.
 */
function codeOf(
  line: OrderLineWrite,
  of: { product: Product | undefined; stored: StoredLine | undefined; hasNewSupplier: boolean },
): string | null {
  const isOfOther = of.hasNewSupplier && line.supplier_code === of.stored?.supplier_code;
  const entered = isOfOther ? null : (line.supplier_code ?? null);
  const keepsProduct = of.stored !== undefined && of.stored.product?.id === of.product?.id;
  return entered ?? (keepsProduct && !of.hasNewSupplier ? null : (of.product?.supplier_code ?? null));
}

const tooMuch = (what: string) =>
  `${what} cannot be more than ${formatPounds(maxPence)}. Reduce the quantity or price.`;

function calculate(line: OrderLineWrite, rate: VatRate, field: string): OrderLineAmounts {
  const { quantity, unit_price: unitPrice } = line;
  if (!isWithinReach(unitPrice, quantity)) throw invalid({ [field]: tooMuch('A line') });
  return orderLineAmounts({ quantity, unitPrice, discount: discountOf(line), rate });
}

const discountOf = (line: OrderLineWrite): Discount | null => {
  if (line.discount_percent != null) return { kind: 'percent', hundredths: line.discount_percent };
  return line.discount_amount == null ? null : { kind: 'amount', pence: line.discount_amount };
};

async function findProducts(
  tx: Tx,
  lines: readonly OrderLineWrite[],
  supplierId: number,
): Promise<Map<number, Product>> {
  const ids = lines.flatMap(line => (line.product_id == null ? [] : [line.product_id]));
  const { rows } = await sql<Product>`
    select p.id, p.name, p.status, p.is_stocked, u.name as unit, u.is_whole, bu.name as buying_unit, p.buying_factor::text,
      (select supplier_code from supplier_products where supplier_id = ${supplierId} and product_id = p.id)
    from products p join units u on u.id = p.unit_id left join units bu on bu.id = p.buying_unit_id
    where p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(row => [row.id, row]));
}

/** The columns of a line, for one statement that writes many lines. */
export const lineColumns = (line: PreparedLine, lineNumber: number) => ({
  id: line.id ?? null,
  line_number: lineNumber,
  product_id: line.product_id,
  description: line.description,
  supplier_code: line.supplier_code,
  unit: line.unit,
  factor: textFromQuantity(line.factor),
  quantity: textFromQuantity(line.quantity),
  unit_price: line.unit_price,
  discount_hundredths: line.discount_hundredths,
  discount_pence: line.discount_pence,
  vat_code: line.vat_code,
  vat_hundredths: line.vat_rate,
  account_code: line.account,
  net_pence: line.amounts.net,
  vat_pence: line.amounts.vat,
  gross_pence: line.amounts.gross,
});

const recordShape = sql`(id bigint, line_number integer, product_id bigint, description text, supplier_code text, unit text,
  factor numeric, quantity numeric, unit_price numeric, discount_hundredths integer, discount_pence bigint, vat_code text,
  vat_hundredths integer, account_code text, net_pence bigint, vat_pence bigint, gross_pence bigint)`;

/** Inserts the lines of an order in one statement. */
export async function insertLines(
  tx: Tx,
  orderId: number,
  rows: readonly ReturnType<typeof lineColumns>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into purchase_order_lines (purchase_order_id, line_number, product_id, description, supplier_code, unit, factor,
      quantity, unit_price, discount_hundredths, discount_pence, vat_code, vat_percent, account_code, net_pence, vat_pence, gross_pence)
    select ${orderId}, line_number, product_id, description, supplier_code, unit, factor, quantity, unit_price,
      discount_hundredths, discount_pence, vat_code, vat_hundredths / 100.0, account_code, net_pence, vat_pence, gross_pence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ${recordShape}`.execute(tx);
}

/** Updates changed lines in one statement; `received_net_pence` follows the new terms. */
export async function updateLines(
  tx: Tx,
  orderId: number,
  rows: readonly (ReturnType<typeof lineColumns> & { received_net_pence: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update purchase_order_lines l set line_number = row.line_number, product_id = row.product_id, description = row.description,
      supplier_code = row.supplier_code, unit = row.unit, factor = row.factor, quantity = row.quantity,
      unit_price = row.unit_price, discount_hundredths = row.discount_hundredths,
      discount_pence = row.discount_pence, vat_code = row.vat_code, vat_percent = row.vat_hundredths / 100.0,
      account_code = row.account_code,
      net_pence = row.net_pence, vat_pence = row.vat_pence, gross_pence = row.gross_pence,
      received_net_pence = row.received_net_pence
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, line_number integer, product_id bigint,
      description text, supplier_code text, unit text, factor numeric, quantity numeric, unit_price numeric,
      discount_hundredths integer, discount_pence bigint, vat_code text, vat_hundredths integer, account_code text, net_pence bigint,
      vat_pence bigint, gross_pence bigint, received_net_pence bigint)
    where l.id = row.id and l.purchase_order_id = ${orderId}`.execute(tx);
}
