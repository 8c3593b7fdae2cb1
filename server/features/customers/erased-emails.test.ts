import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { inbox } from '#domain/emails/inbox.contract';
import { someMessage } from '../../../tests/support/mailbox';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

const add = async (name: string) => (await admin.call(customers.create, { body: { name } })).reply;

test('U3 emails linked to an erased customer, their merged record, quote or sale no longer name them', async () => {
  const { id } = await add('Petra Personal');
  const twin = await add('P. Personal');
  const message = await someMessage(shop.db, { subject: 'My new address', from: 'petra@private.example' });
  const link = (type: 'customer' | 'quote', record_id: number) =>
    admin.call(inbox.link, { params: { id: message }, body: { type, record_id } });
  const product = await stockedProduct(shop.db);
  const quote = await quoted(admin, quoteSent(id, [{ product_id: product, quantity: '1' }], 240));
  expect((await link('customer', id)).status).toBe(200);
  expect((await link('customer', twin.id)).status).toBe(200);
  expect((await link('quote', quote.id)).status).toBe(200);
  await admin.call(customers.merge, { params: { id }, body: { other_id: twin.id } });
  expect((await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } })).status).toBe(200);
  expect((await admin.call(inbox.get, { params: { id: message } })).reply.links).toEqual([]);
  expect((await link('customer', id)).status).toBe(409);
});
