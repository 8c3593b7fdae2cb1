import { expect, test } from 'vitest';
import { toQuantity } from '../kernel/quantity';
import { codeRule, goesToAccount, matcherOf, plainCode } from './code-rules';
import {
  adjustmentReasonOf,
  readHistoryLine,
  readMoment,
  readPrice,
  reasonWithoutOriginal,
  sortLine,
} from './history-line';
import { matchReturns } from './match-returns';

const values = { number: '536365', sku: '85123A', quantity: '6', sold_at: '2010-12-01', price: '2.55' };
const read = (more: object) => readHistoryLine({ ...values, ...more });
const lineOf = (more: object = {}) => {
  const result = read(more);
  if (!('line' in result)) throw new Error(JSON.stringify(result));
  return result.line;
};
const fieldsOf = (more: object) => {
  const result = read(more);
  return 'problems' in result ? result.problems.map(({ field }) => field) : [];
};

test('a line keeps what is known of it, and what is not is null', () => {
  expect(lineOf()).toMatchObject({
    number: '536365',
    numberKey: '536365',
    isCancellation: false,
    description: '',
    quantity: 6000,
    price: 255_000,
    amount: 1_530_000_000n,
    businessDate: '2010-12-01',
    customerNumber: null,
    country: null,
  });
  expect(
    lineOf({ number: 'C12', customer: '17850.00', country: 'France', description: 'Cup' }),
  ).toMatchObject({
    numberKey: 'c12',
    isCancellation: true,
    customerNumber: '17850',
    country: 'France',
    description: 'Cup',
  });
  expect([lineOf({ number: 'c12' }).isCancellation, lineOf({ number: '1C2' }).isCancellation]).toEqual([
    true,
    false,
  ]);
  expect(lineOf({ customer: '1785.50' }).customerNumber).toBe('1785.50');
  // Without a time, it is noon in London.
  expect(lineOf().soldAt.toISOString()).toBe('2010-12-01T12:00:00.000Z');
  const long = 'x'.repeat(250);
  const cut = lineOf({ number: long, description: long, country: long, customer: long });
  expect([cut.number, cut.description, cut.country, cut.customerNumber].map(text => text?.length)).toEqual([
    60, 200, 100, 60,
  ]);
});

test('a code has at most 60 characters, and a line a quantity, a price and a date', () => {
  expect([fieldsOf({ sku: 'x'.repeat(60) }), fieldsOf({ sku: 'x'.repeat(61) })]).toEqual([[], ['sku']]);
  expect(fieldsOf({ number: '', sku: '', quantity: '', price: '', sold_at: '' })).toEqual([
    'number',
    'sku',
    'quantity',
    'price',
    'sold_at',
  ]);
  expect(readHistoryLine({})).toHaveProperty('problems');
});

test('M3 quantities have up to three decimals, with zeros or separators as spreadsheets write them', () => {
  const quantity = (text: string) => {
    const result = read({ quantity: text });
    return 'line' in result ? result.line.quantity : null;
  };
  expect(['1,200', '6.0', '6.', '2.500000', '-0.125', '1.2', '10.10'].map(quantity)).toEqual([
    1_200_000, 6000, 6000, 2500, -125, 1200, 10_100,
  ]);
  expect(['1,20', '0.1234', '0', '0.000', 'six', '6 each', '--6', '123456789012'].map(quantity)).toEqual(
    Array.from({ length: 8 }, () => null),
  );
});

test('M3 separators stand before three digits, and zeros are only removed at the end of the decimals', () => {
  const quantity = (text: string) => {
    const result = read({ quantity: text });
    return 'line' in result ? result.line.quantity : null;
  };
  expect(['1,234.5', '1,234,567', '1.050', '1.2500', '2.005000'].map(quantity)).toEqual([
    1_234_500, 1_234_567_000, 1050, 1250, 2005,
  ]);
  expect(['1,2345', '1.0505'].map(quantity)).toEqual([null, null]);
  // The most that the stock of a product can be.
  expect(
    ['99999999999.999', '-99999999999.999'].map(text => fieldsOf({ quantity: text, price: '0' })),
  ).toEqual([[], []]);
});

test('a customer’s number loses the decimals that a spreadsheet gave it, and no other zeros', () => {
  const customer = (text: string) => lineOf({ customer: text }).customerNumber;
  expect(['17850.0', '17850.00', '1.05', 'A.0-7', '.0'].map(customer)).toEqual([
    '17850',
    '17850',
    '1.05',
    'A.0-7',
    null,
  ]);
});

test('D1 a day ends before its 24th hour', () => {
  expect(readMoment('2010-12-01 23:59:59')?.businessDate).toBe('2010-12-01');
  expect(readMoment('2010-12-01 24:00:00')).toBeNull();
});

test('F59 only codes that begin as vouchers do are vouchers', () => {
  const judged = (sku: string) => sortLine({ ...lineOf({ sku }) }, undefined);
  expect([judged('gift_10'), judged('GIFT_10'), judged('my_gift_10'), judged('gift_x')]).toEqual([
    { reason: 'voucher' },
    { reason: 'voucher' },
    { treatment: 'sale' },
    { treatment: 'sale' },
  ]);
});

test('M1 an amount up to ten thousand million pounds is exact, and more is refused', () => {
  const at = (quantity: string) => fieldsOf({ quantity, price: '10000000.00' });
  expect([at('1000'), at('1000.001'), at('-1000'), at('-1000.001')]).toEqual([[], ['price'], [], ['price']]);
});

test('M1 a price has up to three decimals of a penny; zeros after them do not count', () => {
  expect(['2.5500000', '1,234', '1,23', '0', '-0', '12.'].map(readPrice)).toEqual([
    255_000,
    123_400_000,
    null,
    0,
    0,
    1_200_000,
  ]);
  // £0.12345 is 12.345 pence.
  expect(readPrice('0.12345')).toBe(12_345);
  expect(['1.000011', '1234567890', '1.2.3', '2 55'].map(readPrice)).toEqual([null, null, null, 25_500_000]);
});

test('D2 a time of day is that of London: summer time begins and ends at one o’clock', () => {
  const at = (text: string) => readMoment(text)?.soldAt.toISOString() ?? null;
  expect([at('2011-03-27 00:59'), at('2011-03-27 02:00')]).toEqual([
    '2011-03-27T00:59:00.000Z',
    '2011-03-27T01:00:00.000Z',
  ]);
  expect([at('2011-10-30 00:30'), at('2011-10-30 02:30')]).toEqual([
    '2011-10-29T23:30:00.000Z',
    '2011-10-30T02:30:00.000Z',
  ]);
  expect([at('2011-01-01 8:05:07'), at('2011-01-01 08:05:07.123')]).toEqual([
    '2011-01-01T08:05:07.000Z',
    '2011-01-01T08:05:07.000Z',
  ]);
  expect([at('2011-01-01 08:60'), at('2011-01-01 08'), at('2011-01-01 08:05 pm')]).toEqual([
    null,
    null,
    null,
  ]);
  // The largest offset of a time zone is fourteen hours.
  expect([at('2011-01-01 12:00+14:00'), at('2011-01-01 12:00+14:01'), at('2011-01-01 12:00-0059')]).toEqual([
    '2010-12-31T22:00:00.000Z',
    null,
    '2011-01-01T12:59:00.000Z',
  ]);
});

const sorted = (more: object, rule?: Parameters<typeof sortLine>[1]) => sortLine(lineOf(more), rule);

test('F59 a charge has no stock, so a cancelled one is returned and a free one with a minus is nothing', () => {
  const charge = { code: 'POST', match: 'code', treatment: 'charge' } as const;
  expect([sorted({}, charge), sorted({ price: '0' }, charge)]).toEqual([
    { treatment: 'charge' },
    { treatment: 'charge' },
  ]);
  expect(sorted({ quantity: '-1', price: '0' }, charge)).toEqual({ reason: 'not_stocked' });
  expect(sorted({ quantity: '-1' }, charge)).toEqual({ reason: 'wrong_sign' });
  expect(sorted({ number: 'C1', quantity: '-1' }, charge)).toEqual({ treatment: 'return' });
  // A code that a user calls goods is goods, though it looks like a voucher.
  expect(sorted({ sku: 'gift_0001_20' }, { ...charge, treatment: 'sale' })).toEqual({ treatment: 'sale' });
  expect(sorted({ sku: 'gift_wrap' })).toEqual({ treatment: 'sale' });
});

test('F59 what goes to an account takes the account of the rule, or that of its kind', () => {
  const rule = (treatment: 'fee' | 'bad_debt' | 'adjustment', account?: string) =>
    ({ code: 'X', match: 'code', treatment, ...(account === undefined ? {} : { account }) }) as const;
  expect([sorted({}, rule('fee')), sorted({}, rule('fee', '6100')), sorted({}, rule('bad_debt'))]).toEqual([
    { treatment: 'account', account: '6910' },
    { treatment: 'account', account: '6100' },
    { treatment: 'account', account: '6800' },
  ]);
  expect([sorted({}, rule('adjustment')), sorted({}, rule('adjustment', '3000'))]).toEqual([
    { reason: 'needs_account' },
    { treatment: 'account', account: '3000' },
  ]);
  expect(
    (['sale', 'fee', 'bad_debt', 'adjustment', 'discount', 'listed'] as const).filter(goesToAccount),
  ).toEqual(['fee', 'bad_debt', 'adjustment']);
});

test('F59 a rule names a code with a letter or a digit, and matches the code or the description', () => {
  const accepts = (code: string) => codeRule.safeParse({ code, treatment: 'fee' }).success;
  expect([accepts('BANK*'), accepts('*'), accepts('--'), accepts('ABC\u0000'), accepts('')]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(codeRule.parse({ code: ' B ', treatment: 'fee' })).toMatchObject({ code: 'B', match: 'code' });
  expect(plainCode(' Bank-Charges 2* ')).toBe('bankcharges2*');
  const own = matcherOf([{ code: 'late *', match: 'description', treatment: 'fee' }]);
  expect(own({ sku: 'LATE 1', description: 'Cup' })).toBeUndefined();
  expect(own({ sku: 'X1', description: 'Late payment' })?.treatment).toBe('fee');
  // What was found for one description is not that of another one with the same code.
  expect(own({ sku: 'X1', description: 'Cup' })).toBeUndefined();
});

test('a cancellation without its sale is a cost of our own for fees of banks and marketplaces', () => {
  expect(['BANK CHARGES', 'AmazonFee', 'CUP'].map(reasonWithoutOriginal)).toEqual([
    'own_cost',
    'own_cost',
    'no_original',
  ]);
});

test('I7 the words of a stock change: damage before loss, loss before own use', () => {
  const out = (text: string) => adjustmentReasonOf(text, false);
  for (const word of [
    'damages',
    'faulty',
    'broken... broke',
    'mouldy',
    'wet',
    'rusty',
    'crushed',
    'thrown',
    'throw away',
    "can't sell",
    'smashed',
  ])
    expect([word, out(word)]).toEqual([word, 'damaged']);
  for (const word of ['lost', 'missing', 'MIA', 'stolen']) expect([word, out(word)]).toEqual([word, 'lost']);
  for (const word of ['given away', 'sample', 'display', 'showroom'])
    expect([word, out(word)]).toEqual([word, 'own_use']);
  expect([out('lost, damaged'), out('miami'), out('')]).toEqual(['damaged', 'correction', 'correction']);
  expect([adjustmentReasonOf('came back?', true), adjustmentReasonOf('wet', true)]).toEqual([
    'found',
    'correction',
  ]);
});

const sold = (key: string, at: number, remaining: number, same = 'a', ordinal = 1) => ({
  key,
  ordinal,
  same,
  at,
  remaining: toQuantity(remaining),
});
const returned = (row: number, at: number, quantity: number, same = 'a') => ({
  row,
  same,
  at,
  quantity: toQuantity(quantity),
});
const keysOf = (matches: ReturnType<typeof matchReturns>) =>
  Object.fromEntries(
    [...matches].map(([row, lines]) => [
      row,
      lines.map(({ key, ordinal, quantity }) => [key, ordinal, quantity]),
    ]),
  );

test('V13 returns are matched in the order of their time, and rows at one time in the order of the file', () => {
  // The earlier return takes the newest sale before it, and leaves the older one.
  const matches = matchReturns(
    [sold('one', 1, 2), sold('two', 2, 2)],
    [returned(9, 5, 2), returned(8, 4, 2)],
  );
  expect(keysOf(matches)).toEqual({ 8: [['two', 1, 2]], 9: [['one', 1, 2]] });
  const together = matchReturns(
    [sold('one', 1, 2), sold('two', 2, 2)],
    [returned(9, 5, 2), returned(8, 5, 2)],
  );
  expect(keysOf(together)).toEqual({ 8: [['two', 1, 2]], 9: [['one', 1, 2]] });
  // Of one sale, the last line comes first.
  expect(keysOf(matchReturns([sold('one', 1, 2), sold('one', 1, 2, 'a', 2)], [returned(9, 5, 3)]))).toEqual({
    9: [
      ['one', 2, 2],
      ['one', 1, 1],
    ],
  });
});

test('V13 a return that finds too little takes nothing, and leaves it to the next', () => {
  const matches = matchReturns([sold('one', 1, 2)], [returned(8, 4, 3), returned(9, 5, 2)]);
  expect(keysOf(matches)).toEqual({ 9: [['one', 1, 2]] });
  // Not of a sale at the same time, of another product, or with nothing left.
  expect(keysOf(matchReturns([sold('one', 4, 2)], [returned(8, 4, 1)]))).toEqual({});
  expect(keysOf(matchReturns([sold('one', 1, 2, 'b')], [returned(8, 4, 1)]))).toEqual({});
  expect(keysOf(matchReturns([sold('one', 1, 0), sold('old', 0, 1)], [returned(8, 4, 1)]))).toEqual({
    8: [['old', 1, 1]],
  });
});
