import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { HeldBasket, HeldBasketWrite, heldBaskets } from '#domain/tills/held-basket.contract';
import { recordAudit } from '../../kernel/audit';
import { locks } from '../../kernel/locks';
import { basketWithoutPerson, neutralName } from '../../kernel/tills';
import { takeLock } from '../../platform/database/advisory-lock';
import type { Reader, Tx } from '../../platform/database/open-database';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { ensureCanVoid, recordTillEvent, voidedAmount } from './till-events';
import { valueOfHeld, worthMostAfter } from './held-value';
import { withRemark } from './voided-value';

const shown = 200;

const columns = sql`h.id, h.client_id, h.name,
  case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as customer,
  case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end as register,
  h.total_pence as total, h.line_count, u.name as held_by, h.held_at, h.version`;
const tables = sql`held_baskets h join users u on u.id = h.held_by left join customers c on c.id = h.customer_id
  left join registers r on r.id = h.register_id`;

const day = 24 * 3_600_000;
/** Of the table, which nothing else limits; many times what a shop resumes in a day. */
const latest = 2000;

/**
 * Whether a basket has become a sale, also one that is not posted yet, or a quote. One that is held may have: the answer
 * to holding it was lost, so it was paid where it was.
 */
export const isSettled = sql`(exists (select from sales where client_id = h.client_id)
  or exists (select from unbooked_sales where client_id = h.client_id)
  or exists (select from quote_revisions where client_id = h.client_id))`;

/** Held sales, newest first, and those that the user resumed within a day and has not settled. */
export async function listHeldBaskets(
  db: Reader,
  actor: { readonly id: number },
  now: Date,
): Promise<ReplyOf<typeof heldBaskets.list>> {
  const [rows, count, resumed] = await Promise.all([
    sql<HeldBasket>`
      select ${columns} from ${tables} where h.status = 'held' and not ${isSettled} order by h.held_at desc, h.id limit ${sql.lit(shown)}`.execute(
      db,
    ),
    sql<{ total: number }>`
      select count(*) as total from held_baskets h where h.status = 'held' and not ${isSettled}`.execute(db),
    sql<HeldBasket>`
      select ${columns} from ${tables} where h.id > (select coalesce(max(id), 0) - ${sql.lit(latest)} from held_baskets)
        and h.status = 'resumed' and h.ended_by = ${actor.id} and h.ended_at > ${new Date(now.getTime() - day)}
        and not ${isSettled} order by h.ended_at desc, h.id limit ${sql.lit(shown)}`.execute(db),
  ]);
  return { data: rows.rows, total: count.rows[0]?.total ?? 0, resumed: resumed.rows };
}

async function findHeld(db: Reader, id: number): Promise<HeldBasket> {
  const { rows } = await sql<HeldBasket>`select ${columns} from ${tables} where h.id = ${id}`.execute(db);
  return ensureFound(rows[0], 'Held sale');
}

type Stored = {
  readonly id: number;
  readonly client_id: string;
  readonly name: string;
  readonly status: 'held' | 'resumed' | 'voided';
  readonly total: HeldBasket['total'];
  readonly version: number;
  readonly customer_id: number | null;
  readonly basket: unknown;
  readonly worth_most: unknown;
  readonly ended_by: string | null;
  readonly ended_by_id: number | null;
  readonly is_settled: boolean;
  readonly is_erased: boolean;
};

async function lockBasket(tx: Tx, by: ReturnType<typeof sql>): Promise<Stored | undefined> {
  const { rows: known } = await sql<{ client_id: string }>`
    select h.client_id from held_baskets h where ${by}`.execute(tx);
  // Where it was held it may be being paid or quoted, which comes first and is seen below.
  for (const { client_id } of known) await takeLock(tx, locks.sentDocument, client_id);
  // Lock first, then read, to see who took it.
  await sql`select from held_baskets h where ${by} for update`.execute(tx);
  const { rows } = await sql<Stored>`
    select h.id, h.client_id, h.name, h.status, h.total_pence as total, h.version, h.customer_id, h.basket, h.worth_most, u.name as ended_by,
      u.id as ended_by_id, ${isSettled} as is_settled, h.name = ${neutralName} as is_erased
    from held_baskets h left join users u on u.id = h.ended_by where ${by}`.execute(tx);
  return rows[0];
}

/**
 * Holds a sale, once however often it is sent. A resumed one is held again with the version from resuming;
 * otherwise 409 with the user who has it.
 */
export async function holdBasket(ctx: WriteContext, body: HeldBasketWrite): Promise<HeldBasket> {
  const inserted = await refusingDeleted(insert(ctx, body));
  if (inserted !== undefined) {
    note(ctx, 'held', await storedNameOf(ctx.tx, inserted, body), {
      total_pence: body.total,
      lines: body.line_count,
    });
    return findHeld(ctx.tx, inserted);
  }
  const basket = ensureFound(await lockBasket(ctx.tx, sql`h.client_id = ${body.client_id}`), 'Held sale');
  if (basket.is_settled) throw heldBasketEnded(basket);
  if (basket.status === 'held' && body.version === undefined) {
    note(ctx, 'held', basket);
    return findHeld(ctx.tx, basket.id);
  }
  if (basket.status === 'voided' || body.version === undefined) throw heldBasketEnded(basket);
  // An erasure changes the version, so that what is still on the till does not come back (rule K3).
  if (basket.version !== body.version && basket.is_erased)
    throw conflict(
      'The personal data of a customer was erased from this sale, so it cannot be held again. Pay or void it.',
    );
  ensureUnchanged({ id: basket.id, version: basket.version }, body.version, 'Held sale');
  const customer_id = body.customer_id ?? null;
  const worthMost = await worthMostAfter(ctx, basket, {
    total: body.total,
    basket: body.basket,
    customer_id,
  });
  await refusingDeleted(
    sql`
      update held_baskets set status = 'held', name = ${body.name}, customer_id = ${customer_id},
        worth_most = ${worthMost}, register_id = ${body.register_id ?? null}, basket = ${JSON.stringify(body.basket)}, total_pence = ${body.total},
        line_count = ${body.line_count}, held_by = ${ctx.actor.id}, held_at = ${ctx.now}, ended_by = null, ended_at = null,
        version = version + 1 where id = ${basket.id}`.execute(ctx.tx),
  );
  note(ctx, 'held', await storedNameOf(ctx.tx, basket.id, body), {
    total_pence: body.total,
    lines: body.line_count,
  });
  return findHeld(ctx.tx, basket.id);
}

/**
 * The sale as it is called. A till may not know yet that its customer was erased, and must not bring them back (rule K3): their
 * row is locked by the reference to it, so an erasure has either been seen here or finds the held sale.
 */
async function storedNameOf(
  tx: Tx,
  id: number,
  { name, customer_id }: HeldBasketWrite,
): Promise<{ id: number; name: string }> {
  if (customer_id == null) return { id, name };
  const { rows } = await sql<{ name: string }>`
    update held_baskets h set name = ${neutralName}, basket = ${basketWithoutPerson(sql`h.basket`)}
    from customers c where h.id = ${id} and c.id = h.customer_id and c.erased_at is not null returning h.name`.execute(
    tx,
  );
  return { id, name: rows[0]?.name ?? name };
}

/** The new row's id; none when this basket is already stored. */
async function insert(ctx: WriteContext, body: HeldBasketWrite): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into held_baskets (client_id, name, customer_id, register_id, basket, total_pence, line_count, held_by, held_at)
    values (${body.client_id}, ${body.name}, ${body.customer_id ?? null}, ${body.register_id ?? null},
      ${JSON.stringify(body.basket)}, ${body.total}, ${body.line_count}, ${ctx.actor.id}, ${ctx.now})
    on conflict (client_id) do nothing returning id`.execute(ctx.tx);
  return rows[0]?.id;
}

async function refusingDeleted<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'held_baskets_customer_id_fkey')
      throw invalid({ customer_id: 'This customer no longer exists.' });
    if (constraint === 'held_baskets_register_id_fkey')
      throw invalid({ register_id: 'This register no longer exists.' });
    throw error;
  }
}

/**
 * Resumes a held sale. Only one caller wins; the others get 409 with the user who has it. That user may resume it again,
 * because the answer may have been lost, until it is paid or held: with the next version, so that a basket resumed
 * earlier is not held over it.
 */
export async function resumeBasket(
  ctx: WriteContext,
  id: number,
): Promise<ReplyOf<typeof heldBaskets.resume>> {
  const basket = ensureFound(await lockBasket(ctx.tx, sql`h.id = ${id}`), 'Held sale');
  const isOwn = basket.status === 'resumed' && basket.ended_by_id === ctx.actor.id;
  if (basket.is_settled || (basket.status !== 'held' && !isOwn)) throw heldBasketEnded(basket);
  const { rows } = await sql<{ basket: Record<string, unknown> }>`
    update held_baskets set status = 'resumed', ended_by = ${ctx.actor.id}, ended_at = ${ctx.now}, version = version + 1
    where id = ${id} returning basket`.execute(ctx.tx);
  note(ctx, 'resumed', basket);
  return { ...(await findHeld(ctx.tx, id)), basket: rows[0]?.basket ?? {} };
}

/** Voids a held sale for a reason. One with a value needs permission or approval. */
export async function voidHeldBasket(
  ctx: WriteContext,
  id: number,
  { reason, session_id, approvals }: BodyOf<typeof heldBaskets.void>,
): Promise<{ message: string }> {
  const basket = ensureFound(await lockBasket(ctx.tx, sql`h.id = ${id}`), 'Held sale');
  if (basket.is_settled || basket.status !== 'held') throw heldBasketEnded(basket);
  const worth = await valueOfHeld(ctx, basket);
  await ensureCanVoid(ctx, { clientId: basket.client_id, worth, approvals });
  await sql`
    update held_baskets set status = 'voided', ended_by = ${ctx.actor.id}, ended_at = ${ctx.now}, void_reason = ${reason},
      version = version + 1 where id = ${id}`.execute(ctx.tx);
  if (session_id != null)
    await recordTillEvent(ctx, session_id, {
      kind: 'basket_voided',
      amount: await voidedAmount(ctx, basket.client_id, worth),
      note: withRemark(`${basket.name}: ${reason}`, worth),
      clientId: basket.client_id,
    });
  note(ctx, 'voided', basket, {
    total_pence: worth.amount,
    reason,
    ...(worth.remark === null ? {} : { remark: worth.remark }),
  });
  return { message: `${basket.name} voided.` };
}

const heldBasketEnded = ({ name, status, ended_by }: Stored) =>
  conflict(wordsOfEnded(name, status, ended_by), { status, ended_by });

function wordsOfEnded(name: string, status: Stored['status'], endedBy: string | null): string {
  const by = endedBy === null ? '' : ` by ${endedBy}`;
  if (status === 'voided') return `${name} was voided${by}.`;
  // Settled where it was held, without being resumed.
  return status === 'held'
    ? `${name} has already been sold or saved as a quote.`
    : `${name} has already been resumed${by}.`;
}

const note = (
  ctx: WriteContext,
  action: string,
  { id, name }: { id: number; name: string },
  after: Readonly<Record<string, unknown>> = {},
) => recordAudit(ctx, { action, recordType: 'held_basket', recordId: id, recordName: name, after });
