import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { inbox } from '#domain/emails/inbox.contract';
import { sales } from '#domain/sales/sale.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { duringFirst } from '../../../tests/support/held-transaction';
import { someMessage } from '../../../tests/support/mailbox';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { refused } from '../../../tests/support/refused';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
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

test('K3 A-GDPR a statement or an invoice that was drawn before an erasure is not sent after it', async () => {
  const till = await openTill(shop.db);
  const { sold } = shopFloor(() => ({ app: shop, seller: admin, till }));
  const [jane, joan] = [await add('Jane Personal'), await add('Joan Personal')];
  await sql`update customers set email = id || '@private.example' where id in (${jane.id}, ${joan.id})`.execute(
    shop.db,
  );
  const toOwn = (id: number) => ({ body: { email: `${id}@private.example` } });
  const product = await stockedProduct(shop.db);
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, { customer_id: joan.id });
  const statement = () =>
    refused(admin.call(wallets.customer.email, { params: { id: jane.id }, ...toOwn(jane.id) }));
  const invoice = () => refused(admin.call(sales.email, { params: { id: sale.id }, ...toOwn(joan.id) }));
  for (const [id, send] of [
    [jane.id, statement],
    [joan.id, invoice],
  ] as const) {
    const [erased, sent] = await duringFirst(
      shop.db,
      () => admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } }),
      send,
    );
    expect(erased.status).toBe(200);
    expect(sent).toBe('409 The personal data of this customer was erased, so nothing was sent.');
  }
  const { rows } = await sql`select from emails where to_address like '%@private.example'`.execute(shop.db);
  expect(rows).toEqual([]);
});
