import { sql } from 'kysely';
import type { Quantity } from '#domain/kernel/quantity';
import { isWholeNumber, notWholeWords } from '#domain/kernel/whole-units';
import { anyOf } from '../../platform/database/prepared-statement';
import type { Reader, Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

/** A quantity of a product in its own unit, and the field it was entered in. */
type Entered = { readonly productId: number; readonly quantity: Quantity; readonly field: string };

/**
 * Refuses fractions of products that are counted (decision 205), each at its field. Asks the database only about
 * fractions. Callers omit what is recorded already, such as the last half of a line.
 */
export async function ensureWholeUnits(db: Reader, entered: readonly Entered[]): Promise<void> {
  const fractions = entered.filter(({ quantity }) => !isWholeNumber(quantity));
  if (fractions.length === 0) return;
  const { rows } = await sql<{ id: number; name: string; unit: string }>`
    select p.id, p.name, u.name as unit from products p join units u on u.id = p.unit_id
    where u.is_whole and p.id = ${anyOf(fractions.map(({ productId }) => productId))}`.execute(db);
  const counted = new Map(rows.map(row => [row.id, row]));
  const errors = fractions.flatMap(({ productId, quantity, field }) => {
    const product = counted.get(productId);
    return product ? [[field, notWholeWords(product.name, product.unit, quantity)] as const] : [];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/** How many of the products with a fraction in stock a refusal names. */
const mostNamed = 5;

/** Products of a unit with a fraction in stock, in words: "Kettle, Lamp and 3 more". Null without any. */
export async function fractionsInStock(tx: Tx, unitId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string; total: number }>`
    select p.name, count(*) over () as total from products p join stock_pools s on s.product_id = p.id
    where p.unit_id = ${unitId} and s.quantity <> trunc(s.quantity)
    order by p.name, p.id limit ${sql.lit(mostNamed)}`.execute(tx);
  const [first] = rows;
  if (!first) return null;
  const names = rows.map(({ name }) => name).join(', ');
  return first.total > rows.length ? `${names} and ${first.total - rows.length} more` : names;
}

/** The products among these with a fraction in stock. */
export async function findWithFractions(tx: Tx, productIds: readonly number[]): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const { rows } = await sql<{ product_id: number }>`
    select product_id from stock_pools
    where product_id = ${anyOf(productIds)} and quantity <> trunc(quantity)`.execute(tx);
  return new Set(rows.map(row => row.product_id));
}

/** The units that are counted. */
export async function findWholeUnits(db: Reader): Promise<{ readonly id: number; readonly name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from units where is_whole order by name, id`.execute(db);
  return rows;
}

/** Why a product with stock cannot change to a unit that is counted. */
export const fractionKeepsUnit =
  'There is a fraction of this product in stock, and this unit is counted in whole numbers. Adjust or count the product to a whole number first.';
