import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { drawerAmount, hasOneCount } from './counted-money';
import { denominationName, denominations, valueOfPieces } from './denominations';
import {
  methodName,
  methodTotalWords,
  methodVarianceWords,
  type SessionMethod,
  sessionVarianceWords,
  takenBy,
} from './method-counts';
import { drawerOptions } from './open-drawer';
import { canRecoverVat, splitPettyCash } from './petty-cash';
import { tillCashName } from './till-cash-kind';
import { countedPieces } from './till-report';
import { unsentWords } from './unsent-sales';
import { varianceWords } from './variance-words';

test('T1 a drawer is worth its notes and coins: three £20, one £1 and two 5p are £61.10', () => {
  expect(valueOfPieces({ '2000': 3, '100': 1, '5': 2 })).toBe(6110);
  expect(valueOfPieces({})).toBe(0);
  // One of each: 50 + 20 + 10 + 5 + 2 + 1 pounds and 50 + 20 + 10 + 5 + 2 + 1 pence.
  const one = Object.fromEntries(denominations.map(worth => [String(worth), 1]));
  expect(valueOfPieces(one)).toBe(8888);
  expect(denominations.map(denominationName).slice(4, 8)).toEqual(['£2', '£1', '50p', '20p']);
});

test('T2 a count is notes and coins or a total, one of them; an empty drawer is zero of something', () => {
  const one = (entry: object) => hasOneCount(entry);
  expect([one({ pieces: {} }), one({ total: 0 }), one({}), one({ pieces: {}, total: 0 })]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([countedPieces.safeParse({ '100': 0 }).success, countedPieces.safeParse({}).success]).toEqual([
    true,
    false,
  ]);
  const accepts = (text: string) => drawerAmount.safeParse(text).success;
  expect([accepts('0.00'), accepts('0.01'), accepts('-0.01')]).toEqual([true, true, false]);
});

test('T2 a variance is said in words, never by its sign', () => {
  expect([-650, 0, 200].map(varianceWords)).toEqual(['£6.50 short', 'None', '£2.00 over']);
});

const counted = (method: 'credit_card' | 'cheque' | 'upi', difference: number | null, name?: string) =>
  ({
    method,
    ...(name === undefined ? {} : { name }),
    expected: toPence(1000),
    counted: difference === null ? null : toPence(1000 + difference),
    difference: difference === null ? null : toPence(difference),
  }) as SessionMethod;

test('T2 the variance of a session names each method that does not agree', () => {
  const methods = [
    counted('credit_card', -200),
    counted('cheque', 0),
    counted('upi', 500, 'Phone'),
    counted('cheque', null),
  ];
  expect(methodVarianceWords(methods)).toBe('£2.00 short by Card, £5.00 over by Phone');
  expect(sessionVarianceWords(-650, methods)).toBe('£6.50 short, £2.00 short by Card, £5.00 over by Phone');
  expect(sessionVarianceWords(0, methods)).toBe('£2.00 short by Card, £5.00 over by Phone');
  expect(sessionVarianceWords(0, [counted('cheque', 0)])).toBe('None');
  expect(sessionVarianceWords(-650, [])).toBe('£6.50 short');
  expect([methodName({ method: 'cheque' }), methodName({ method: 'cheque', name: 'Bank' })]).toEqual([
    'Cheque',
    'Bank',
  ]);
});

test('T3 what a till took by a method is less what it paid back by it', () => {
  const row = (method: string, taken: number, paid_back: number) => ({
    method,
    taken: toPence(taken),
    paid_back: toPence(paid_back),
  });
  const payments = [row('credit_card', 5000, 1200), row('cash', 900, 0), row('credit_card', 300, 0)];
  expect([takenBy(payments, 'credit_card'), takenBy(payments, 'cheque')]).toEqual([4100, 0]);
});

test('T3 the totals of other methods are named as the company names them', () => {
  const names = {
    credit_card: 'Terminal',
    cheque: 'Cheque',
    bank_transfer: 'Transfer',
    upi: 'UPI',
    other: 'Other',
  };
  const totals = { cheque: toPence(1000), credit_card: toPence(500), other: toPence(0) };
  const words = methodTotalWords(totals, names);
  expect(words.split(', ').toSorted()).toEqual(['Cheque £10.00', 'Other £0.00', 'Terminal £5.00']);
  expect(methodTotalWords({}, names)).toBe('');
});

const bought = {
  amount: toPence(1200),
  vatCode: 'S',
  vat: null,
  rate: 2000,
  reference: 'R-1',
  vatNumber: 'GB123456782',
} as const;

test('V4 V18 cash paid out splits into net and VAT: of £12.00 at 20% VAT is £2.00, or what the receipt says', () => {
  expect(splitPettyCash(bought)).toEqual({ net: 1000, vat: 200, gross: 1200 });
  expect(splitPettyCash({ ...bought, vat: toPence(199) })).toEqual({ net: 1001, vat: 199, gross: 1200 });
  expect(splitPettyCash({ ...bought, vat: toPence(0) })).toEqual({ net: 1200, vat: 0, gross: 1200 });
  expect(splitPettyCash({ ...bought, vatCode: null })).toEqual({ net: 1200, vat: 0, gross: 1200 });
});

test('V18 VAT of cash paid out is reclaimed with a receipt and a VAT number, a penny above the rate at most', () => {
  const refused = (change: object) => {
    const result = canRecoverVat({ ...bought, ...change });
    return result.allowed ? null : result.field;
  };
  expect(refused({})).toBeNull();
  expect([refused({ reference: null }), refused({ vatNumber: null })]).toEqual(['reference', 'vat_number']);
  expect([refused({ vat: toPence(201) }), refused({ vat: toPence(202) })]).toEqual([null, 'vat']);
  expect(canRecoverVat({ ...bought, vat: toPence(202) })).toMatchObject({
    reason: 'Enter at most £2.01, the VAT in £12.00 at this rate.',
  });
  // Without VAT there is nothing to prove.
  expect(refused({ vatCode: null, reference: null, vatNumber: null })).toBeNull();
  expect(refused({ vat: toPence(0), reference: null, vatNumber: null })).toBeNull();
});

test('F110 drawers to choose from are known by their session', () => {
  const drawer = { session_id: 7, register_name: 'Front till', opened_at: new Date('2026-11-03T09:00:00Z') };
  expect(drawerOptions([drawer], new Date('2026-11-03T10:00:00Z'))).toEqual([
    { value: '7', label: 'Front till' },
  ]);
});

test('L1 a reversed cash movement says so', () => {
  expect(tillCashName({ kind: 'drop', reverses_id: null })).toBe('Dropped to safe');
  expect(tillCashName({ kind: 'drop', reverses_id: 3 })).toBe('Dropped to safe (reversal)');
});

test('T1 unsent sales of a device are counted, with their amount if it is known', () => {
  const unsent = (sales: number, amount: number | null) =>
    unsentWords({ device: 'T1-A', sales, amount: amount === null ? null : toPence(amount) });
  expect(unsent(2, 480)).toBe('2 sales (£4.80) of device T1-A have not been received');
  expect(unsent(1, null)).toBe('1 sale of device T1-A has not been received');
});
