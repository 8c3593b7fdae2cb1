import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  owner = await app.as('admin');
  const { id: supplier_id } = await addSupplier(app, { name: 'Mill & Co' });
  for (const [amount, status] of [
    ['50.00', 'completed'],
    ['7.00', 'pending'],
    ['9.00', 'completed'],
  ] as const)
    await owner.call(payments.create, {
      body: { supplier_id, amount, status, payment_method: 'bank_transfer' },
    });
});
afterAll(() => app.close());

const rows = async (query: Record<string, string> = {}) =>
  (await owner.call(paymentTransactions.list, { query: { per_page: '100', ...days, ...query } })).reply.data;
const accounts = async () => (await owner.call(paymentTransactions.totals, { query: days })).reply.accounts;
const reconcile = (body: Parameters<typeof send>[1], by: Caller = owner) => send(by, body);
const send = (by: Caller, body: { reconciled: boolean; keys?: string[]; filters?: Record<string, string> }) =>
  by.call(paymentTransactions.reconcile, { body });
const bank = (found: Awaited<ReturnType<typeof accounts>>) => found.find(({ code }) => code === '1020');

test('a payment is reconciled once, with the user, and unreconciled again; the books do not change', async () => {
  const posted = async () =>
    (
      await sql`select md5(string_agg(l::text, '|' order by journal_id, line_number)) as lines from journal_lines l`.execute(
        app.db,
      )
    ).rows;
  const before = await posted();
  const key = (await rows({ account: '1020' })).find(({ amount }) => amount === 5000)?.key ?? '';
  const [one, two] = await Promise.all([
    reconcile({ reconciled: true, keys: [key] }),
    reconcile({ reconciled: true, keys: [key, key] }),
  ]);
  expect(one.reply.changed + two.reply.changed).toBe(1);
  expect((await rows({ reconciled: 'yes' })).map(row => [row.key, row.reconciled?.at])).toEqual([
    [key, now.toISOString()],
  ]);
  expect(bank(await accounts())).toMatchObject({
    closing: -5900,
    reconciled: -5000,
    unreconciled: -900,
  });
  expect((await app.audits(3)).map(({ action }) => action)).toContain('reconciled');
  expect((await reconcile({ reconciled: false, keys: [key] })).reply.changed).toBe(1);
  expect(await rows({ reconciled: 'yes' })).toEqual([]);
  expect(await posted()).toEqual(before);
});

test('everything that matches the filters is reconciled at once, except pending payments', async () => {
  const open = (await rows()).filter(({ status }) => status === 'completed');
  const ticked = await reconcile({ reconciled: true, filters: { ...days, account: '1020' } });
  expect(ticked.reply.changed).toBe(open.filter(({ account }) => account?.code === '1020').length);
  expect((await rows({ reconciled: 'no' })).every(({ reconciled }) => reconciled === null)).toBe(true);
  expect((await rows({ reconciled: 'no' })).every(({ status }) => status === 'completed')).toBe(true);
  const refused = await reconcile({ reconciled: true, filters: { ...days, status: 'failed,pending' } });
  expect(refused.refusal?.errors).toEqual({ filters: ['Only completed payments can be reconciled.'] });
  const shown = { ...days, status: 'completed,pending' };
  expect((await reconcile({ reconciled: true, filters: shown })).reply.changed).toBe(
    open.length - ticked.reply.changed,
  );
  for (const { closing, reconciled, unreconciled } of await accounts())
    expect(reconciled + unreconciled).toBe(closing);
  expect(
    (await reconcile({ reconciled: false, filters: { ...days, reconciled: 'yes' } })).reply.changed,
  ).toBe(open.length);
});

test('a reversed payment stays reconciled; its reversal is reconciled separately', async () => {
  const paid = (await rows({ account: '1020' })).find(({ amount }) => amount === 900);
  await reconcile({ reconciled: true, keys: [paid?.key ?? ''] });
  const [{ id } = { id: 0 }] = (
    await sql<{ id: number }>`select id from payments where amount_pence = 900`.execute(app.db)
  ).rows;
  await owner.call(payments.cancel, { params: { id }, body: { reason: 'Paid twice' } });
  const both = (await rows({ account: '1020' })).filter(({ amount }) => amount === 900);
  expect(both.map(({ is_reversed, reconciled }) => [is_reversed, reconciled !== null])).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  );
  expect(both).toHaveLength(2);
});

test('without permission to record payments nothing is reconciled; anything that is not a payment is refused', async () => {
  const key = (await rows({ account: '1020' }))[0]?.key ?? '';
  const reader = await app.as('view_dashboard');
  expect((await reconcile({ reconciled: true, keys: [key] }, reader)).status).toBe(403);
  const [sale = { key: '' }] = (
    await sql<{ key: string }>`select journal_id || '-' || line_number as key from journal_lines
      where account_code = '4000' limit 1`.execute(app.db)
  ).rows;
  for (const body of [
    { reconciled: true, keys: [sale.key] },
    { reconciled: true, keys: ['99999-1'] },
    { reconciled: true, keys: ['payment-1'] },
    { reconciled: true, keys: [] },
    { reconciled: true },
    { reconciled: true, keys: [key], filters: {} },
    { reconciled: true, filters: { ...days, status: 'pending' } },
  ])
    expect((await reconcile(body)).status, JSON.stringify(body)).toBe(422);
});

test('a payment that the user may not see is refused by key as one that does not exist', async () => {
  const key = (await rows({ account: '1020' }))[0]?.key ?? '';
  // Payments of suppliers need view_supplier or view_ledger; without either the list has none.
  const clerk = await app.as('view_dashboard', 'view_sale', 'create_payment');
  await reconcile({ reconciled: true, keys: [key] });
  for (const reconciled of [true, false]) {
    const { status, refusal } = await reconcile({ reconciled, keys: [key] }, clerk);
    expect([status, refusal.errors]).toEqual([
      422,
      { keys: ['One of these is not a payment. Reload the list.'] },
    ]);
  }
  expect((await rows({ reconciled: 'yes' })).map(row => row.key)).toContain(key);
  const buyer = await app.as('view_dashboard', 'view_supplier', 'create_payment');
  expect((await reconcile({ reconciled: false, keys: [key] }, buyer)).reply.changed).toBe(1);
});
