import { sql } from 'kysely';
import { maxWrongPins, maxWrongPinsOfUser, pinLockMinutes } from '#domain/tills/pin-rule';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

const lockMs = pinLockMinutes * 60_000;

/** The current device, whichever cashier uses it. API tokens have none. */
async function deviceOf({ tx, actor }: WriteContext): Promise<number> {
  const { rows } = await sql<{ device: number }>`
    select coalesce(parent_id, id) as device from sessions where id = ${actor.sessionId}`.execute(tx);
  return rows[0]?.device ?? 0;
}

type Attempts = {
  at_device: number;
  last_at_device: Date | null;
  by_person: number;
  last_by_person: Date | null;
};

async function attemptsOf(ctx: WriteContext, userId: number): Promise<Attempts | undefined> {
  const since = new Date(ctx.now.getTime() - lockMs);
  const device = await deviceOf(ctx);
  const { rows } = await sql<Attempts>`
    select count(*) filter (where device_id = ${device}) as at_device,
      max(at) filter (where device_id = ${device}) as last_at_device,
      count(*) filter (where tried_by = ${ctx.actor.id}) as by_person,
      max(at) filter (where tried_by = ${ctx.actor.id}) as last_by_person
    from pin_attempts where user_id = ${userId} and at > ${since} and at <= ${ctx.now}`.execute(ctx.tx);
  return rows[0];
}

/**
 * Until when a PIN is blocked here: after five incorrect attempts on this device, or fifteen for one user
 * across devices. It still works elsewhere and for others, so that no one can lock out a colleague (F54).
 */
export async function lockedUntil(ctx: WriteContext, userId: number): Promise<Date | null> {
  const tries = await attemptsOf(ctx, userId);
  const last =
    (tries?.at_device ?? 0) >= maxWrongPins
      ? tries?.last_at_device
      : (tries?.by_person ?? 0) >= maxWrongPinsOfUser
        ? tries?.last_by_person
        : null;
  return last ? new Date(last.getTime() + lockMs) : null;
}

export async function recordWrongPin(ctx: WriteContext, userId: number): Promise<void> {
  await sql`
    insert into pin_attempts (user_id, device_id, tried_by, at)
    values (${userId}, ${await deviceOf(ctx)}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
}

/** A correct PIN clears the incorrect attempts at this device. */
export async function clearWrongPins(ctx: WriteContext, userId: number): Promise<void> {
  await sql`delete from pin_attempts where user_id = ${userId} and device_id = ${await deviceOf(ctx)}`.execute(
    ctx.tx,
  );
}

/** Until when a user's PIN is blocked on any device; null when it is not. */
export async function lockedAnywhereUntil(db: Reader, userId: number, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - lockMs);
  const { rows } = await sql<{ last: Date | null }>`
    select max(last) as last from (
      select max(at) as last from pin_attempts where user_id = ${userId} and at > ${since} and at <= ${now}
      group by device_id having count(*) >= ${maxWrongPins}) as locked`.execute(db);
  const last = rows[0]?.last;
  return last ? new Date(last.getTime() + lockMs) : null;
}
