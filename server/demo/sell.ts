import { sql } from 'kysely';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { requirePresent } from '#domain/kernel/require-present';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { hasPermission } from '#domain/kernel/access';
import { calculateSale } from '#domain/sales/calculate-sale';
import { loadPriceRules } from '../features/prices';
import { createQuote, stepQuote } from '../features/quotes';
import { completeSale, getSale, refundSale } from '../features/sales';
import { closeTill, countTill, openTill, startCount } from '../features/tills';
import { receivePayment } from '../features/wallet';
import { expectedCash } from '../kernel/tills';
import type { Actor } from '../platform/http/actor';
import type { WriteContext } from '../platform/http/context';
import { duringWork, isWorkday, lastWorkdayThatReached } from './calendar';
import type { Random } from './random';
import type { Step } from './play-days';

const daysOfSelling = 30;
const float = toPence(10_000);

/** When the till is opened, in minutes. */
const openingMinute = 2;

/**
 * The shop over the last weeks: the till is opened in the morning, sells, and is counted in the evening. The last one is
 * still open: today's, or before opening time and at a weekend that of the working day before.
 */
export function sellingDays(
  people: { readonly administrator: Actor; readonly cashier: Actor },
  now: Date,
  random: Random,
): Step[] {
  const today = londonDate(now);
  const days = Array.from({ length: daysOfSelling }, (_, index) => addDays(today, index + 1 - daysOfSelling));
  const last = lastWorkdayThatReached(openingMinute, now);
  return days
    .filter(day => isWorkday(day) && day <= last)
    .flatMap(day => sellingDay(people, day, day === last, random));
}

function sellingDay(
  { administrator, cashier }: { readonly administrator: Actor; readonly cashier: Actor },
  day: CalendarDate,
  isLast: boolean,
  random: Random,
): Step[] {
  let session = 0;
  let latest: SaleDetail | undefined;
  const step = (minute: number, actor: Actor, live: Step['live']): Step => ({
    at: duringWork(day, minute),
    actor,
    live,
  });
  const sales = Array.from({ length: random.between(4, 7) }, (_, place) =>
    // Sales on account need a user with permission; the cashier has none.
    step(30 + place * 55 + random.between(0, 40), random.chance(35) ? administrator : cashier, async ctx => {
      latest = (await sellSomething(ctx, session, random)) ?? latest;
    }),
  );
  return [
    step(openingMinute, cashier, async ctx => {
      const { rows } = await sql<{ id: number }>`select id from registers order by id limit 1`.execute(
        ctx.tx,
      );
      session = (
        await openTill(ctx, {
          register_id: requirePresent(rows[0], 'The register of the demo').id,
          total: float,
          // After a short count on a day with little cash, less was left.
          reason: 'Topped up from the safe',
        })
      ).id;
    }),
    ...sales,
    ...(random.chance(45) ? [step(420, administrator, ctx => quoteSomething(ctx, day, random))] : []),
    ...(random.chance(30) ? [step(440, administrator, ctx => refundOneUnit(ctx, session, latest))] : []),
    ...(random.chance(40) ? [step(445, administrator, settleOldest)] : []),
    ...(isLast ? [] : [step(465, cashier, ctx => closeFor(ctx, session, random.chance(15) ? 20 : 0))]),
  ];
}

type Shelf = { id: number; quantity: number };

/** One to four products in stock, with their total. */
async function someBasket(ctx: WriteContext, buyer: Buyer | undefined, random: Random) {
  const { rows: shelf } = await sql<Shelf>`
    select p.id, trunc(s.quantity)::integer as quantity from products p join stock_pools s on s.product_id = p.id
    where p.status = 'active' and p.is_stocked and s.quantity >= 2 order by p.id offset ${random.between(0, 60)} limit 4`.execute(
    ctx.tx,
  );
  const chosen = shelf.slice(0, random.between(1, 4));
  if (chosen.length === 0) return undefined;
  const lines = chosen.map(({ id, quantity }) => ({
    product_id: id,
    quantity: wholeUnits(Math.min(quantity, random.between(1, buyer ? 6 : 3))),
  }));
  const date = londonDate(ctx.now);
  const ids = lines.map(line => line.product_id);
  const rules = await loadPriceRules(ctx.tx, ids, buyer?.price_group_id ?? null, date);
  if (!rules) return undefined;
  const { gross } = calculateSale({ mode: 'inclusive', entries: lines, discount: null, rules, date });
  return { price_mode: 'inclusive' as const, lines, expected_total: gross };
}

/** A sale by cash, by card, or on the account of a customer who has one. */
async function sellSomething(
  ctx: WriteContext,
  session: number,
  random: Random,
): Promise<SaleDetail | undefined> {
  const canLend = hasPermission(ctx.actor, 'sell_on_account');
  const buyer = canLend ? await someBuyer(ctx, random) : undefined;
  const basket = await someBasket(ctx, buyer, random);
  if (!basket) return undefined;
  const { expected_total: gross } = basket;
  const { id } = await completeSale(ctx, {
    ...basket,
    client_id: uuidFrom(random),
    channel: buyer ? 'desk' : 'till',
    session_id: session,
    customer_id: buyer?.id ?? null,
    tenders: gross === 0 ? [] : [tenderOf(gross, buyer, random)],
    was_offline: false,
    approvals: [],
  });
  return getSale(ctx.tx, id, ctx);
}

/** Quotes: some are accepted, and some are never answered. */
async function quoteSomething(ctx: WriteContext, day: CalendarDate, random: Random): Promise<void> {
  const buyer = await someBuyer(ctx, random);
  const basket = buyer && (await someBasket(ctx, buyer, random));
  if (!basket) return;
  const { id } = await createQuote(ctx, {
    ...basket,
    client_id: uuidFrom(random),
    customer_id: buyer.id,
    valid_until: addDays(day, random.chance(40) ? 7 : 30),
    approvals: [],
  });
  if (random.chance(30)) await stepQuote(ctx, 'accept', { id });
}

type Buyer = { id: number; room: Pence; price_group_id: number | null };

async function someBuyer(ctx: WriteContext, random: Random): Promise<Buyer | undefined> {
  const { rows } = await sql<Buyer>`
    select c.id, c.price_group_id, coalesce(c.credit_limit_pence, 0) - coalesce(b.balance_pence, 0) as room
    from customers c left join party_balances b on b.customer_id = c.id
    where c.status = 'active' and not c.is_walk_in order by c.id`.execute(ctx.tx);
  return rows[random.between(0, Math.max(0, rows.length - 1))];
}

function tenderOf(gross: Pence, buyer: Buyer | undefined, random: Random) {
  const method = random.weighted([
    [5, 'credit_card'],
    [4, 'cash'],
  ] as const);
  const note = toPence(Math.ceil(gross / 500) * 500);
  if (buyer && buyer.room >= gross) return { method: 'account' as const, tendered: gross, reference: null };
  return method === 'cash'
    ? { method, tendered: note, reference: null }
    : { method, tendered: gross, reference: String(random.between(1000, 9999)) };
}

/** One unit of the day's last sale is refunded. */
async function refundOneUnit(
  ctx: WriteContext,
  session: number,
  sale: SaleDetail | undefined,
): Promise<void> {
  const line = sale?.lines[0];
  const [tender] = sale?.tenders ?? [];
  if (!sale || !line || !tender || line.quantity !== wholeUnits(1) || line.gross === 0) return;
  await refundSale(ctx, sale.id, {
    client_id: sale.client_id,
    session_id: session,
    reason: 'Not what was wanted',
    lines: [{ line_number: 1, quantity: line.quantity, goods: 'stock' }],
    expected_total: line.gross,
    tenders: [
      { method: tender.method, amount: toPence(Math.min(tender.applied, line.gross)), reference: null },
    ],
    approvals: [],
  });
}

/** A customer with a balance due pays by bank transfer. */
async function settleOldest(ctx: WriteContext): Promise<void> {
  const { rows } = await sql<{ id: number; owed: Pence }>`
    select customer_id as id, balance_pence as owed from party_balances
    where customer_id is not null and balance_pence > 0 order by customer_id limit 1`.execute(ctx.tx);
  const [debtor] = rows;
  if (!debtor) return;
  await receivePayment(ctx, debtor.id, {
    amount: debtor.owed,
    payment_method: 'bank_transfer',
    top_up: false,
    allocations: [],
  });
}

/** Counts the drawer, sometimes a few pence short, and closes the till. */
async function closeFor(ctx: WriteContext, session: number, short: number): Promise<void> {
  const expected = await expectedCash(ctx.tx, session);
  await startCount(ctx, session, {});
  const counted = toPence(expected - short);
  await countTill(ctx, session, { total: counted });
  await closeTill(ctx, session, { left: toPence(Math.min(float, counted)) });
}

/** An id that is the same on every machine. */
function uuidFrom(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
