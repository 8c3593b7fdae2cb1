import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
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

test('L1 a journal is posted by hand, numbered, and shown with its lines', async () => {
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

test('D6 an earlier day needs the right to date back, and a reason', async () => {
  const back = { business_date: addDays(today, -3) };
  expect((await post({ ...back, date_reason: 'Late' })).status).toBe(403);
  const dater = await app.as('view_ledger', 'adjust_ledger', 'backdate');
  expect((await post(back, dater)).refusal.errors).toHaveProperty('date_reason');
  expect((await post({ ...back, date_reason: 'Bank statement came late' }, dater)).reply).toMatchObject({
    ...back,
    reason: 'Bank statement came late',
  });
});

test('L1 a journal by hand is reversed once; one of a document is corrected by its document', async () => {
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

test('journals are found by account, day and words', async () => {
  const total = async (query: Record<string, string>) =>
    (await keeper.call(journals.list, { query })).reply.total;
  expect(await total({ account: '2110' })).toBe(1);
  expect(await total({ from: addDays(today, 1) })).toBe(0);
  expect(await total({ search: 'jnl-00001' })).toBeGreaterThan(0);
  expect((await keeper.call(journals.list, { query: { account: "2110'--" } })).status).toBe(422);
});
