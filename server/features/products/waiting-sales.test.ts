import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { products } from '#domain/products/product.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { someProduct, someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let keeper: Caller & { readonly userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  keeper = await shop.as('view_product', 'create_product', 'edit_product', 'delete_product');
});
afterAll(() => shop.close());

/** A sale that a till took money for, and that could not be posted. */
const waiting = (product_id: number) =>
  sql`insert into unbooked_sales (client_id, client_hash, body, reason, total_pence, sent_by, received_at)
    values (${randomUUID()}, 'hash', ${JSON.stringify({ lines: [{ product_id, quantity: '1' }] })}::jsonb, 'The books are locked.',
      240, ${keeper.userId}, now())`.execute(shop.db);

test('P12 a product that a paid sale waits for is not deleted, in code or in the database', async () => {
  const [needed, free] = [await someProduct(shop.db, { name: 'Kettle' }), await someProduct(shop.db)];
  await waiting(needed);
  const remove = (id: number) => keeper.call(products.remove, { params: { id } });
  const { status, refusal } = await remove(needed);
  expect([status, refusal.message]).toEqual([
    409,
    'Kettle has been bought, counted, quoted or sold, so it cannot be deleted. Archive it instead.',
  ]);
  expect((await keeper.call(products.get, { params: { id: needed } })).reply.can.delete).toBe(false);
  await expect(sql`delete from products where id = ${needed}`.execute(shop.db)).rejects.toThrow(
    'is in a paid sale that waits to be posted',
  );
  expect((await remove(free)).status).toBe(200);
  // A manager entered the sale by hand, so it waits no longer.
  await sql`
    insert into sale_exceptions (unbooked_id, kind, words, raised_at, reviewed_by, reviewed_at)
    select id, 'not_booked', 'The books were locked.', now(), ${keeper.userId}, now() from unbooked_sales`.execute(
    shop.db,
  );
  expect((await remove(needed)).status).toBe(200);
});

test('P12 an import of products is not undone while a paid sale waits for one of them', async () => {
  await someUnit(shop.db, 'Each');
  const content = csvOf([
    ['SKU', 'Name', 'Unit', 'Price'],
    ['WAIT-1', 'Teapot', 'Each', '2.40'],
    ['WAIT-2', 'Mug', 'Each', '2.40'],
  ]);
  const table = await uploadTable(keeper, 'products', { name: 'products.csv', content });
  expect((await checkTable(keeper, table)).counts).toMatchObject({ new: 2 });
  await commitTable(keeper, table.id);
  const { reply } = await keeper.call(products.list, { query: { search: 'WAIT-1' } });
  await waiting(reply.data[0]?.id ?? 0);
  await keeper.call(imports.undo, { params: { id: table.id } });
  expect(await settled(keeper, table.id)).toMatchObject({
    state: 'done',
    problem: expect.stringContaining('is in a paid sale that waits to be posted'),
  });
});
