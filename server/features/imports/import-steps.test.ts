import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, csvOf, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

test('F73 what a user may do with the import of another is offered as the server allows it', async () => {
  const stepsOf = async (who: Caller, id: number) =>
    (await who.call(imports.list)).reply.data.find(row => row.id === id)?.can;
  await clerk.call(suppliers.create, { body: { name: 'Umber', phone: '1' } });
  const content = csvOf([
    ['Name', 'Phone'],
    ['Umber', '2'],
  ]);
  const changed = await uploadTable(clerk, 'suppliers', { name: 'u.csv', content });
  expect((await checkTable(clerk, changed)).counts).toMatchObject({ changed: 1 });
  const deleter = await shop.as('create_supplier', 'delete_supplier');
  expect((await stepsOf(deleter, changed.id))?.discard).toEqual({ allowed: true });
  await commitTable(clerk, changed.id);
  const reason = (await deleter.call(imports.undo, { params: { id: changed.id } })).refusal.message;
  expect(reason).toContain('because it changed records');
  expect(await stepsOf(deleter, changed.id)).toMatchObject({
    undo: { allowed: false, reason },
    discard: { allowed: false },
  });
  // A product file may contain costs.
  const [owner, other] = [await shop.as('create_product'), await shop.as('create_product')];
  const products = await uploadTable(owner, 'products', { name: 'p.csv', content: 'Name\nUmbrella' });
  const discard = (who: Caller) => who.call(imports.discard, { params: { id: products.id } });
  const hidden = (await discard(other)).refusal.message;
  expect(hidden).toContain('permission to see product costs');
  expect((await stepsOf(other, products.id))?.discard).toEqual({ allowed: false, reason: hidden });
  expect((await stepsOf(owner, products.id))?.discard).toEqual({ allowed: true });
  expect((await discard(owner)).status).toBe(200);
});
