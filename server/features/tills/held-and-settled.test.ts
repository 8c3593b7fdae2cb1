import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { tillEvents, tills } from '#domain/tills/till.contract';
import { duringFirst } from '../../../tests/support/held-transaction';
import { refused } from '../../../tests/support/refused';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { voidOldBasketsHandler } from './void-old-baskets';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  clerk = await app.as('view_pos', 'create_sale');
});
afterAll(() => app.close());

const basketOf = (more: object = {}) => ({
  client_id: randomUUID(),
  name: 'Red coat',
  basket: { lines: [{ product_id: 1, quantity: '2.5' }] },
  total: '12.00',
  line_count: 1,
  ...more,
});
const hold = (body: object, who: Caller = clerk) => who.call(heldBaskets.hold, { body: { ...body } });
const resume = (id: number, who: Caller) => who.call(heldBaskets.resume, { params: { id } });

test('R12 R28 a held sale that was paid where it was held is neither listed nor resumed, voided or held again', async () => {
  on.till = await on.opened();
  const isListed = async (id: number) =>
    (await clerk.call(heldBaskets.list)).reply.data.some(basket => basket.id === id);
  for (const wasOffline of [false, true]) {
    // The answer to holding it was lost, so the till does not know that it is held, and pays it.
    const body = basketOf({ name: `Paid ${wasOffline}` });
    const { id } = (await hold(body, on.seller)).reply;
    expect(await isListed(id)).toBe(true);
    const sold = on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, {
      client_id: body.client_id,
      was_offline: wasOffline,
      ...(wasOffline ? { sold_at: new Date().toISOString() } : {}),
    });
    const paid = await on.seller.call(wasOffline ? sales.recordPaid : sales.complete, { body: sold });
    expect(paid.status).toBe(200);
    expect(await isListed(id)).toBe(false);
    const isSold = `409 Paid ${wasOffline} has already been sold or saved as a quote.`;
    expect(await refused(resume(id, clerk))).toBe(isSold);
    expect(await refused(hold(body, on.seller))).toBe(isSold);
    const voided = { params: { id }, body: { reason: 'Nobody came' } };
    expect(await refused(on.manager.call(heldBaskets.void, voided))).toBe(isSold);
    const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);
    await voidOldBasketsHandler(app.db, () => inAYear).run({});
    const { rows } = await sql`select status, void_reason from held_baskets where id = ${id}`.execute(app.db);
    expect(rows, 'not counted as voided goods').toEqual([{ status: 'resumed', void_reason: null }]);
  }
});

test('F38 R28 a held sale that is being paid where it was held is not voided meanwhile', async () => {
  on.till = await on.opened();
  const body = basketOf({ name: 'Being paid' });
  const { id } = (await hold(body, on.seller)).reply;
  const sold = on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, { client_id: body.client_id });
  const voiding = { params: { id }, body: { reason: 'Left the shop', session_id: on.till } };
  const [paid, voided] = await duringFirst(
    app.db,
    () => on.shop.complete(sold),
    () => refused(on.manager.call(heldBaskets.void, voiding)),
  );
  expect(paid.status).toBe(200);
  expect(voided).toBe('409 Being paid has already been sold or saved as a quote.');
  const { rows } = await sql`select kind from till_events where client_id = ${body.client_id}`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});

test('F38 R28 the night does not void a held sale that is being paid where it was held', async () => {
  on.till = await on.opened();
  const body = basketOf({ name: 'Held for a year' });
  const { id } = (await hold(body, on.seller)).reply;
  const sold = on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, { client_id: body.client_id });
  const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);
  const [paid] = await duringFirst(
    app.db,
    () => on.shop.complete(sold),
    () => voidOldBasketsHandler(app.db, () => inAYear).run({}),
  );
  expect(paid.status).toBe(200);
  const { rows } = await sql`select status, void_reason from held_baskets where id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ status: 'resumed', void_reason: null }]);
});

test('R28 money taken at two tills for one held sale is recorded both times: the second is kept for review', async () => {
  on.till = await on.opened();
  const body = basketOf();
  await hold(body);
  const taken = (receipt_number: string) =>
    on.seller.call(sales.recordPaid, {
      body: on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, {
        client_id: body.client_id,
        receipt_number,
        was_offline: true,
        sold_at: new Date().toISOString(),
      }),
    });
  const { sale } = (await taken('T1-A-000901')).reply;
  expect(sale?.gross).toBe(240);
  // Sent again from the same till, it is the same sale.
  expect((await taken('T1-A-000901')).reply.sale?.id).toBe(sale?.id);
  const second = `This sale has already been recorded as ${sale?.number} with receipt T1-A-000901. Check whether the customer paid twice.`;
  for (const nth of [1, 2])
    expect((await taken('T2-B-000017')).reply, `attempt ${nth}`).toMatchObject({ sale: null, kept: second });
  expect((await taken('T1-A-000901')).reply.sale?.id, 'which closes nothing of the other').toBe(sale?.id);
  const { rows } = await sql<{ total: number; open: number }>`
    select k.total_pence::integer as total, count(*) filter (where e.reviewed_at is null)::integer as open
    from unbooked_sales k join sale_exceptions e on e.unbooked_id = k.id
    where k.client_id = ${body.client_id} group by k.id`.execute(app.db);
  expect(rows.map(({ total }) => total)).toEqual(rows.map(() => 240));
  expect(rows.reduce((sum, { open }) => sum + open, 0)).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(0);
});

test('F91 a sale whose holding was not answered, and that is voided instead, is no longer held', async () => {
  const session = await on.opened();
  const body = basketOf();
  const { id } = (await hold(body, on.seller)).reply;
  const voided = { client_id: body.client_id, reason: 'Left the shop', lines: [], amount: '0.00' };
  const done = await on.seller.call(tills.basketVoided, { params: { id: session }, body: voided as never });
  expect(done.status).toBe(200);
  expect(await refused(resume(id, clerk))).toMatch(/^409 Red coat was voided/);
});

test('F91 F38 goods taken out of a held sale before it is held again still count when it is voided', async () => {
  const session_id = await on.opened();
  const teas = (quantity: number) => ({
    lines: quantity === 0 ? [] : [{ key: 1, productId: on.tea, quantity: quantity * 1000, factor: 1000 }],
  });
  const totals = ['0.00', '2.40', '4.80', '7.20', '9.60'];
  const body = basketOf({ basket: teas(3), total: totals[3] });
  const { id } = (await hold(body)).reply;
  const heldAgain = async (quantity: number) => {
    const { version } = (await resume(id, clerk)).reply;
    const again = { ...body, basket: teas(quantity), total: totals[quantity], version };
    expect((await hold(again)).status).toBe(200);
  };
  const needed = async () =>
    (
      await clerk.call(heldBaskets.void, {
        params: { id },
        body: { reason: 'Nobody came', session_id },
      })
    ).refusal?.current;
  const needs = (amount: string) => ({ needs: [{ kind: 'void', amount }] });
  // Three teas at £2.40; then one, then none, which would need no approval.
  expect(await needed()).toEqual(needs('7.20'));
  await heldAgain(1);
  expect(await needed()).toEqual(needs('7.20'));
  await heldAgain(0);
  expect(await needed()).toEqual(needs('7.20'));
  // Four teas are worth more than it ever was.
  await heldAgain(4);
  expect(await needed()).toEqual(needs('9.60'));
  await heldAgain(1);
  // Resumed, it is voided at no less either.
  await resume(id, clerk);
  const inBasket = { client_id: body.client_id, reason: 'Left', lines: [], amount: '0.00' };
  const voiding = (who: Caller) =>
    who.call(tills.basketVoided, { params: { id: session_id }, body: inBasket as never });
  expect((await voiding(clerk)).refusal?.current).toEqual(needs('9.60'));
  expect((await voiding(on.manager)).status).toBe(200);
  const { data } = (await on.keeper.call(tillEvents.list, { params: { id: session_id } })).reply;
  expect(data.map(({ amount, note }) => [amount, note])).toEqual([
    [960, 'Left (valued as when it was held; the till reported £0.00)'],
  ]);
});
