import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { londonDate } from '#domain/kernel/dates';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { someSupplier } from '../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('W1 audit 14, item 3: suppliers are sorted by what is owed, with permission to see the ledger', async () => {
  const admin = await app.as('admin');
  const bill = (supplier_id: number, kind: 'bill' | 'credit', amount: string) =>
    admin.call(openingBalances.addBill, {
      body: {
        kind,
        supplier_id,
        supplier_bill_number: `OLD-${supplier_id}-${kind}`,
        bill_date: londonDate(new Date()),
        amount,
      },
    });
  const [none, most, same, credit] = [
    await someSupplier(app.db, 'Ledger None'),
    await someSupplier(app.db, 'Ledger Most'),
    await someSupplier(app.db, 'Ledger Same'),
    await someSupplier(app.db, 'Ledger Credit'),
  ];
  await bill(most, 'bill', '90.00');
  await bill(most, 'credit', '20.00');
  await bill(credit, 'credit', '12.00');

  const keeper = await app.as('view_supplier', 'view_ledger', 'export_data');
  const listed = async (query: Record<string, string>) =>
    (
      await keeper.call(suppliers.list, { query: { search: 'ledger ', sort_by: 'owed', ...query } })
    ).reply.data.map(({ id, owed_amount }) => [id, owed_amount]);
  // Those owed the same are in order of entry.
  const rows = [
    [credit, -1200],
    [none, 0],
    [same, 0],
    [most, 7000],
  ];
  expect(await listed({ sort_order: 'asc' })).toEqual(rows);
  expect((await listed({ sort_order: 'desc' })).map(([id]) => id)).toEqual([most, same, none, credit]);
  const total = async (search: string) =>
    (await keeper.call(suppliers.totals, { query: { search } })).reply.owed_amount;
  expect(await total('ledger ')).toBe(5800);
  expect(await total('ledger credit')).toBe(-1200);
  expect(await total('no such supplier')).toBe(0);
  const file = await keeper.call(suppliers.export, { query: { search: 'ledger', sort_by: 'owed' } });
  const lines = file.raw.toString().split('\r\n');
  expect(lines[0]).toMatch(/,Owed,Unused credit$/);
  expect(lines.slice(1, 5).map(line => line.split(',').slice(-2))).toEqual([
    ['0.00', '12.00'],
    ['0.00', '0.00'],
    ['0.00', '0.00'],
    ['70.00', '0.00'],
  ]);

  const clerk = await app.as('view_supplier', 'export_data');
  const seen = await clerk.call(suppliers.list, { query: { search: 'ledger ' } });
  expect(seen.reply.data).toHaveLength(4);
  expect(seen.raw.toString()).not.toContain('owed_amount');
  expect((await clerk.call(suppliers.totals, { query: {} })).reply).not.toHaveProperty('owed_amount');
  expect((await clerk.call(suppliers.export, { query: {} })).raw.toString()).not.toContain('Owed');
  for (const call of [suppliers.list, suppliers.totals, suppliers.export])
    expect((await clerk.call(call, { query: { sort_by: 'owed' } })).status).toBe(403);
});
