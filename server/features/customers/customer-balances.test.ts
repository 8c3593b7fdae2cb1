import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { wallets } from '#domain/wallet/wallet.contract';
import { asBookkeeper, someCustomer } from '../../../tests/support/books';
import { customerItem } from '../../../tests/support/customer-items';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('F41 the list shows each customer’s balance and wallet, sorted and filtered, with permission to see the ledger', async () => {
  const [owing, paid, later] = [
    await someCustomer(app.db, 'Ledger Owing'),
    await someCustomer(app.db, 'Ledger Credit'),
    await someCustomer(app.db, 'Ledger Later'),
  ];
  const on = londonDate(new Date());
  await asBookkeeper(app.db, async ctx => {
    await customerItem(ctx, owing, {
      side: 'debit',
      amount: 5000,
      on: addDays(on, -40),
      dueOn: addDays(on, -10),
    });
    await customerItem(ctx, owing, { side: 'debit', amount: 250, dueOn: addDays(on, 20) });
    await customerItem(ctx, paid, { side: 'credit', amount: 700 });
    await customerItem(ctx, later, { side: 'debit', amount: 900, dueOn: addDays(on, 20) });
  });
  const keeper = await app.as('view_customer', 'view_ledger', 'export_data');
  const listed = async (query: Record<string, string>) =>
    (await keeper.call(customers.list, { query: { search: 'Ledger ', ...query } })).reply.data.map(
      ({ name, owed, overdue, wallet }) => [name, owed, overdue, wallet],
    );
  const rows = [
    ['Ledger Owing', 5250, 5000, 0],
    ['Ledger Later', 900, 0, 0],
    ['Ledger Credit', 0, 0, 700],
  ];
  expect(await listed({ sort_by: 'owed', sort_order: 'desc' })).toEqual(rows);
  expect((await listed({ sort_by: 'wallet', sort_order: 'desc' }))[0]).toEqual(rows[2]);
  expect(await listed({ standing: 'overdue' })).toEqual([rows[0]]);
  expect(
    (await listed({ standing: 'owing', sort_by: 'owed', sort_order: 'asc' })).map(([name]) => name),
  ).toEqual(['Ledger Later', 'Ledger Owing']);
  expect(await listed({ standing: 'in_credit' })).toEqual([rows[2]]);
  const total = async (query: Record<string, string>) =>
    (await keeper.call(customers.totals, { query: { search: 'Ledger ', ...query } })).reply;
  expect(await total({})).toEqual({ owed: 6150, overdue: 5000, wallet: 700 });
  expect(await total({ standing: 'overdue' })).toEqual({ owed: 5250, overdue: 5000, wallet: 0 });
  expect(await total({ search: 'No such customer' })).toEqual({ owed: 0, overdue: 0, wallet: 0 });
  const file = await keeper.call(customers.export, { query: { search: 'Ledger Owing' } });
  expect(file.raw.toString()).toContain('52.50');
  // Only invoices due by today are due today.
  const { reply } = await keeper.call(wallets.customer.statement, { params: { id: owing } });
  expect(reply.today).toMatchObject({ outstanding: 5250, due: 5000, overdue: 5000 });

  const clerk = await app.as('view_customer', 'export_data');
  const seen = await clerk.call(customers.list, { query: { search: 'Ledger Owing' } });
  expect(seen.raw.toString()).not.toMatch(/owed|overdue|wallet/);
  for (const query of [{ sort_by: 'owed' }, { sort_by: 'wallet' }, { standing: 'owing' }] as const)
    expect((await clerk.call(customers.list, { query })).status, JSON.stringify(query)).toBe(403);
  expect((await clerk.call(customers.totals, { query: {} })).status).toBe(403);
  expect((await clerk.call(customers.export, { query: {} })).raw.toString()).not.toContain('Owed');
});

test('F41 a merge moves balance and wallet at once', async () => {
  const [kept, gone] = [await someCustomer(app.db, 'Merge Kept'), await someCustomer(app.db, 'Merge Gone')];
  await asBookkeeper(app.db, async ctx => {
    await customerItem(ctx, gone, { side: 'debit', amount: 400 });
    await customerItem(ctx, gone, { side: 'credit', amount: 150 });
  });
  const keeper = await app.as('view_customer', 'edit_customer', 'delete_customer', 'view_ledger');
  expect(
    (await keeper.call(customers.merge, { params: { id: kept }, body: { other_id: gone } })).status,
  ).toBe(200);
  const { reply } = await keeper.call(customers.list, { query: { search: 'Merge ' } });
  expect(reply.data.map(({ name, owed, wallet }) => [name, owed, wallet])).toEqual([
    ['Merge Kept', 400, 150],
  ]);
  const merged = await keeper.call(customers.list, { query: { search: 'Merge Gone', status: 'merged' } });
  expect(merged.reply.data.map(({ owed, wallet }) => [owed, wallet])).toEqual([[0, 0]]);
});
