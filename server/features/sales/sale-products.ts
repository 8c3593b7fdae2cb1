import { sql } from 'kysely';
import { type Pence, toPence } from '#domain/kernel/money';
import { formatQuantity, type Quantity, quantityFromText } from '#domain/kernel/quantity';
import { fitsUnit, notWholeWords } from '#domain/kernel/whole-units';
import { prorate } from '#domain/kernel/prorate';
import { type BasketEntry, unitsOf } from '#domain/pricing/price-rules';
import type { VatCode } from '#domain/kernel/vat';
import type { StockPolicy } from '#domain/products/product.status';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { Reader } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

export type SaleProduct = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  /** Whether its unit is counted. */
  readonly is_whole: boolean;
  readonly vat_code: VatCode;
  readonly is_stocked: boolean;
  readonly status: string;
  readonly pool_quantity: Quantity;
  readonly pool_value: Pence;
  readonly stock_policy: StockPolicy;
};

type Line = { readonly product_id: number };
type WantedLine = Pick<BasketEntry, 'product_id' | 'quantity' | 'factor'>;

/** How much of each product was agreed before, by the sale that is edited or the quote that is invoiced. */
export type AgreedQuantities = ReadonlyMap<number, Quantity>;
type ProductRow = Omit<SaleProduct, 'pool_quantity'> & { readonly pool_quantity: string };

/**
 * The products of a sale for its lines. Errors by line when a product is missing, or when it is no longer sold or its unit
 * does not take the quantity, and it was not agreed before either.
 */
export const findingSaleProducts = (
  lines: readonly WantedLine[],
  agreed: AgreedQuantities,
): Question<ProductRow, Map<number, SaleProduct>> => {
  const loading = loadingSaleProducts(lines);
  return {
    ...loading,
    answer: rows => ensureWhole(lines, ensureSold(lines, loading.answer(rows), agreed), agreed),
  };
};

function ensureSold(
  lines: readonly WantedLine[],
  products: Map<number, SaleProduct>,
  agreed: AgreedQuantities,
): Map<number, SaleProduct> {
  const wanted = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const { product_id } = line;
    const product = products.get(product_id);
    if (!product)
      throw invalid({
        [`lines.${index}.product_id`]: 'This product no longer exists. Choose another.',
      });
    if (product.status === 'active') continue;
    wanted.set(product_id, (wanted.get(product_id) ?? 0) + (unitsOf(line) ?? Number.POSITIVE_INFINITY));
    if ((wanted.get(product_id) ?? 0) > (agreed.get(product_id) ?? 0))
      throw invalid({ [`lines.${index}.product_id`]: notSold(product, agreed.get(product_id)) });
  }
  return products;
}

/** Refuses fractions of products that are counted, unless all of it was agreed before (decision 205). */
function ensureWhole(
  lines: readonly WantedLine[],
  products: Map<number, SaleProduct>,
  agreed: AgreedQuantities,
): Map<number, SaleProduct> {
  for (const [index, line] of lines.entries()) {
    const product = products.get(line.product_id);
    const quantity = unitsOf(line);
    if (!product || quantity === null || fitsUnit(quantity, product)) continue;
    const wanted = lines
      .filter(({ product_id }) => product_id === product.id)
      .reduce((all, same) => all + (unitsOf(same) ?? 0), 0);
    if (wanted !== agreed.get(product.id))
      throw invalid({ [`lines.${index}.quantity`]: notWholeWords(product.name, product.unit, quantity) });
  }
  return products;
}

const notSold = ({ name }: SaleProduct, agreed: Quantity | undefined): string =>
  agreed === undefined
    ? `${name} is no longer sold. Remove it from the basket.`
    : `${name} is no longer sold. Sell at most the ${formatQuantity(agreed)} agreed before.`;

/** The same in any status. Missing products are left out. */
export const loadSaleProducts = (db: Reader, lines: readonly Line[]): Promise<Map<number, SaleProduct>> =>
  ask(db, loadingSaleProducts(lines));

const loadingSaleProducts = (lines: readonly Line[]): Question<ProductRow, Map<number, SaleProduct>> => ({
  statement: sql<ProductRow>`${preparedStatement}
    select p.id, p.sku, p.name, u.name as unit, u.is_whole, p.vat_code, p.is_stocked, p.status, s.quantity::text as pool_quantity,
      s.value_pence as pool_value, p.stock_policy
    from products p join units u on u.id = p.unit_id join stock_pools s on s.product_id = p.id
    where p.id = any(${[...new Set(lines.map(line => line.product_id))]}::bigint[])`,
  answer: rows =>
    new Map(rows.map(row => [row.id, { ...row, pool_quantity: quantityFromText(row.pool_quantity) }])),
});

/** The average cost of a quantity today, for the check against selling below cost; null when unknown. */
export function averageCostOf(product: SaleProduct, quantity: Quantity): Pence | null {
  if (!product.is_stocked || product.pool_quantity <= 0) return null;
  return toPence(prorate(product.pool_value, quantity, product.pool_quantity));
}
