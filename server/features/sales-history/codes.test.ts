import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { historyDesk } from '../../../tests/support/histories';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
});
afterAll(() => app.close());

const { checked, imported, summaryOf, listedOf } = historyDesk(() => clerk);

test('F59 bad debts, fees and discounts go to their accounts or are credited, never sold, however they are spelled and signed', async () => {
  const codes = ['4000', '4010', '6800', '6910', '1030', '2200', '2205'];
  const balances = async () => Promise.all(codes.map(code => balanceOf(app.db, code)));
  const before = await balances();
  const done = await imported(
    [
      ['690001', 'G-1', 'CUP', '10', '2012-03-01 09:00', '2.00', '908'],
      ['A690002', 'B', 'Adjust bad debt', '1', '2012-03-02 09:00', '11062.06'],
      ['A690003', 'b ', 'Adjust bad debt', '1', '2012-03-02 09:01', '-11062.06'],
      ['A690004', 'B', 'Adjust bad debt', '1', '2012-03-02 09:02', '-11062.06'],
      ['690005', 'bank-charges', 'Bank Charges', '1', '2012-03-03 09:00', '15.00'],
      ['C690006', 'BANK CHARGES', 'Bank Charges', '-1', '2012-03-03 09:00', '£37.50'],
      ['C690007', 'AMAZONFEE', 'AMAZON FEE', '-1', '2012-03-04 09:00', '16888.02'],
      ['C690008', 'D', 'Discount', '-1', '2012-03-05 09:00', '27.50', '908'],
      ['690009', 'ADJUST', 'Adjustment by john', '1', '2012-03-05 09:00', '5.00'],
      ['690010', 'POST', 'POSTAGE', '1', '2012-03-05 09:00', '18.00', '908'],
    ],
    { vat_cut_over: '2012-12-31' },
  );
  expect(done.counts).toMatchObject({ new: 9, rejected: 1 });
  expect(await listedOf(done.id)).toEqual([[10, 'code_listed']]);
  const moved = (await balances()).map((now, at) => now - (before[at] ?? 0));
  // Sold: 20.00 and 18.00 net at 20% VAT. Credited: 27.50 net with 5.50 VAT. Bad debt: the total of the three.
  expect(Object.fromEntries(codes.map((code, at) => [code, moved[at]]))).toEqual({
    '4000': -3800,
    '4010': 2750,
    '6800': 1106206,
    '6910': 1688802 + 3750 - 1500,
    '1030': 4560 - 3300 - 1106206 - 1688802 - 3750 + 1500,
    // Returned elsewhere, so cleared to 2205.
    '2200': 0,
    '2205': -(760 - 550),
  });
  const { proof } = await summaryOf(done.id);
  expect(proof.map(({ holds, rounding }) => [holds, rounding])).toEqual([
    [true, '0.00'],
    [true, '0.00'],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F59 verify finds a fee posted as a sale, independently of the classification rules', async () => {
  await imported([['691001', 'BANK CHARGES', 'Bank Charges', '1', '2012-04-01 09:00', '15.00']], {
    code_rules: [{ code: 'BANK*', match: 'code', treatment: 'charge' }],
  });
  expect(await breachesOf(app.db)).toEqual([
    expect.stringMatching(/^L10: Sale INV-\d+, line 1: BANK CHARGES Bank Charges of £18\.00 is a fee/),
  ]);
});

test("F59 a rule's account must allow postings", async () => {
  const trial = await checked([['692001', 'G-1', 'CUP', '1', '2012-05-01 09:00', '1.00']]);
  for (const [account, message] of [
    ['1100', '1100 Trade debtors control is a control account, so you cannot post to it manually.'],
    ['9999', 'There is no account 9999.'],
  ]) {
    const response = await clerk.call(imports.check, {
      params: { id: trial.id },
      body: { mapping: trial.mapping, code_rules: [{ code: 'X', treatment: 'adjustment', account }] },
    });
    expect([response.status, response.refusal.errors]).toEqual([422, { 'code_rules.0.account': [message] }]);
  }
});
