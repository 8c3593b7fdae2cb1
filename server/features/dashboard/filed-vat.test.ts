import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { journals } from '#domain/journals/journal.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { balanceOf } from '../../../tests/support/books';
import { historyDesk } from '../../../tests/support/histories';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
const now = new Date('2026-08-10T11:00:00Z');

/**
 * A history with VAT of £10.00 that was returned elsewhere, of which £4.00 were paid from here in June; then the return
 * of April to June, with £6.00 to pay.
 */
beforeAll(async () => {
  app = await startTestApp({ jobs: true, clock: () => now });
  admin = await app.as('admin');
  const { imported } = historyDesk(() => admin);
  await imported(
    [
      ['1001', 'CUP', 'CUP', '10', '2026-03-10 09:00', '5.00', '5'],
      ['1002', 'CUP', 'CUP', '6', '2026-05-10 09:00', '5.00', '5'],
    ],
    { vat_cut_over: '2026-03-31' },
  );
  await post('4.00', '1020', { business_date: '2026-06-15', date_reason: 'From the bank statement' });
  expect((await admin.call(vatReturns.file, { body: { to: '2026-06-30' } })).status).toBe(200);
});
afterAll(() => app.close());

type Dated = { readonly business_date?: string; readonly date_reason?: string };

/** A journal of VAT payable against another account. */
async function post(amount: string, against: string, dated: Dated = {}) {
  const lines = [
    { account: '2205', debit: amount },
    { account: against, credit: amount },
  ];
  const { reply, refusal } = await admin.call(journals.create, {
    body: { narrative: 'VAT', lines, ...dated },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply.id;
}
const reverse = (id: number) =>
  admin.call(journals.reverse, { params: { id }, body: { reason: 'Typed wrong' } });
const filed = async () =>
  (await admin.call(dashboard.show)).reply.money_ahead?.ledger?.vat.map(({ amount }) => amount);

test('F70 V29 R4 VAT filed is due until it is paid, whatever a history has moved to the account', async () => {
  expect(await balanceOf(app.db, '2205')).toBe(-1_200);
  expect(await filed()).toEqual([600]);

  const half = await post('2.50', '1020');
  expect(await filed()).toEqual([350]);
  await post('3.50', '2400');
  expect(await filed()).toEqual([]);
  await reverse(half);
  expect(await filed()).toEqual([250]);
});

test('F70 V29 clearing what a history moved leaves VAT filed as it was, and so does reversing that', async () => {
  const cleared = await post('5.00', '3100');
  expect(await filed()).toEqual([250]);
  await reverse(cleared);
  expect(await filed()).toEqual([250]);
  await post('6.00', '3100');
  expect(await filed()).toEqual([250]);
  await post('2.50', '1020');
  expect(await filed()).toEqual([]);
  expect(await balanceOf(app.db, '2205')).toBe(0);
});
