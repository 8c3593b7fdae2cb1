import { expect, test } from 'vitest';
import { noBankDetails } from './bank-details.contract';
import { paymentInstructions } from './payment-instructions';

const bank = {
  account_name: 'Harbour & Vale Ltd',
  sort_code: '20-11-96',
  account_number: '40112233',
  iban: 'GB33BUKB20201555555555',
};
const due = { balance: 24_099, due: '21 Dec 2026', reference: 'INV-00042' };

test('an amount due is asked for with its date, account and reference', () => {
  expect(paymentInstructions(bank, due)).toEqual([
    ['Balance due', '£240.99'],
    ['Due date', '21 Dec 2026'],
    ['Account name', 'Harbour & Vale Ltd'],
    ['Sort code', '20-11-96'],
    ['Account number', '40112233'],
    ['IBAN', 'GB33 BUKB 2020 1555 5555 55'],
    ['Reference', 'INV-00042'],
  ]);
  expect(paymentInstructions(bank, { ...due, name: 'Deposit' })[0]).toEqual(['Deposit', '£240.99']);
});

test('what is not known is not printed', () => {
  expect(paymentInstructions(noBankDetails, { ...due, due: null, reference: null })).toEqual([
    ['Balance due', '£240.99'],
  ]);
  expect(paymentInstructions({ ...noBankDetails, account_name: '', iban: '' }, { ...due, due: '' })).toEqual([
    ['Balance due', '£240.99'],
    ['Reference', 'INV-00042'],
  ]);
});

test('a settled balance and a credit are not asked for, and a penny is', () => {
  const asked = (balance: number) => paymentInstructions(bank, { ...due, balance }).length;
  expect([asked(0), asked(-1), asked(1)]).toEqual([0, 0, 7]);
});
