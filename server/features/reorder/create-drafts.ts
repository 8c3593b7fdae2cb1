import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { toUnitCost, type UnitCost } from '#domain/kernel/unit-cost';
import type { VatCode } from '#domain/kernel/vat';
import { maxReorderSuppliers, type reorder } from '#domain/stock/reorder.contract';
import type { WriteContext } from '../../platform/http/context';
import { unitCostWithin } from '../../platform/database/unit-cost-text';
import { invalid, Refusal } from '../../platform/http/refusal';
import { createOrder } from '../purchase-orders';
import { findSources } from './reorder.queries';

type Line = BodyOf<typeof reorder.createOrders>['lines'][number];
type Placed = Line & { readonly index: number };
type Drafts = ReplyOf<typeof reorder.createOrders>;
type Product = { id: number; name: string; status: string; vat_code: VatCode; standard: UnitCost | null };

/**
 * Creates one draft order for each supplier of the lines, all or none. A line takes the agreed or last price of
 * that supplier and its discount, else the standard cost; prices are checked in the draft. 422 names the line.
 */
export async function createDrafts(
  ctx: WriteContext,
  { lines }: { readonly lines: readonly Line[] },
): Promise<Drafts> {
  const products = await findProducts(ctx, lines);
  lines.forEach((line, index) => ensureKnown(products, lines, line, index));
  const sources = await findSources(
    ctx.tx,
    lines.map(line => line.product_id),
    londonDate(ctx.now),
  );
  const pricesOf = ({ product_id, supplier_id }: Line) => {
    const last = sources.get(product_id)?.find(({ id }) => id === supplier_id);
    return {
      unit_price: last?.list_price ?? products.get(product_id)?.standard ?? toUnitCost('0'),
      discount_percent: last?.discount_hundredths ?? null,
    };
  };
  const bySupplier = new Map<number, Placed[]>();
  lines.forEach((line, index) => {
    const own = bySupplier.get(line.supplier_id) ?? [];
    bySupplier.set(line.supplier_id, [...own, { ...line, index }]);
  });
  if (bySupplier.size > maxReorderSuppliers)
    throw invalid({ lines: `Order from at most ${maxReorderSuppliers} suppliers at once.` });
  const orders: Drafts['orders'] = [];
  // Suppliers are taken in one fixed order, so that two buyers at once cannot deadlock.
  for (const [supplier_id, own] of [...bySupplier].sort(([one], [other]) => one - other)) {
    const order = await inPlace(own, () =>
      createOrder(ctx, {
        supplier_id,
        lines: own.map(line => ({
          product_id: line.product_id,
          quantity: line.quantity,
          ...pricesOf(line),
          vat_code: products.get(line.product_id)?.vat_code ?? 'S',
        })),
      }),
    );
    const { id, po_number, supplier } = order;
    orders.push({ id, po_number, supplier: { id: supplier.id, name: supplier.name }, lines: own.length });
  }
  return { orders };
}

async function findProducts(ctx: WriteContext, lines: readonly Line[]): Promise<Map<number, Product>> {
  const { rows } = await sql<Product>`
    select id, name, status, vat_code, ${unitCostWithin(sql`standard_cost * buying_factor`)} as standard
    from products where id = any(${lines.map(line => line.product_id)}::bigint[])`.execute(ctx.tx);
  return new Map(rows.map(row => [row.id, row]));
}

function ensureKnown(
  products: ReadonlyMap<number, Product>,
  lines: readonly Line[],
  { product_id }: Line,
  index: number,
): void {
  const field = `lines.${index}.product_id`;
  const product = products.get(product_id);
  if (!product) throw invalid({ [field]: 'This product no longer exists. Reload the page.' });
  if (product.status !== 'active')
    throw invalid({ [field]: `${product.name} is ${product.status}. Set it to active before you order it.` });
  if (lines.findIndex(line => line.product_id === product_id) !== index)
    throw invalid({ [field]: `${product.name} is listed twice. Order it once.` });
}

/** An order's refusal names its own line number; this maps it to the line of the request. */
async function inPlace<T>(own: readonly Placed[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    const at = (field: string) => {
      if (field === 'supplier_id') return `lines.${own[0]?.index ?? 0}.supplier_id`;
      return field.replace(/^lines\.(\d+)/, (_, place: string) => `lines.${own[Number(place)]?.index ?? 0}`);
    };
    const errors = Object.fromEntries(
      Object.entries(error.errors).map(([field, messages]) => [at(field), messages]),
    );
    throw new Refusal(error.code, error.message, { errors });
  }
}
