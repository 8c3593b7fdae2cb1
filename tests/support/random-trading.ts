import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { textFromQuantity, wholeUnits } from '#domain/kernel/quantity';
import { calculateSale } from '#domain/sales/calculate-sale';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { type Random, seededRandom } from '../../server/demo/random';
import { loadPriceRules } from '../../server/features/prices';
import { customerWithCredit, openTill, stockedProduct } from './shop';
import type { Caller, TestApp } from './test-app';
import { sellingRights } from './two-days';

/** Times on both sides of midnight in London, at both clock changes and a leap day. */
export const moments = [
  '2032-02-28T12:00:00Z',
  '2032-02-28T23:59:59Z',
  '2032-02-29T00:00:00Z',
  '2032-02-29T23:59:59Z',
  '2032-03-01T00:00:00Z',
  '2032-03-28T00:59:59Z',
  '2032-03-28T01:00:00Z',
  // Summer time: 23:59:59, then midnight.
  '2032-03-28T22:59:59Z',
  '2032-03-28T23:00:00Z',
  '2032-04-05T22:59:59Z',
  '2032-04-05T23:00:00Z',
  '2032-06-30T22:59:59Z',
  '2032-06-30T23:00:00Z',
  // The hour that occurs twice.
  '2032-10-30T23:00:00Z',
  '2032-10-31T00:30:00Z',
  '2032-10-31T01:30:00Z',
  '2032-10-31T23:59:59Z',
  '2032-11-01T00:00:00Z',
] as const;

type Shop = {
  readonly app: TestApp;
  readonly random: Random;
  readonly tills: readonly number[];
  readonly products: readonly number[];
  readonly customers: readonly number[];
  /** A different one each time. */
  readonly seller: () => Promise<Caller>;
  /** Sales with no refunds. */
  readonly standing: Standing[];
};
type Standing = {
  readonly sale: SaleDetail;
  readonly method: 'cash' | 'credit_card' | 'account' | 'split';
  readonly till: number;
};

/**
 * Sales at each of the times, with refunds, cancellations and edits of earlier ones, drawn from a seed: three sellers,
 * three tills, products of two categories and of none, three VAT rates, line and basket discounts, cash, card, both,
 * and on account. `goTo` sets the clock, and may do more at a time.
 */
export async function tradeAtRandom(
  app: TestApp,
  goTo: (moment: string) => unknown,
  seed: number,
  perMoment: number,
): Promise<void> {
  await goTo(moments[0]);
  const shop: Shop = { app, random: seededRandom(seed), standing: [], ...(await setUp(app)) };
  for (const moment of moments) {
    await goTo(moment);
    await staySignedIn(app, moment);
    for (let n = 0; n < perMoment; n++) await doSomething(shop);
  }
}

/** Months pass between two times, and the same users stay signed in. */
const staySignedIn = ({ db }: TestApp, moment: string) =>
  sql`update sessions set last_seen_at = ${moment}, expires_at = ${moment}::timestamptz + interval '12 hours'`.execute(
    db,
  );

async function setUp(app: TestApp) {
  const { db } = app;
  const { rows: categories } = await sql<{ id: number }>`
    insert into categories (name, created_at, updated_at) values ('Tea', now(), now()), ('Coffee', now(), now())
    returning id`.execute(db);
  const { rows: brands } = await sql<{ id: number }>`
    insert into brands (name, created_at, updated_at) values ('Hill', now(), now()) returning id`.execute(db);
  const [tea, coffee, hill] = [categories[0]?.id ?? 0, categories[1]?.id ?? 0, brands[0]?.id ?? 0];
  const kinds = [
    { vat_code: 'S', category_id: tea, brand_id: hill, price: toPence(240) },
    { vat_code: 'R', category_id: tea, price: toPence(199), cost: 71 },
    { vat_code: 'Z', category_id: coffee, price: toPence(333), cost: 120 },
    { vat_code: 'S', category_id: coffee, brand_id: hill, price: toPence(1999), cost: 833 },
    { vat_code: 'S', price: toPence(7), cost: 3 },
  ] as const;
  const products: number[] = [];
  for (const kind of kinds) products.push(await stockedProduct(db, { ...kind, pieces: '100000' }));
  const tills = [await openTill(db, 100_000), await openTill(db, 100_000)];
  const customers = [
    await customerWithCredit(db, 100_000_000, 'Ann'),
    await customerWithCredit(db, 100_000_000, 'Bea'),
  ];
  const sellers = await Promise.all(
    Array.from({ length: 3 }, () => app.as(...sellingRights, 'override_price')),
  );
  let turn = 0;
  const seller = async () => sellers[turn++ % sellers.length] as Caller;
  return { products, tills, customers, seller };
}

async function doSomething(shop: Shop): Promise<void> {
  const { random, standing } = shop;
  if (standing.length < 2) return sellSomething(shop);
  await random.weighted([
    [6, sellSomething],
    [2, takeSomethingBack],
    [1, cancelSomething],
    [1, editSomething],
  ])(shop);
}

const oneOf = <T>(random: Random, things: readonly T[]): T =>
  things[random.between(0, things.length - 1)] as T;

/** Some lines, sometimes with a discount, and their total. */
async function someBasket({ app, random, products }: Shop) {
  const lines = Array.from({ length: random.between(1, 4) }, () => ({
    product_id: oneOf(random, products),
    quantity: random.between(1, 6),
    isDented: random.chance(20),
  }));
  const isRegular = random.chance(25);
  const date = londonDate(new Date());
  const rules = await loadPriceRules(app.db, products, null, date);
  if (!rules) throw new Error('Without a price group none can be missing');
  const { gross } = calculateSale({
    mode: 'inclusive',
    entries: lines.map(({ product_id, quantity, isDented }) => ({
      product_id,
      quantity: wholeUnits(quantity),
      ...(isDented && { discount_amount: toPence(5) }),
    })),
    discount: isRegular ? { kind: 'percent', hundredths: 1000 } : null,
    rules,
    date,
  });
  return {
    gross,
    sent: {
      lines: lines.map(({ product_id, quantity, isDented }) => ({
        product_id,
        quantity: String(quantity),
        ...(isDented && { discount_amount: '0.05', discount_reason: 'Dented' }),
      })),
      ...(isRegular && { discount_percent: '10', discount_reason: 'A regular' }),
    },
  };
}

async function sellSomething(shop: Shop): Promise<void> {
  const { random, standing } = shop;
  const till = oneOf(random, shop.tills);
  const method = oneOf(random, ['cash', 'credit_card', 'account', 'split'] as const);
  const { gross, sent } = await someBasket(shop);
  const half = Math.floor(gross / 2);
  const tenders =
    method === 'split' && half > 0
      ? [
          { method: 'credit_card' as const, tendered: poundsFromPence(half) },
          { method: 'cash' as const, tendered: poundsFromPence(gross - half) },
        ]
      : gross === 0
        ? []
        : [{ method: method === 'split' ? ('cash' as const) : method, tendered: poundsFromPence(gross) }];
  const { reply, refusal } = await (await shop.seller()).call(sales.complete, {
    body: {
      ...sent,
      client_id: randomUUID(),
      // Sales on account at the desk have no register.
      channel: method === 'account' ? 'desk' : 'till',
      session_id: method === 'account' ? null : till,
      customer_id: method === 'account' ? oneOf(random, shop.customers) : null,
      expected_total: poundsFromPence(gross),
      tenders,
    },
  });
  standing.push({ sale: expected(reply, refusal), method, till });
}

/** Removes a sale from the standing ones; recent ones more often, so that some are undone on their own day. */
function taken({ random, standing }: Shop, among: (one: Standing) => boolean): Standing | undefined {
  const fitting = standing.filter(among);
  const one = fitting[Math.max(0, fitting.length - 1 - random.between(0, random.chance(60) ? 2 : 40))];
  if (one) standing.splice(standing.indexOf(one), 1);
  return one;
}

/** A line is returned in full, or half of its price is refunded. */
async function takeSomethingBack(shop: Shop): Promise<void> {
  const found = taken(shop, ({ method }) => method !== 'split');
  if (!found) return;
  const { sale, method, till } = found;
  const line = oneOf(shop.random, sale.lines);
  const partly = shop.random.chance(30) && line.gross > 1;
  const gross = partly ? Math.floor(line.gross / 2) : line.gross;
  const { reply, refusal } = await (await shop.seller()).call(sales.refund, {
    params: { id: sale.id },
    body: {
      client_id: randomUUID(),
      session_id: method === 'account' ? null : till,
      reason: 'Changed their mind',
      lines: [
        partly
          ? { line_number: line.line_number, amount: poundsFromPence(gross), goods: 'kept' as const }
          : {
              line_number: line.line_number,
              quantity: textFromQuantity(line.quantity),
              goods: shop.random.chance(25) ? ('damaged' as const) : ('stock' as const),
            },
      ],
      expected_total: poundsFromPence(gross),
      tenders:
        method === 'account' || gross === 0
          ? []
          : [{ method: methodBack(method), amount: poundsFromPence(gross) }],
    },
  });
  expected(reply, refusal);
}

const methodBack = (method: Standing['method']) => (method === 'credit_card' ? 'credit_card' : 'cash');

async function cancelSomething(shop: Shop): Promise<void> {
  const found = taken(shop, () => true);
  if (!found) return;
  const { reply, refusal } = await (await shop.seller()).call(sales.cancel, {
    params: { id: found.sale.id },
    body: {
      client_id: randomUUID(),
      session_id: found.method === 'account' ? null : found.till,
      reason: 'Entered twice',
    },
  });
  expected(reply, refusal);
}

/** The sale is edited, and the difference is paid or refunded. */
async function editSomething(shop: Shop): Promise<void> {
  const found = taken(shop, ({ method }) => method === 'cash');
  if (!found) return;
  const { sale, till } = found;
  const { gross, sent } = await someBasket(shop);
  const more = gross - sale.gross;
  const { reply, refusal } = await (await shop.seller()).call(sales.replace, {
    params: { id: sale.id },
    body: {
      reason: 'Something else was meant',
      sale: {
        ...sent,
        client_id: randomUUID(),
        channel: 'till',
        session_id: till,
        expected_total: poundsFromPence(gross),
        tenders: more > 0 ? [{ method: 'cash', tendered: poundsFromPence(more) }] : [],
      },
      refund_tenders: more < 0 ? [{ method: 'cash', amount: poundsFromPence(-more) }] : [],
    },
  });
  expected(reply, refusal);
}

function expected<T>(reply: T | undefined, refusal: unknown): T {
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}
