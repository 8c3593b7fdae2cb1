import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import {
  type Answer,
  isForLater,
  isUnsent,
  type QueuedSale,
  type QueuePorts,
  sendQueued,
} from '../../web/features/pos/engine/queue';
import { breachesOf } from '../support/books';
import { openTill, type SaleSent, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

const sold = 200;
let app: TestApp;
let seller: Caller & { readonly userId: number };
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  // Somebody has to stay who may let the seller in again.
  await app.as('admin');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sent } = shopFloor(() => ({ app, seller, till }));

/** The same numbers for the same seed, which a failure names. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const queuedOf = (body: SaleSent): QueuedSale => ({
  clientId: body.client_id,
  userId: seller.userId,
  userName: 'Somebody',
  body,
  document: { sold_at: new Date(body.sold_at ?? 0) } as QueuedSale['document'],
  basket: {} as QueuedSale['basket'],
  status: 'waiting',
  tries: 0,
  problem: null,
  number: null,
  saleId: null,
});

/** What a till sends, and what it takes the answer for. */
async function post(body: QueuedSale['body']): Promise<Answer> {
  const { status, reply, refusal } = await seller.call(sales.complete, {
    body,
    headers: { 'idempotency-key': body.client_id },
  });
  if (status === 200) return { kind: 'done', saleId: reply.id, number: reply.number };
  const isWorkedOn = status === 409 && refusal.current === undefined;
  if (isForLater(status) || isWorkedOn) return { kind: 'unreached' };
  const { message, errors = {}, current } = refusal;
  return { kind: 'refused', refused: { status, message, errors, current } };
}

/** Sales of the server by the till's own ids: how often, and how many pieces. */
async function onServer(): Promise<Map<string, { times: number; pieces: number }>> {
  const { rows } = await sql<{ client_id: string; times: number; pieces: number }>`
    select s.client_id, count(distinct s.id)::int as times, sum(l.quantity)::float as pieces
    from sales s join sale_lines l on l.sale_id = s.id group by 1`.execute(app.db);
  return new Map(rows.map(({ client_id, times, pieces }) => [client_id, { times, pieces }]));
}

test('R28 two hundred sales made without a network, sent shuffled, repeated and with answers lost, are sold once each or kept with their reason', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = numbersFrom(seed);
  const shuffled = <T>(items: readonly T[]) =>
    items
      .map(item => ({ item, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  const plenty = await stockedProduct(app.db, { pieces: '1000' });
  // Of these there were enough when they were sold, and others have had most of them since.
  const gone = await stockedProduct(app.db, { pieces: '40' });
  const dearer = await stockedProduct(app.db, { pieces: '1000' });
  const queue = new Map(
    Array.from({ length: sold }, (_, nth) => {
      const product_id = [plenty, gone, plenty, gone, dearer][nth % 5] ?? plenty;
      const pieces = 1 + (nth % 3);
      const body = sent([{ product_id, quantity: String(pieces) }], pieces * 240, {
        was_offline: true,
        sold_at: new Date(Date.now() - (sold - nth) * 60_000).toISOString(),
      });
      return [body.client_id, queuedOf(body)];
    }),
  );
  await sql`update products set price_pence = 300 where id = ${dearer}`.execute(app.db);
  const status = (is: 'active' | 'inactive') =>
    sql`update users set status = ${is} where id = ${seller.userId}`.execute(app.db);

  let asked = 0;
  const ports: QueuePorts = {
    send: async body => {
      asked += 1;
      // Somebody locks the seller out for a while, and lets them in again.
      if (asked === 60) await status('inactive');
      if (asked === 90) await status('active');
      const [answer] = shuffled(await Promise.all(random() < 0.3 ? [post(body), post(body)] : [post(body)]));
      return random() < 0.3 ? { kind: 'unreached' } : (answer ?? { kind: 'unreached' });
    },
    save: async sale => void queue.set(sale.clientId, sale),
  };
  for (let pass = 0; pass < 40; pass++) {
    const waiting = shuffled([...queue.values()].filter(isUnsent));
    if (waiting.length === 0) break;
    for (let at = 0; at < waiting.length; at += 8)
      await Promise.all(waiting.slice(at, at + 8).map(sale => sendQueued(sale, ports)));
  }

  const there = await onServer();
  const kept = [...queue.values()];
  expect([...new Set(kept.map(sale => sale.status))].sort(), `seed ${seed}`).toEqual(['done', 'refused']);
  for (const sale of kept) {
    const pieces = sale.body.lines.reduce((sum, line) => sum + Number(line.quantity), 0);
    const expected = sale.status === 'done' ? { times: 1, pieces } : undefined;
    expect(there.get(sale.clientId), `seed ${seed}`).toEqual(expected);
    if (sale.status === 'refused') expect(sale.problem?.message, `seed ${seed}`).toMatch(/\w/);
  }
  expect(there.size, `seed ${seed}`).toBe(kept.filter(sale => sale.status === 'done').length);
  // Everything again, by another tab that knows no better: nothing changes.
  const before = await app.digest();
  await Promise.all(
    shuffled(kept)
      .slice(0, 50)
      .map(({ body }) => post(body)),
  );
  expect(await app.digest(), `seed ${seed}`).toBe(before);
  expect(await breachesOf(app.db), `seed ${seed}`).toEqual([]);
}, 120_000);
