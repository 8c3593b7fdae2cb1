import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { sales } from '#domain/sales/sale.contract';
import { openSecrets } from '../../server/platform/secrets';
import { breachesOf, movedOn } from '../support/books';
import { held, holdTransaction, untilWaitingForLock } from '../support/held-transaction';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { sealTo } from '../../web/features/pos/engine/seal-sale';

type PaidSent = BodySent<typeof sales.recordPaid>;
const secrets = openSecrets(Buffer.alloc(32, 7));
let app: TestApp;
let manager: Caller & { readonly userId: number };
let seller: Caller & { readonly userId: number };
let till: number;
beforeAll(async () => {
  app = await startTestApp({ secrets });
  manager = await app.as('approve_variance', 'view_pos', 'create_sale', 'view_sale');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sent } = shopFloor(() => ({ app, seller, till }));

/** Two pieces of a product at £15.00 that is not there yet: £30.00 with £5.00 VAT. */
const missingProduct = async (): Promise<PaidSent> => {
  const { rows } = await sql<{ id: number }>`
    select (max(id) + 1)::bigint as id from products`.execute(app.db);
  const product_id = rows[0]?.id ?? 0;
  return {
    ...sent([{ product_id, quantity: '2' }], 3000, { was_offline: true, sold_at: new Date().toISOString() }),
    charged: [
      {
        list_price: '15.00',
        unit_price: '15.00',
        amount: '30.00',
        line_discount: '0.00',
        cart_discount: '0.00',
        vat_code: 'S',
        vat_percent: '20.00',
        net: '25.00',
        vat: '5.00',
        gross: '30.00',
      },
    ],
    sent_at: new Date().toISOString(),
  };
};
const mend = ({ lines }: PaidSent) =>
  stockedProduct(app.db, { price: 1500 as never }).then(id => expect(id).toBe(lines[0]?.product_id));
const record = (body: PaidSent) =>
  seller.call(sales.recordPaid, { body: { ...body, sent_at: new Date().toISOString() } });
const notPosted = async (state: 'open' | 'reviewed') =>
  (await manager.call(saleExceptions.list, { query: { kind: 'not_booked', state } })).reply.data;
const kept = async () => {
  await stockedProduct(app.db);
  const body = await missingProduct();
  const { reply } = await record(body);
  expect(reply).toMatchObject({ sale: null, kept: expect.any(String) as string });
  const [exception] = await notPosted('open');
  await mend(body);
  return { body, exception: exception?.id ?? 0 };
};

test('067 a kept sale that the till sends again is posted, and its exception closes by itself', async () => {
  const { body, exception } = await kept();
  const { reply } = await record(body);
  expect(reply.sale).not.toBeNull();
  expect(await notPosted('open')).toEqual([]);
  const [closed] = await notPosted('reviewed');
  expect(closed).toMatchObject({
    id: exception,
    sale: { id: reply.sale?.id, number: reply.sale?.number },
    note: `Sent again and posted as ${reply.sale?.number}.`,
  });
  const params = { id: exception };
  expect((await manager.call(saleExceptions.postAgain, { params })).status, 'nothing is left to post').toBe(
    409,
  );
  expect(await breachesOf(app.db)).toEqual([]);
});

test('067 the same from the sealed copy on another device', async () => {
  const { body } = await kept();
  const sealed = await sealTo(secrets.box.publicKey, JSON.stringify(body), `sale ${body.client_id}`);
  const { reply, refusal } = await manager.call(sales.recordSealed, {
    body: { client_id: body.client_id, sealed, sent_at: new Date().toISOString() },
  });
  expect([refusal, reply.kept]).toEqual([undefined, null]);
  expect(await notPosted('open')).toEqual([]);
});

test('067 an exception left open by an earlier version closes when a manager posts it, and nothing is posted twice', async () => {
  const { body, exception } = await kept();
  const { reply } = await record(body);
  // As an earlier version left it.
  await sql`alter table unbooked_sales disable trigger user`.execute(app.db);
  await sql`alter table sale_exceptions disable trigger user`.execute(app.db);
  await sql`update unbooked_sales set sale_id = null where client_id = ${body.client_id}`.execute(app.db);
  await sql`update sale_exceptions set reviewed_by = null, reviewed_at = null, note = null where id = ${exception}`.execute(
    app.db,
  );
  await sql`alter table unbooked_sales enable trigger user`.execute(app.db);
  await sql`alter table sale_exceptions enable trigger user`.execute(app.db);
  expect((await notPosted('open')).map(({ id }) => id)).toEqual([exception]);
  const count = async () =>
    (await sql<{ count: number }>`select count(*) as count from sales`.execute(app.db)).rows[0]?.count;
  const before = await count();
  const posted = await manager.call(saleExceptions.postAgain, { params: { id: exception } });
  expect([posted.status, posted.reply.sale?.number]).toEqual([200, reply.sale?.number]);
  expect(await notPosted('open')).toEqual([]);
  expect(await count()).toBe(before);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('067 what was kept with another total stays open, and is said to be another sale', async () => {
  const { body, exception } = await kept();
  const other = {
    ...body,
    expected_total: '29.00',
    tenders: [{ method: 'cash' as const, tendered: '30.00' }],
  };
  expect((await record(other)).reply.kept).toEqual(expect.any(String));
  const { reply } = await record(body);
  const open = await notPosted('open');
  expect(open.map(({ id }) => id)).not.toContain(exception);
  expect(open).toHaveLength(1);
  const again = await manager.call(saleExceptions.postAgain, { params: { id: open[0]?.id ?? 0 } });
  expect([again.status, again.refusal.message]).toEqual([
    409,
    `This sale has already been recorded as ${reply.sale?.number} with a different total.`,
  ]);
});

test('067 a till that sends again while a manager posts the sale: one sale, no exception left', async () => {
  const { body, exception } = await kept();
  const [posted, resent] = await Promise.all([
    manager.call(saleExceptions.postAgain, { params: { id: exception } }),
    record(body),
  ]);
  expect([200, 409]).toContain(posted.status);
  expect(resent.reply.sale).not.toBeNull();
  const { rows } = await sql`select id from sales where client_id = ${body.client_id}`.execute(app.db);
  expect(rows).toHaveLength(1);
  expect(await breachesOf(app.db)).toEqual([]);
});

/** Kept because all days to today are locked; the manager then reopens the day and enters the £30.00 by hand. */
const enteredByHand = async () => {
  await stockedProduct(app.db);
  const body = await missingProduct();
  await mend(body);
  await sql`update books_lock set locked_through = ${londonDate(new Date())}`.execute(app.db);
  expect((await record(body)).reply).toMatchObject({ sale: null, kept: expect.any(String) as string });
  const [exception] = await notPosted('open');
  await sql`update books_lock set locked_through = null`.execute(app.db);
  const { lines, tenders } = body;
  const invoice = await manager.call(sales.complete, { body: sent(lines, 3000, { tenders }) });
  expect(invoice.status).toBe(200);
  const review = () =>
    manager.call(saleExceptions.review, {
      params: { id: exception?.id ?? 0 },
      body: { note: `Entered as ${invoice.reply.number}` },
    });
  return { body, review };
};
const resolved = 'A manager has already resolved this sale, so it was not posted again.';

test('R12 R28 067 a kept sale that a manager entered by hand and reviewed is not posted when the till sends it again', async () => {
  const { body, review } = await enteredByHand();
  expect((await review()).status).toBe(200);
  const open = await notPosted('open');
  // Cash, sales, VAT and stock stand still, whichever way it is sent.
  const moved = await movedOn(app.db, ['1000', '4000', '2200', '1200'], async () => {
    expect((await record(body)).reply).toEqual({ sale: null, kept: resolved });
    const sealed = await sealTo(secrets.box.publicKey, JSON.stringify(body), `sale ${body.client_id}`);
    const { reply } = await manager.call(sales.recordSealed, {
      body: { client_id: body.client_id, sealed, sent_at: new Date().toISOString() },
    });
    expect(reply).toEqual({ sale: null, kept: resolved });
    const { charged: _charged, sent_at: _sentAt, ...bare } = body;
    const plain = await seller.call(sales.complete, { body: bare });
    expect([plain.status, plain.refusal.message]).toEqual([409, resolved]);
  });
  expect(moved).toEqual([0, 0, 0, 0]);
  expect(await notPosted('open'), 'the manager is not asked again').toEqual(open);
  // Other contents under its id may be other money: the manager decides.
  const other = { ...body, tenders: [{ method: 'cash' as const, tendered: '40.00' }] };
  expect((await record(other)).reply).toEqual({ sale: null, kept: resolved });
  expect((await notPosted('open')).map(({ words }) => words)).toContain(
    `£30.00 was taken but not posted. ${resolved}`,
  );
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R12 R28 067 while a manager is reviewing it, the till that sends it again waits for that', async () => {
  const { body, review } = await enteredByHand();
  const [exception] = await notPosted('open');
  const release = await holdTransaction(
    app.db,
    sql`select from sale_exceptions where id = ${exception?.id} for update`,
  );
  const reviewing = review();
  await held(app.db);
  const resent = record(body);
  await untilWaitingForLock(app.db, { count: 2 });
  await release();
  expect((await reviewing).status).toBe(200);
  expect((await resent).reply).toEqual({ sale: null, kept: resolved });
});
