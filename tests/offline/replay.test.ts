import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import {
  type Answer,
  isForLater,
  isUnsent,
  paidBody,
  type PaidSent,
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
let sender: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  await app.as('admin');
  seller = await app.as('view_pos', 'create_sale');
  sender = await app.as('view_pos', 'create_sale');
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

/** The receipt of one line at £2.40 each, including 20% VAT. */
function documentOf({ lines: [line], sold_at }: SaleSent): QueuedSale['document'] {
  const gross = toPence(Number(line?.quantity) * 240);
  const net = toPence(gross / 1.2);
  const shown = {
    list_price: toPence(240),
    unit_price: toPence(240),
    amount: gross,
    line_discount: toPence(0),
    discount_reason: null,
    cart_discount: toPence(0),
    vat_code: 'S',
    vat_percent: 2000,
    net,
    vat: toPence(gross - net),
    gross,
  };
  return { sold_at: new Date(sold_at ?? 0), lines: [shown] } as unknown as QueuedSale['document'];
}

const queuedOf = (body: SaleSent): QueuedSale => ({
  clientId: body.client_id,
  userId: seller.userId,
  userName: 'Somebody',
  body,
  document: documentOf(body),
  status: 'waiting',
  tries: 0,
  triedAt: null,
  problem: null,
  number: null,
  saleId: null,
});

/** What a till sends, and how it reads the reply. The user signed in is not the cashier who sold it. */
async function post(body: PaidSent): Promise<Answer> {
  const { status, reply, refusal } = await sender.call(sales.recordPaid, { body });
  if (status === 200 && reply.sale) return { kind: 'done', saleId: reply.sale.id, number: reply.sale.number };
  if (status === 200) return { kind: 'kept', reason: reply.kept ?? '' };
  if (isForLater(status)) return { kind: 'unreached' };
  const { message, errors = {}, current } = refusal;
  return { kind: 'refused', refused: { status, message, errors, current } };
}

/** Sales on the server by the till's own ids: how often, and how many units. */
async function onServer(): Promise<Map<string, { times: number; pieces: number }>> {
  const { rows } = await sql<{ client_id: string; times: number; pieces: number }>`
    select s.client_id, count(distinct s.id)::int as times, sum(l.quantity)::float as pieces
    from sales s join sale_lines l on l.sale_id = s.id group by 1`.execute(app.db);
  return new Map(rows.map(({ client_id, times, pieces }) => [client_id, { times, pieces }]));
}

test('R28 F23 F97 two hundred sales made offline, sent shuffled, repeated and with replies lost, are posted once each: none is refused', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = numbersFrom(seed);
  const shuffled = <T>(items: readonly T[]) =>
    items
      .map(item => ({ item, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ item }) => item);
  const plenty = await stockedProduct(app.db, { pieces: '1000' });
  // There was enough stock when they were sold, most of which others have sold since.
  const gone = await stockedProduct(app.db, { pieces: '40' });
  const higherPriced = await stockedProduct(app.db, { pieces: '1000' });
  const queue = new Map(
    Array.from({ length: sold }, (_, nth) => {
      const product_id = [plenty, gone, plenty, gone, higherPriced][nth % 5] ?? plenty;
      const pieces = 1 + (nth % 3);
      const body = sent([{ product_id, quantity: String(pieces) }], pieces * 240, {
        was_offline: true,
        sold_at: new Date(Date.now() - (sold - nth) * 60_000).toISOString(),
      });
      return [body.client_id, queuedOf(body)];
    }),
  );
  await sql`update products set price_pence = 300 where id = ${higherPriced}`.execute(app.db);
  await sql`update till_sessions set opened_at = now() - interval '1 day' where id = ${till}`.execute(app.db);
  // The cashier is deactivated before anything is sent, and stays so.
  await sql`update users set status = 'inactive' where id = ${seller.userId}`.execute(app.db);

  const ports: QueuePorts = {
    now: () => new Date(),
    send: async body => {
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
  const queued = [...queue.values()];
  expect([...new Set(queued.map(sale => sale.status))], `seed ${seed}`).toEqual(['done']);
  for (const sale of queued) {
    const pieces = sale.body.lines.reduce((sum, line) => sum + Number(line.quantity), 0);
    expect(there.get(sale.clientId), `seed ${seed}`).toEqual({ times: 1, pieces });
  }
  expect(there.size, `seed ${seed}`).toBe(sold);
  const { rows: found } = await sql<{ kind: string; sales: number }>`
    select kind, count(distinct sale_id)::integer as sales from sale_exceptions group by kind order by kind`.execute(
    app.db,
  );
  // Every sale names its cashier, and those of the expensive product its price; once stock ran out, that too.
  expect(found, `seed ${seed}`).toEqual([
    { kind: 'cashier', sales: sold },
    { kind: 'price', sales: sold / 5 },
    { kind: 'stock', sales: expect.any(Number) as number },
  ]);
  // Another tab sends everything again: nothing changes.
  const before = await app.digest();
  await Promise.all(
    shuffled(queued)
      .slice(0, 50)
      .map(sale => post(paidBody(sale, new Date()))),
  );
  expect(await app.digest(), `seed ${seed}`).toBe(before);
  expect(await breachesOf(app.db), `seed ${seed}`).toEqual([]);
});
