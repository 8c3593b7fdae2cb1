import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerBulk } from '#domain/customers/customer-bulk.contract';
import { customers } from '#domain/customers/customer.contract';
import { imports } from '#domain/imports/import.contract';
import { csvOf, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let cashier: Caller;
let pricer: Caller;
let creditor: Caller;
let trade: number;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  const rights = ['view_customer', 'create_customer', 'edit_customer'] as const;
  cashier = await app.as(...rights);
  pricer = await app.as(...rights, 'override_price');
  creditor = await app.as(...rights, 'sell_on_account');
  const { rows } = await sql<{ id: number }>`
    insert into price_groups (name, percent_off, created_at, updated_at) values ('Trade', 40, now(), now()) returning id`.execute(
    app.db,
  );
  trade = rows[0]?.id ?? 0;
});
afterAll(() => app.close());

const add = (who: Caller, body: object) =>
  who.call(customers.create, { body: { name: 'Ada Byrne', ...body } });
const noGroup = 'You do not have permission to change a customer’s price group.';
const noCredit = 'You do not have permission to change a customer’s payment terms or credit limit.';

test('a price group is chosen and changed with the permission to override prices only', async () => {
  const group = { price_group_id: trade };
  const before = await app.digest();
  const refused = await add(cashier, group);
  expect([refused.status, refused.refusal.message]).toEqual([403, noGroup]);
  expect((await add(creditor, group)).status).toBe(403);
  expect(await app.digest()).toBe(before);
  const { reply: customer } = await add(pricer, group);
  const edit = (who: Caller, body: object) =>
    who.call(customers.update, { params: { id: customer.id }, body: { name: 'Ada Byrne', ...body } });
  // Left as it is, others can still edit the customer; left out, it would be removed.
  expect((await edit(cashier, { ...group, phone: '01632 960100' })).status).toBe(200);
  expect((await edit(cashier, {})).refusal.message).toBe(noGroup);
  expect((await edit(pricer, {})).reply.price_group).toBeNull();
});

test('W7 payment terms and credit limits take the permission to sell on account or to correct ledgers', async () => {
  const accountant = await app.as('create_customer', 'adjust_ledger');
  for (const terms of [{ credit_limit: '500.00' }, { payment_terms_days: 60 }]) {
    expect((await add(cashier, terms)).refusal.message).toBe(noCredit);
    expect((await add(pricer, terms)).status).toBe(403);
    expect((await add(creditor, terms)).status).toBeLessThan(300);
    expect((await add(accountant, terms)).status).toBeLessThan(300);
  }
  // As a till adds one, and with the usual terms sent along.
  expect((await add(cashier, {})).status).toBeLessThan(300);
  const terms = { payment_terms_days: 30, credit_limit: '0.00' };
  const { reply: customer } = await add(cashier, terms);
  const edit = (who: Caller, body: object) =>
    who.call(customers.update, {
      params: { id: customer.id },
      body: { name: 'Ada Byrne', ...terms, ...body },
    });
  expect((await edit(cashier, { credit_limit: '1.00' })).refusal.message).toBe(noCredit);
  expect((await edit(creditor, { credit_limit: '1.00' })).reply.credit_limit).toBe(100);
  expect((await edit(cashier, { credit_limit: '1.00', notes: 'Rings first' })).status).toBe(200);
});

test('W7 many customers at once, and those of a file, are given credit by the same users', async () => {
  const selection = { filter: {}, change: { credit_limit: '900.00' } };
  expect((await cashier.call(customerBulk.preview, { body: selection })).refusal.message).toBe(noCredit);
  expect(
    (await cashier.call(customerBulk.start, { body: { ...selection, hash: 'a'.repeat(64) } })).status,
  ).toBe(403);
  expect((await creditor.call(customerBulk.preview, { body: selection })).status).toBe(200);
  const tagged = { filter: {}, change: { add_tags: ['vip'] } };
  expect((await cashier.call(customerBulk.preview, { body: tagged })).status).toBe(200);
  const file = {
    name: 'customers.csv',
    content: Buffer.from(
      csvOf([
        ['Name', 'Credit limit', 'Payment terms'],
        ['Grace Hill', '500', '60'],
      ]),
    ),
  };
  const imported = await uploadTable(cashier, 'customers', file);
  expect(imported.mapping).toEqual({ name: 0 });
  const mapping = { name: 0, credit_limit: 1 };
  const { status, refusal } = await cashier.call(imports.check, {
    params: { id: imported.id },
    body: { version: imported.version, mapping },
  });
  expect([status, refusal.message]).toEqual([
    403,
    'You do not have permission to import the field Credit limit. Skip its column.',
  ]);
  const allowed = await uploadTable(creditor, 'customers', file);
  expect(allowed.mapping).toEqual({ name: 0, credit_limit: 1, payment_terms_days: 2 });
});

test('the walk-in customer has no price group: tills sell to it at list prices without asking', async () => {
  const { rows } = await sql<{ id: number }>`select id from customers where is_walk_in`.execute(app.db);
  const { status, refusal } = await pricer.call(customers.update, {
    params: { id: rows[0]?.id ?? 0 },
    body: { name: 'Walk-in customer', payment_terms_days: 0, price_group_id: trade },
  });
  expect([status, refusal.errors]).toEqual([
    422,
    { price_group_id: ['The walk-in customer always pays list prices.'] },
  ]);
});
