import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '#domain/accounts/account.contract';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { payments } from '#domain/payments/payment.contract';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { customerWithCredit } from '../../../tests/support/shop';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
// The second day is in the next financial year.
const [first, second] = ['2031-03-30', '2031-04-02'] as const;

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  owner = await app.as('admin');
  await owner.call(customerWallet.receive, {
    params: { id: await customerWithCredit(app.db, null, 'Wren') },
    body: { amount: '20.00', payment_method: 'bank_transfer' },
  });
  const { id: supplier_id } = await addSupplier(app, { name: 'Mill & Co' });
  await owner.call(payments.create, {
    body: { supplier_id, amount: '30.00', payment_method: 'bank_transfer' },
  });
});
afterAll(() => app.close());

const show = async (query: { as_at?: string; compare?: 'year' } = {}, who = owner) => {
  const { reply, refusal } = await who.call(balanceSheets.show, { query });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const amountOf = (sheet: Awaited<ReturnType<typeof show>>, key: string) =>
  sheet.lines.find(line => line.key === key)?.amount ?? 0;

test('R9 W8 the balance sheet agrees with the trial balance, customers and suppliers separate', async () => {
  const sheet = await show();
  expect(amountOf(sheet, 'net_assets')).toBe(amountOf(sheet, 'equity'));
  expect([
    amountOf(sheet, 'receivables'),
    amountOf(sheet, 'customer_credit'),
    amountOf(sheet, 'prepayments'),
  ]).toEqual([240, 2000, 3000]);
  const { rows } = (await owner.call(trialBalance.show, { query: { as_at: second } })).reply;
  const balances = new Map(rows.map(({ code, debit, credit }) => [code, debit - credit]));
  expect(amountOf(sheet, 'receivables') - amountOf(sheet, 'customer_credit')).toBe(balances.get('1100'));
  expect(amountOf(sheet, 'payables') - amountOf(sheet, 'prepayments')).toBe(0 - (balances.get('2100') ?? 0));
  for (const { code, amount } of sheet.lines.filter(line => line.code !== null))
    expect(Math.abs(amount), String(code)).toBe(Math.abs(balances.get(code ?? '') ?? 0));
});

test('R3 the profit of the year is that of the profit and loss; the rest is retained', async () => {
  const net = async (from: string, to: string) =>
    (await owner.call(profitAndLosses.show, { query: { from, to } })).reply.lines.find(
      ({ key }) => key === 'net_profit',
    )?.amount;
  const sheet = await show();
  expect(sheet.year_from).toBe('2031-04-01');
  expect(amountOf(sheet, 'year')).toBe(await net('2031-04-01', second));
  expect(amountOf(sheet, 'earlier')).toBe(await net('2030-04-01', '2031-03-31'));
  expect(amountOf(await show({ as_at: first }), 'earlier')).toBe(0);
  const compared = await show({ compare: 'year' });
  expect(compared.compared_at).toBe('2030-04-02');
  const then = await show({ as_at: '2030-04-02' });
  for (const { key, before } of compared.lines) expect(before, key).toBe(amountOf(then, key));
  // D4: a year before the end of February is the end of February.
  expect((await show({ as_at: '2029-02-28', compare: 'year' })).compared_at).toBe('2028-02-29');
  expect((await show({ as_at: '2028-02-29', compare: 'year' })).compared_at).toBe('2027-02-28');
});

test('needs permission to see the ledger; also as a file; impossible dates are refused', async () => {
  const viewer = await app.as('view_dashboard');
  expect((await viewer.call(balanceSheets.show)).status).toBe(403);
  expect((await owner.call(balanceSheets.show, { query: { as_at: '1066-10-14' } })).status).toBe(422);
  const text = await textOfPdf((await owner.call(balanceSheets.export, { query: { format: 'pdf' } })).raw);
  expect(text).toContain('Net assets');
});
