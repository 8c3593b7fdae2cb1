import { afterAll, beforeAll, expect, test } from 'vitest';
import { profitPart } from '#domain/accounting/profit-parts';
import { addDays, londonDate } from '#domain/kernel/dates';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { journals } from '#domain/journals/journal.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let keeper: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  keeper = await app.as('view_ledger', 'adjust_ledger');
});
afterAll(() => app.close());
const { products, sent, receive } = orderDesk(() => ({ app, admin }));
const today = londonDate(new Date());
const capital = [
  { account: '1020', debit: '500.00' },
  { account: '3000', credit: '500.00' },
];
const post = (more: object = {}, who = keeper) =>
  who.call(journals.create, { body: { narrative: 'Capital paid in', lines: capital, ...more } });

test('L1 a manual journal is posted, numbered, and shown with its lines', async () => {
  const { status, reply } = await post();
  expect(status).toBe(200);
  expect(reply).toMatchObject({
    kind: 'manual',
    business_date: today,
    document: { number: 'JNL-00001', link: null },
    amount: 50_000,
    lines: [
      { account: { code: '1020', name: 'Bank' }, debit: 50_000 },
      { account: { code: '3000' }, credit: 50_000 },
    ],
    can_reverse: { allowed: true },
  });
  expect((await app.audits())[0]).toMatchObject({
    action: 'posted',
    record_type: 'journal',
    record_name: 'JNL-00001',
  });
});

test.each([
  ['lines', { lines: [capital[0], { account: '3000', credit: '499.99' }] }],
  ['lines', { lines: [capital[0]] }],
  ['lines.1.account', { lines: [capital[0], { account: '9999', credit: '500.00' }] }],
  ['lines.1.account', { lines: [capital[0], { account: '1200', credit: '500.00' }] }],
  ['lines.1.debit', { lines: [capital[0], { account: '3000', debit: '1.00', credit: '500.00' }] }],
  ['narrative', { narrative: '  ' }],
  ['business_date', { business_date: addDays(today, 1) }],
])('a wrong %s is refused by its field, and nothing is posted', async (field, wrong) => {
  const before = await app.digest();
  const { status, refusal } = await post(wrong);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

test('D6 backdating needs permission and a reason', async () => {
  const back = { business_date: addDays(today, -3) };
  expect((await post({ ...back, date_reason: 'Late' })).status).toBe(403);
  const dater = await app.as('view_ledger', 'adjust_ledger', 'backdate');
  expect((await post(back, dater)).refusal.errors).toHaveProperty('date_reason');
  expect((await post({ ...back, date_reason: 'Bank statement came late' }, dater)).reply).toMatchObject({
    ...back,
    reason: 'Bank statement came late',
  });
});

test('L1 a manual journal is reversed once; one of a document is corrected through its document', async () => {
  const bank = await balanceOf(app.db, '1020');
  const { id } = (await post()).reply;
  const reverse = (journal: number) =>
    admin.call(journals.reverse, { params: { id: journal }, body: { reason: 'Typed wrong' } });
  const reversal = await reverse(id);
  expect(reversal.reply).toMatchObject({
    reverses_id: id,
    kind: 'reversal',
    can_reverse: { allowed: false },
  });
  expect(await balanceOf(app.db, '1020')).toBe(bank);
  expect((await reverse(id)).status).toBe(409);
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const list = await keeper.call(journals.list, { query: { kind: 'goods_received' } });
  const [receipt] = list.reply.data;
  expect(receipt).toMatchObject({
    document: { number: 'GRN-00001', link: `/purchases/${order.id}` },
    amount: 1000,
  });
  expect((await reverse(receipt?.id ?? 0)).refusal.message).toContain('belongs to a document');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L1 a reversal is not dated before its journal, whatever document it reverses', async () => {
  const dater = await app.as('view_ledger', 'adjust_ledger', 'backdate');
  const { id } = (await post({ business_date: addDays(today, -3), date_reason: 'Late' }, dater)).reply;
  const reverseOn = (daysAgo: number) =>
    dater.call(journals.reverse, {
      params: { id },
      body: { reason: 'Typed wrong', business_date: addDays(today, -daysAgo), date_reason: 'Late' },
    });
  const early = await reverseOn(4);
  expect([early.status, Object.keys(early.refusal.errors ?? {})]).toEqual([422, ['business_date']]);
  expect((await reverseOn(3)).reply).toMatchObject({ reverses_id: id });
});

test('journals are found by account, day and words', async () => {
  const total = async (query: Record<string, string>) =>
    (await keeper.call(journals.list, { query })).reply.total;
  expect(await total({ account: '2110' })).toBe(1);
  expect(await total({ from: addDays(today, 1) })).toBe(0);
  expect(await total({ search: 'jnl-00001' })).toBeGreaterThan(0);
  expect((await keeper.call(journals.list, { query: { account: "2110'--" } })).status).toBe(422);
});

test('R9 the lines of an account have a running balance, in both directions, over pages and from a day on', async () => {
  const dater = await app.as('view_ledger', 'adjust_ledger', 'backdate');
  const posted = async (day: number, amount: string, side: 'debit' | 'credit') =>
    (
      await post(
        {
          ...(day === 0 ? {} : { business_date: addDays(today, -day), date_reason: 'Late' }),
          lines: [
            { account: '1025', [side]: amount },
            { account: '3100', [side === 'debit' ? 'credit' : 'debit']: amount },
          ],
        },
        dater,
      )
    ).status;
  // Posted in a different order from their days.
  expect(await posted(0, '1.00', 'debit')).toBe(200);
  expect(await posted(9, '20.00', 'debit')).toBe(200);
  expect(await posted(5, '4.00', 'credit')).toBe(200);
  const list = async (query: Record<string, string>) =>
    (await keeper.call(ledgerLines.list, { query: { account: '1025', ...query } })).reply.data.map(
      ({ debit, credit, balance }) => [debit - credit, balance],
    );
  const forwards = [
    [2000, 2000],
    [-400, 1600],
    [100, 1700],
  ];
  expect(await list({ sort_order: 'asc' })).toEqual(forwards);
  expect(await list({})).toEqual(forwards.toReversed());
  expect(await list({ per_page: '1', page: '2' })).toEqual([forwards[1]]);
  expect(await list({ sort_order: 'asc', per_page: '2', page: '2' })).toEqual([forwards[2]]);
  expect(await list({ from: addDays(today, -5), sort_order: 'asc' })).toEqual(forwards.slice(1));
  expect(await list({ to: addDays(today, -5) })).toEqual([forwards[1], forwards[0]]);
  expect(await list({ search: 'capital paid' })).toEqual(
    forwards.toReversed().map(([change]) => [change, null]),
  );
  expect((await list({ account: '3100' })).at(0)?.[1]).toBe(-1700);
  const whole = (await keeper.call(ledgerLines.list, { query: { per_page: '1000' } })).reply.data;
  expect(whole.reduce((sum, line) => sum + line.debit - line.credit, 0)).toBe(0);
  expect(new Set(whole.map(line => line.balance))).toEqual(new Set([null]));
  const file = await admin.call(ledgerLines.export, { query: { account: '1025', format: 'csv' } });
  expect(file.raw.toString().split(/\r?\n/)[1]).toContain('17.00');
  expect((await keeper.call(ledgerLines.export)).status).toBe(403);
});

test('R3 a part of the profit and loss lists the lines of its accounts, with their total', async () => {
  for (const [account, other, amount] of [
    ['4000', '1025', '90.00'],
    ['4900', '1025', '8.00'],
    ['6100', '1025', '3.00'],
  ] as const) {
    const [debit, credit] = account < '5000' ? [other, account] : [account, other];
    const posted = await post({
      lines: [
        { account: debit, debit: amount },
        { account: credit, credit: amount },
      ],
    });
    expect(posted.status).toBe(200);
  }
  const parts = await Promise.all(
    profitPart.options.map(async part => {
      const { data, total } = (await keeper.call(ledgerLines.list, { query: { part, per_page: '100' } }))
        .reply;
      const { debit, credit } = (await keeper.call(ledgerLines.totals, { query: { part } })).reply;
      expect(data).toHaveLength(total);
      expect(data.reduce((sum, line) => sum + line.debit - line.credit, 0)).toBe(debit - credit);
      return [part, new Set(data.map(line => line.account.code))] as const;
    }),
  );
  const accounts = Object.fromEntries(parts.map(([part, codes]) => [part, [...codes].sort()]));
  expect(accounts).toMatchObject({ revenue: ['4000'], other_income: ['4900'], gross_profit: ['4000'] });
  expect(accounts.net_profit).toEqual(expect.arrayContaining(['4000', '4900', '6100']));
  expect(accounts.overheads).toContain('6100');
  expect(accounts.net_profit).not.toContain('1025');
  const query = { part: 'revenue,other_income' };
  const both = (await keeper.call(ledgerLines.list, { query: { ...query, per_page: '100' } })).reply;
  expect(new Set(both.data.map(line => line.account.code))).toEqual(new Set(['4000', '4900']));
  expect((await keeper.call(ledgerLines.totals, { query })).reply).toEqual({ debit: 0, credit: 9800 });
  // Every filter of the list narrows its total.
  for (const more of [
    { kind: 'manual' },
    { search: 'no such narrative' },
    { kind: 'sale', part: 'net_profit' },
    { search: 'e', part: 'net_profit', kind: 'manual' },
  ]) {
    const where = { ...query, ...more };
    const { data } = (await keeper.call(ledgerLines.list, { query: { ...where, per_page: '100' } })).reply;
    const { debit, credit } = (await keeper.call(ledgerLines.totals, { query: where })).reply;
    expect([debit, credit], JSON.stringify(more)).toEqual([
      data.reduce((sum, line) => sum + line.debit, 0),
      data.reduce((sum, line) => sum + line.credit, 0),
    ]);
  }
  // The accounts narrow the parts.
  const narrowed = (await keeper.call(ledgerLines.list, { query: { ...query, account: '4900,1025' } })).reply;
  expect(narrowed.data.map(line => [line.account.code, line.credit])).toEqual([['4900', 800]]);
});
