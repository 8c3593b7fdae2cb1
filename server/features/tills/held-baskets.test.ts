import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { tillEvents, tills } from '#domain/tills/till.contract';
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
  basket: { lines: [{ product_id: 1, quantity: '2.5', note: 'Zoë’s “gift” 🎁' }] },
  total: '12.00',
  line_count: 1,
  ...more,
});
const hold = (body: object, who: Caller = clerk) => who.call(heldBaskets.hold, { body: { ...body } });
const resume = (id: number, who: Caller = on.seller) => who.call(heldBaskets.resume, { params: { id } });
const waiting = async () => (await clerk.call(heldBaskets.list)).reply;

test('a sale is held once however often it is sent, and is unchanged when resumed', async () => {
  const body = basketOf();
  const all = await Promise.all([1, 2, 3, 4].map(() => hold(body)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(all.map(({ reply }) => reply.id)).size).toBe(1);
  const { data, total } = await waiting();
  expect([total, data]).toMatchObject([
    1,
    [{ name: 'Red coat', total: 1200, line_count: 1, customer: null }],
  ]);
  const { reply } = await resume(data[0]?.id ?? 0);
  expect(reply.basket).toEqual(body.basket);
  expect((await waiting()).total).toBe(0);
  expect((await app.audits())[0]).toMatchObject({ action: 'resumed', record_type: 'held_basket' });
});

test('of two tills that resume one sale at once, one gets it and the other sees who has it', async () => {
  const { id } = (await hold(basketOf())).reply;
  const both = await Promise.all([resume(id), resume(id, clerk), resume(id, on.keeper)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(both.find(({ status }) => status === 409)?.refusal.message).toMatch(
    /^Red coat has already been resumed by Person \d+/,
  );
});

test('a resumed sale is held again by the user who has it, and a late first request is refused', async () => {
  const body = basketOf();
  const { id } = (await hold(body)).reply;
  const { version } = (await resume(id)).reply;
  expect(await refused(hold(body)), 'sent again after it was resumed').toMatch(
    /^409 Red coat has already been resumed by/,
  );
  const changed = { ...body, total: '15.00', basket: { lines: [] }, version };
  expect((await hold(changed, on.seller)).reply).toMatchObject({ id, total: 1500 });
  expect((await hold(changed, on.seller)).status, 'the version is used up').toBe(409);
  expect((await resume(id)).reply.basket).toEqual({ lines: [] });
});

test('R12 the user who resumed a sale can resume it again until it is paid, held or voided; nobody else can', async () => {
  const resumedBy = async (who: Caller) =>
    (await who.call(heldBaskets.list)).reply.resumed.map(({ client_id }) => client_id);
  const body = basketOf();
  const { id } = (await hold(body)).reply;
  const first = (await resume(id, clerk)).reply;
  expect(await resumedBy(clerk)).toContain(body.client_id);
  expect(await resumedBy(on.seller)).not.toContain(body.client_id);
  const again = (await resume(id, clerk)).reply;
  expect(again.basket).toEqual(body.basket);
  expect((await app.audits())[0]).toMatchObject({ action: 'resumed', record_id: id });
  expect(await refused(resume(id))).toMatch(/^409 Red coat has already been resumed by/);
  // What was resumed first, on a till that has lost it, is not held over it.
  expect((await hold({ ...body, version: first.version })).status).toBe(409);
  expect((await hold({ ...body, version: again.version })).status).toBe(200);
  expect(await resumedBy(clerk)).not.toContain(body.client_id);
  expect((await resume(id, clerk)).status).toBe(200);

  const sold = basketOf();
  const paid = (await hold(sold)).reply;
  expect((await resume(paid.id, on.seller)).status).toBe(200);
  on.till = await on.opened();
  await on.shop.sold([{ product_id: on.tea, quantity: '1' }], 240, { client_id: sold.client_id });
  expect(await resumedBy(on.seller)).not.toContain(sold.client_id);
  expect(await refused(resume(paid.id, on.seller))).toMatch(/^409 Red coat has already been resumed by/);

  const left = basketOf();
  const gone = (await hold(left)).reply;
  await resume(gone.id, on.seller);
  const voided = { client_id: left.client_id, reason: 'Left the shop', lines: [], amount: '0.00' };
  expect(
    (await on.seller.call(tills.basketVoided, { params: { id: on.till }, body: voided as never })).status,
  ).toBe(200);
  expect(await resumedBy(on.seller)).not.toContain(left.client_id);
  expect(await refused(resume(gone.id, on.seller))).toMatch(/^409 Red coat was voided/);
});

test('voiding a basket with a value needs permission or approval, and counts in the session', async () => {
  const session_id = await on.opened();
  const voiding = (id: number, who: Caller, more: object = {}) =>
    who.call(heldBaskets.void, { params: { id }, body: { reason: 'Nobody came', session_id, ...more } });
  const { id } = (await hold(basketOf())).reply;
  const response = await voiding(id, clerk);
  expect([response.status, response.refusal.current]).toEqual([
    403,
    { needs: [{ kind: 'void', amount: '12.00' }] },
  ]);
  expect((await voiding(id, on.manager)).status).toBe(200);
  expect(await refused(voiding(id, on.manager))).toMatch(/^409 Red coat was voided by/);
  expect((await resume(id)).status).toBe(409);
  const nothing = (await hold(basketOf({ total: '0.00', line_count: 0, basket: { lines: [] } }))).reply;
  expect((await voiding(nothing.id, clerk)).status, 'of nothing').toBe(200);
  const events = await on.keeper.call(tillEvents.list, { params: { id: session_id } });
  expect(events.reply.data.map(({ kind, amount, note }) => [kind, amount, note])).toEqual([
    // None of its products was in the catalogue.
    ['basket_voided', 1200, 'Red coat: Nobody came (amount reported by the till)'],
    ['basket_voided', 0, 'Red coat: Nobody came'],
  ]);
});

test('F91 F05 the value of a voided basket is calculated from its goods, whatever the till reports', async () => {
  const id = await on.opened();
  const voided = (body: object, who: Caller = clerk) =>
    who.call(tills.basketVoided, {
      params: { id },
      body: { client_id: randomUUID(), reason: 'Left the shop', ...body } as never,
    });
  // Two teas at £2.40 total £4.80: leaving the amount out does not avoid the permission.
  const lines = [{ product_id: on.tea, quantity: '2' }];
  const response = await voided({ lines, amount: '0.00' });
  expect([response.status, response.refusal.current]).toEqual([
    403,
    { needs: [{ kind: 'void', amount: '4.80' }] },
  ]);
  expect((await voided({ lines, amount: '0.00' }, on.manager)).status).toBe(200);
  expect((await voided({ lines, amount: '4.80' }, on.manager)).status).toBe(200);
  // An empty basket has no value; without contents the till's amount counts, and needs permission.
  expect((await voided({ lines: [], amount: '0.00' })).status).toBe(200);
  expect((await voided({ amount: '0.00' })).status).toBe(403);
  expect((await voided({ lines: [{ product_id: 999_999, quantity: '1' }], amount: '0.00' })).status).toBe(
    403,
  );
  expect((await voided({ amount: '9.60' }, on.manager)).status).toBe(200);
  const { data } = (await on.keeper.call(tillEvents.list, { params: { id } })).reply;
  expect(data.map(({ amount, note }) => [amount, note])).toEqual([
    [480, 'Left the shop (the till reported £0.00)'],
    [480, 'Left the shop'],
    [0, 'Left the shop'],
    [960, 'Left the shop (amount reported by the till)'],
  ]);
  // A held basket is valued by what the next till would resume: three teas, £7.20.
  const kept = { lines: [{ key: 1, productId: on.tea, quantity: 3000, factor: 1000 }] };
  const held = (await hold(basketOf({ basket: kept, total: '0.00' }))).reply;
  const refusal = await clerk.call(heldBaskets.void, {
    params: { id: held.id },
    body: { reason: 'Nobody came', session_id: id },
  });
  expect([refusal.status, refusal.refusal.current]).toEqual([
    403,
    { needs: [{ kind: 'void', amount: '7.20' }] },
  ]);
  const body = { reason: 'Nobody came' };
  expect((await on.manager.call(heldBaskets.void, { params: { id: held.id }, body })).status).toBe(200);
  expect((await app.audits())[0]).toMatchObject({
    action: 'voided',
    record_id: held.id,
    after: { total_pence: 720, reason: 'Nobody came', remark: 'the till reported £0.00' },
  });
});

test('067 A-IDOR a sale ends only the held sale that it completes, and the audit log names it', async () => {
  on.till = await on.opened();
  const line = [{ product_id: on.tea, quantity: '1' }];
  const others = (await hold(basketOf({ name: 'Of another customer' }))).reply;
  const isWaiting = async (id: number) => (await waiting()).data.some(basket => basket.id === id);
  await on.shop.sold(line, 240, { held_basket_id: others.id });
  const offline = on.shop.sent(line, 240, {
    held_basket_id: others.id,
    was_offline: true,
    sold_at: new Date().toISOString(),
  });
  expect((await clerk.call(sales.recordPaid, { body: offline })).status).toBe(200);
  expect(await isWaiting(others.id), 'not by a sale of another basket').toBe(true);

  const voiding = { params: { id: others.id }, body: { reason: 'For the test' } };
  expect((await on.manager.call(heldBaskets.void, voiding)).status).toBe(200);

  // Held at one till, sold at another that had resumed it: here the answer to holding it had been lost.
  for (const wasOffline of [false, true]) {
    const body = basketOf({ name: `Own ${wasOffline}` });
    const own = (await hold(body)).reply;
    const sold = on.shop.sent(line, 240, {
      client_id: body.client_id,
      held_basket_id: own.id,
      was_offline: wasOffline,
      ...(wasOffline ? { sold_at: new Date().toISOString() } : {}),
    });
    const { reply } = wasOffline
      ? await on.seller.call(sales.recordPaid, { body: sold })
      : { reply: { sale: (await on.seller.call(sales.complete, { body: sold })).reply } };
    expect(await isWaiting(own.id)).toBe(false);
    expect((await app.audits(5)).find(({ record_type }) => record_type === 'held_basket')).toMatchObject({
      action: 'resumed',
      record_id: own.id,
      record_name: `Own ${wasOffline}`,
      after: { sale: reply.sale?.number },
    });
    const ended = await sql<{ by: number; isDated: boolean }>`
      select ended_by as by, ended_at is not null as "isDated" from held_baskets where id = ${own.id}`.execute(
      app.db,
    );
    expect(ended.rows).toEqual([{ by: on.seller.userId, isDated: true }]);
  }
});

test('F91 F38 a held sale that was resumed is voided at no less than the goods it was held with', async () => {
  const id = await on.opened();
  const body = basketOf({
    basket: { lines: [{ key: 1, productId: on.tea, quantity: 3000, factor: 1000 }] },
    total: '7.20',
  });
  const held = (await hold(body)).reply;
  await resume(held.id, clerk);
  const voided = (more: object, who: Caller = clerk) =>
    who.call(tills.basketVoided, {
      params: { id },
      body: { client_id: body.client_id, amount: '0.00', reason: 'Left the shop', ...more } as never,
    });
  const needed = async (more: object) => (await voided(more)).refusal?.current;
  const needs = (amount: string) => ({ needs: [{ kind: 'void', amount }] });
  expect(await needed({ lines: [] }), 'without any goods').toEqual(needs('7.20'));
  expect(await needed({ lines: [{ product_id: on.tea, quantity: '1' }] })).toEqual(needs('7.20'));
  expect(await needed({}), 'with only an amount').toEqual(needs('7.20'));
  // Five teas at £2.40: goods were added since.
  expect(await needed({ lines: [{ product_id: on.tea, quantity: '5' }] })).toEqual(needs('12.00'));
  expect((await voided({ lines: [] }, on.seller)).status).toBe(200);
  const { data } = (await on.keeper.call(tillEvents.list, { params: { id } })).reply;
  expect(data.map(({ amount, note }) => [amount, note])).toEqual([
    [720, 'Left the shop (valued as when it was held; the till reported £0.00)'],
  ]);
});

test('a basket that cannot be stored is refused with a reason: too large, null characters, half a character, missing customer', async () => {
  const bad = [
    { basket: { note: 'a\u0000b' } },
    { basket: { note: '\ud800' } },
    { basket: { note: 'x'.repeat(400_001) } },
    { basket: [1, 2] },
    { basket: {} },
    { total: '-1.00' },
    { line_count: 501 },
    { name: '' },
    { customer_id: 999_999 },
    { register_id: 999_999 },
    { client_id: 'mine' },
  ];
  for (const more of bad)
    expect((await hold(basketOf(more))).status, JSON.stringify(more).slice(0, 60)).toBe(422);
  const text = JSON.stringify(basketOf({ basket: { deep: 'HERE' } }));
  for (const depth of [100, 20_000]) {
    const payload = text.replace('"HERE"', '['.repeat(depth) + ']'.repeat(depth));
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' };
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: '/api/held-baskets',
      headers,
      payload,
    });
    expect([400, 422], `${depth} deep`).toContain(statusCode);
  }
});

test('sales held longer than the setting are voided overnight, once', async () => {
  await on.set({ held_days: 2 });
  const { id } = (await hold(basketOf({ name: 'Forgotten' }))).reply;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  const night = (days: number) => voidOldBasketsHandler(app.db, () => inDays(days)).run({});
  await night(1.9);
  expect((await waiting()).data.some(basket => basket.id === id)).toBe(true);
  await night(2.1);
  expect((await waiting()).data.some(basket => basket.id === id)).toBe(false);
  const [entry] = await app.audits();
  expect(entry).toMatchObject({ action: 'voided', record_id: id, record_name: 'Forgotten' });
  await night(2.1);
  expect((await app.audits())[0]).toEqual(entry);
  expect(await refused(resume(id))).toBe('409 Forgotten was voided.');
});

test('sales settings are changed with permission and logged; a stale change is refused', async () => {
  await on.set({});
  const { reply } = await clerk.call(sellingSettings.get);
  expect(reply).toMatchObject({ discount_limit: 1000, variance_limit: 500, blind_count: true, held_days: 7 });
  const body = {
    discount_limit: '12.5',
    below_cost: 'warn',
    blind_count: true,
    variance_limit: '2.50',
    held_days: 7,
    desk_price_mode: 'exclusive',
    version: reply.version,
  };
  expect((await clerk.call(sellingSettings.update, { body })).status).toBe(403);
  expect((await on.manager.call(sellingSettings.update, { body })).reply).toMatchObject({
    discount_limit: 1250,
    variance_limit: 250,
    desk_price_mode: 'exclusive',
  });
  expect((await clerk.call(pos.catalogue, { query: {} })).reply.head?.desk_price_mode).toBe('exclusive');
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    record_name: 'Selling',
    before: { discount_limit: '10.00', below_cost: 'approve', variance_limit: '5.00' },
    after: { discount_limit: '12.50', below_cost: 'warn', variance_limit: '2.50' },
  });
  const stale = await on.manager.call(sellingSettings.update, { body });
  expect([stale.status, stale.refusal.current]).toMatchObject([409, { discount_limit: '12.50' }]);
  for (const more of [
    { held_days: 0 },
    { held_days: 366 },
    { variance_limit: '-1.00' },
    { discount_limit: '101' },
    { desk_price_mode: 'both' },
  ])
    expect((await on.manager.call(sellingSettings.update, { body: { ...body, ...more } })).status).toBe(422);
});
