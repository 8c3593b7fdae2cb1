import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { tillPayments } from '#domain/wallet/till-payment.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { changeMethods } from '../../../tests/support/payment-rules';
import { refused } from '../../../tests/support/refused';
import { customerWithCredit } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
});
afterAll(() => app.close());

/** A session that took £7.20 in cash and £5.00 by card, of which £2.00 were refunded. */
async function tradedTill(): Promise<number> {
  const id = (on.till = await on.opened('100.00'));
  await on.shop.sold([{ product_id: on.tea, quantity: '3' }], 720);
  const byCard = await on.shop.sold([{ product_id: on.book, quantity: '1' }], 500, {
    tenders: [{ method: 'credit_card', tendered: '5.00' }],
  });
  await on.shop.refund(byCard, [{ line_number: 1, quantity: '0.4' }], 200, {
    tenders: [{ method: 'credit_card', amount: '2.00' }],
  });
  return id;
}

const cardOf = (methods: readonly { method: string }[]) =>
  methods.find(({ method }) => method === 'credit_card');

test('T2 T3 other payment methods are counted with the cash, blind, and the Z report freezes them without posting', async () => {
  const id = await tradedTill();
  const clearing = await balanceOf(app.db, '1030');
  const started = await on.keeper.call(tills.startCount, { params: { id }, body: {} });
  expect(started.reply.methods.map(({ method }) => method)).toEqual([
    'credit_card',
    'bank_transfer',
    'cheque',
    'other',
  ]);
  expect(String(started.raw)).not.toContain('"3.00"');
  const counted = await on.keeper.call(tills.count, {
    params: { id },
    body: { total: '107.20', methods: { credit_card: '13.00', cheque: '0.00' } },
  });
  expect(cardOf(counted.reply.methods)).toMatchObject({ expected: 300, counted: 1300, difference: 1000 });
  expect(counted.reply.difference).toBe(0);
  expect((await app.audits())[0]?.after).toMatchObject({ counted_methods: 'Card £13.00, Cheque £0.00' });
  expect(await refused(on.close(id))).toBe(
    '422 Card is £10.00 over, above the limit of £5.00. Enter a reason for the variance.',
  );
  const { reply } = await on.close(id, { reason: 'Keyed as cash' });
  expect([reply.approval, reply.difference]).toEqual(['waiting', 0]);
  const { reply: z } = await on.keeper.call(tills.zReport, { params: { id } });
  expect(z.counted?.methods).toEqual([
    { method: 'credit_card', expected: 300, counted: 1300, difference: 1000 },
    { method: 'cheque', expected: 0, counted: 0, difference: 0 },
  ]);
  expect(reply.methods).toEqual(z.counted?.methods);
  const pdf = await on.keeper.call(tills.print, { params: { id } });
  const text = await textOfPdf(pdf.raw);
  for (const words of ['Other payment methods counted', '£13.00', '£10.00 over'])
    expect(text).toContain(words);
  expect(await balanceOf(app.db, '1030'), 'nothing is posted').toBe(clearing);
  const { rows } = await sql<{ words: string }>`
    select words from notifications where kind = 'till_difference' and key = ${String(id)}`.execute(app.db);
  expect(rows[0]?.words).toMatch(/was closed £10\.00 over by Card \(Z-/);

  expect((await on.manager.call(tills.approve, { params: { id }, body: {} })).status).toBe(200);
  const approvals = await sql<{ up_to_pence: number }>`
    select up_to_pence from document_approvals where document_type = 'till_session' and document_id = ${id}`.execute(
    app.db,
  );
  expect(approvals.rows).toMatchObject([{ up_to_pence: 1000 }]);
  await expect(
    sql`update till_sessions set counted_methods = null where id = ${id}`.execute(app.db),
  ).rejects.toMatchObject({ constraint: 'till_session_is_closed' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('T3 the history of a count calls a method by the company’s name, as the Z report does', async () => {
  const id = await tradedTill();
  await changeMethods(await app.as('admin'), method => (method === 'cheque' ? { name: 'Vouchers' } : {}));
  await on.count(id, { total: '107.20', methods: { credit_card: '3.00', cheque: '0.00' } });
  expect((await app.audits())[0]?.after).toMatchObject({ counted_methods: 'Card £3.00, Vouchers £0.00' });
});

test('T3 counting again replaces the other methods, cancelling drops them, and without any the report has none', async () => {
  const id = await tradedTill();
  await on.count(id, { total: '107.20', methods: { credit_card: '3.00' } });
  const again = await on.keeper.call(tills.count, {
    params: { id },
    body: { total: '107.20', methods: { credit_card: '-1.00' } },
  });
  expect(cardOf(again.reply.methods)).toMatchObject({ counted: -100, difference: -400 });
  await on.keeper.call(tills.cancelCount, { params: { id }, body: {} });
  const open = await on.get(id);
  expect(open.reply.methods).toEqual([]);
  const wrong = { total: '1.00', methods: { wallet: '1.00' } };
  expect((await on.count(id, wrong)).status).toBe(422);
  const counted = await on.keeper.call(tills.count, {
    params: { id },
    body: { total: '107.20', methods: {} },
  });
  expect(cardOf(counted.reply.methods)).toMatchObject({ expected: 300, counted: null, difference: null });
  expect((await on.close(id)).reply.methods).toEqual([]);
  const { reply: z } = await on.keeper.call(tills.zReport, { params: { id } });
  expect(z.counted).not.toHaveProperty('methods');
});

test('T2 T3 211 the X report of a blind count has neither the sales nor the customers’ payments by card until it is saved', async () => {
  const id = await tradedTill();
  const paid = await (await app.as('admin')).call(tillPayments.take, {
    params: { id },
    body: {
      customer_id: await customerWithCredit(app.db, null),
      kind: 'receipt',
      amount: '40.00',
      payment_method: 'credit_card',
    },
  });
  expect(paid.status).toBe(200);
  const cashier = await app.as('view_pos', 'create_sale', 'close_till');
  const methods = async () => {
    const { reply } = await cashier.call(tills.xReport, { params: { id } });
    return [reply.tenders, reply.customer_payments ?? []].map(rows => rows.map(({ method }) => method));
  };
  expect(await methods()).toEqual([[], []]);
  await cashier.call(tills.startCount, { params: { id }, body: {} });
  expect(await methods()).toEqual([[], []]);
  await cashier.call(tills.count, { params: { id }, body: { total: '107.20' } });
  expect(await methods()).toEqual([['cash', 'credit_card'], ['credit_card']]);
});
