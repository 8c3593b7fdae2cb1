import { sql } from 'kysely';
import { toPence } from '#domain/kernel/money';
import { type ProductWrite, productWrite } from '#domain/products/product.contract';
import { createProduct } from '../../server/features/products';
import type { Database } from '../../server/platform/database/open-database';
import { asBookkeeper } from './books';

let made = 0;

/** A unit for products. */
export async function someUnit(db: Database, name = 'Each'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into units (name, created_at, updated_at) values (${name}, now(), now())
    on conflict (lower(name)) do update set name = excluded.name returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Adds a product as the form does, with defaults for what the test does not set. */
export async function someProduct(db: Database, body: Partial<ProductWrite> = {}): Promise<number> {
  const unit_id = await someUnit(db);
  made += 1;
  const defaults = productWrite.parse({
    sku: `SKU-${made}`,
    name: `Product ${made}`,
    unit_id,
    price: '2.40',
  });
  const product = await asBookkeeper(
    db,
    ctx => createProduct(ctx, { ...defaults, price: toPence(240), ...body }),
    {
      rights: ['view_cost'],
    },
  );
  return product.id;
}
