import { sql } from 'kysely';
import { maxWrongPins, maxWrongPinsOfUser, pinLockMinutes } from '#domain/tills/pin-rule';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

const lockMs = pinLockMinutes * 60_000;
const dayMs = 24 * 3600_000;
/** Two hours: some seventy tries a day, each day reported, and a cashier who mistypes can work again the same day. */
const maxDoublings = 3;

/** The current device, whichever cashier uses it. API tokens have none. */
async function deviceOf({ tx, actor }: WriteContext): Promise<number> {
  const { rows } = await sql<{ device: number }>`
    select coalesce(parent_id, id) as device from sessions where id = ${actor.sessionId}`.execute(tx);
  return rows[0]?.device ?? 0;
}

/** A PIN that is blocked: on this device for all, or on all devices for the one who tried too often. */
export type PinBlock = { readonly until: Date; readonly scope: 'device' | 'person' };

type Attempts = {
  at_device: number;
  last_at_device: Date | null;
  by_person: number;
  last_by_person: Date | null;
  /** How often this person has had it blocked in a day, and until when because of that. */
  blocks: number;
  blocked_until: Date | null;
};

async function attemptsOf(ctx: WriteContext, userId: number): Promise<Attempts | undefined> {
  const since = new Date(ctx.now.getTime() - lockMs);
  const dayBefore = new Date(ctx.now.getTime() - dayMs);
  const device = await deviceOf(ctx);
  const { rows } = await sql<Attempts>`
    with blocks as (
      select at, blocked_until from pin_attempts
      where user_id = ${userId} and tried_by = ${ctx.actor.id} and blocked_until is not null and at > ${dayBefore} and at <= ${ctx.now}
    )
    select (select count(*) from blocks) as blocks,
      -- The first is that of the device.
      (select max(blocked_until) from blocks where blocked_until > at + make_interval(mins => ${pinLockMinutes}::int)) as blocked_until,
      count(*) filter (where device_id = ${device}) as at_device,
      max(at) filter (where device_id = ${device}) as last_at_device,
      count(*) filter (where tried_by = ${ctx.actor.id}) as by_person,
      max(at) filter (where tried_by = ${ctx.actor.id}) as last_by_person
    from pin_attempts where user_id = ${userId} and at > ${since} and at <= ${ctx.now}`.execute(ctx.tx);
  return rows[0];
}

/**
 * Whether a PIN is blocked here: after five incorrect attempts on this device, or fifteen by one user across devices, for
 * fifteen minutes. It still works elsewhere and for others, so that no one can lock out a colleague (F54). For the one who
 * tried, each further block of a day is twice as long and counts on every device, so that a PIN of four digits cannot be
 * found by patience.
 */
export async function findBlock(ctx: WriteContext, userId: number): Promise<PinBlock | null> {
  const tries = await attemptsOf(ctx, userId);
  if (!tries) return null;
  if (tries.blocked_until && tries.blocked_until > ctx.now)
    return { until: tries.blocked_until, scope: 'person' };
  const last = lastOfTooMany(tries);
  return last && { until: new Date(last.getTime() + lockMs), scope: 'device' };
}

const lastOfTooMany = (tries: Attempts): Date | null =>
  tries.at_device >= maxWrongPins
    ? tries.last_at_device
    : tries.by_person >= maxWrongPinsOfUser
      ? tries.last_by_person
      : null;

/** Records an incorrect PIN. Returns the block, if it was one too many. */
export async function recordWrongPin(ctx: WriteContext, userId: number): Promise<PinBlock | null> {
  const { rows } = await sql<{ id: number }>`
    insert into pin_attempts (user_id, device_id, tried_by, at)
    values (${userId}, ${await deviceOf(ctx)}, ${ctx.actor.id}, ${ctx.now}) returning id`.execute(ctx.tx);
  const tries = await attemptsOf(ctx, userId);
  if (!tries || !lastOfTooMany(tries)) return null;
  const until = new Date(ctx.now.getTime() + lockMs * 2 ** Math.min(tries.blocks, maxDoublings));
  await sql`update pin_attempts set blocked_until = ${until} where id = ${rows[0]?.id ?? null}`.execute(
    ctx.tx,
  );
  return { until, scope: tries.blocks > 0 ? 'person' : 'device' };
}

/** A correct PIN clears the incorrect attempts at this device, but not how often it was blocked. */
export async function clearWrongPins(ctx: WriteContext, userId: number): Promise<void> {
  await sql`delete from pin_attempts
    where user_id = ${userId} and device_id = ${await deviceOf(ctx)} and blocked_until is null`.execute(
    ctx.tx,
  );
}

/** Until when a user's PIN is blocked on any device; null when it is not. */
export async function lockedAnywhereUntil(db: Reader, userId: number, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - lockMs);
  const { rows } = await sql<{ last: Date | null; blocked_until: Date | null }>`
    select max(last) as last,
      (select max(blocked_until) from pin_attempts where user_id = ${userId} and at <= ${now} and blocked_until > ${now}) as blocked_until
    from (
      select max(at) as last from pin_attempts where user_id = ${userId} and at > ${since} and at <= ${now}
      group by device_id having count(*) >= ${maxWrongPins}) as locked`.execute(db);
  const last = rows[0]?.last;
  return rows[0]?.blocked_until ?? (last ? new Date(last.getTime() + lockMs) : null);
}
