import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Size } from '../../bench/fill';
import { records } from '../../bench/lists';
import { listSupplierPrices } from '../../server/features/suppliers/supplier-prices';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { useFilledDatabase } from '../support/filled-database';

const size: Size = { suppliers: 1_000, orders: 3_000, payments: 3_000, products: 1_000, sales: 3_000 };

/** A record has some lines, documents and people; a plan that reads a whole table reads a thousand rows or more. */
const most = 400;

const filled = useFilledDatabase(size);

test.each([
  '/api/purchases/:id',
  '/api/payments/:id',
  '/api/stock/adjustments/:id',
  '/api/sales/:id',
  '/api/quotes/:id',
  '/api/products/:id',
  '/api/customers/:id',
  '/api/suppliers/:id',
  '/api/expenses/:id',
])('the page of a record, %s, reads few rows with the plan for any values', async address => {
  const route = records.get(address);
  if (!route) throw new Error(`There is no page at ${address}`);
  expect(await filled().reader.readRecord(route, 300)).toBeLessThan(most);
});

test('R39 the price list of a supplier looks for the last prices of the products it shows, not of all they sell', async () => {
  const db = openDatabase(openPool(filled().connection, 1));
  const [few, all] = [301, 302];
  await sql`
    insert into supplier_products (supplier_id, product_id, updated_at)
    select s, p.id, now() from (values (${few}::int, 200), (${all}, ${size.products})) as sells (s, most)
      join products p on p.id <= most`.execute(db);
  await sql`vacuum analyze supplier_products`.execute(db);
  await db.destroy();
  const rowsFor = (id: number) =>
    filled().reader.rowsReadFor(asked => listSupplierPrices(asked, id, { text: '', today: '2026-11-28' }));
  // The products themselves, their terms and units are read to put them in order.
  expect(await rowsFor(all)).toBeLessThan((await rowsFor(few)) + 4 * size.products);
});
