import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import type { pins } from '#domain/tills/cashier.contract';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { Refusal, tooMany } from '../../platform/http/refusal';
import { hashPassword, passwordMatches, refuseUnlessOwner } from '../session';
import { notifyBlockedPin } from './notify-blocked-pin';
import {
  clearWrongPins,
  findBlock,
  lockedAnywhereUntil,
  type PinBlock,
  recordWrongPin,
} from './pin-attempts';

/** Whether a user has a PIN. The PIN itself is never revealed. */
export async function getOwnPin(db: Reader, actor: Actor, now: Date): Promise<ReplyOf<typeof pins.get>> {
  const { rows } = await sql<{ set_at: Date }>`
    select set_at from user_pins where user_id = ${actor.id}`.execute(db);
  const [pin] = rows;
  return {
    is_set: pin !== undefined,
    set_at: pin?.set_at ?? null,
    locked_until: pin ? await lockedAnywhereUntil(db, actor.id, now) : null,
  };
}

/** Sets or removes one's own PIN with the password or a confirmation. Sessions opened with it are signed out. */
export async function setOwnPin(
  ctx: WriteContext,
  { current_password, pin }: BodyOf<typeof pins.set>,
): Promise<{ message: string } | Refusal> {
  const refused = await refuseUnlessOwner(ctx, current_password);
  if (refused) return refused;
  const { id, name } = ctx.actor;
  if (pin === null) await sql`delete from user_pins where user_id = ${id}`.execute(ctx.tx);
  else
    await sql`
      insert into user_pins (user_id, pin_hash, set_at) values (${id}, ${await hashPassword(pin)}, ${ctx.now})
      on conflict (user_id) do update set pin_hash = excluded.pin_hash, set_at = excluded.set_at`.execute(
      ctx.tx,
    );
  await sql`delete from pin_attempts where user_id = ${id}`.execute(ctx.tx);
  await sql`delete from sessions where user_id = ${id} and parent_id is not null`.execute(ctx.tx);
  recordAudit(ctx, {
    action: pin === null ? 'pin_removed' : 'pin_set',
    recordType: 'user',
    recordId: id,
    recordName: name,
  });
  return { message: pin === null ? 'PIN removed.' : 'PIN saved.' };
}

/**
 * Users `u` whose PIN is valid: active, with a password they set themselves, and not on leave (features 5.6).
 */
export const canUsePin = sql`(u.status = 'active' and not u.must_change_password
  and not exists (select from employees e where e.user_id = u.id and e.status = 'on_leave'))`;

type UserRef = { readonly id: number; readonly name: string; readonly pin_hash: string | null };

/** One message for an incorrect PIN, whether the user has none, is inactive or has another. */
const wrong = () =>
  new Refusal('invalid', 'This PIN is incorrect.', { errors: { pin: ['This PIN is incorrect.'] } });

/**
 * Checks a user's PIN. Returns the user, or a refusal to return (not throw), so that the attempt stays
 * counted: five in a row block even the correct PIN on this device (see `findBlock`). Attempts are
 * serialised on the PIN's row. Without a PIN the same work is done, so that timing reveals nothing.
 */
export async function checkPin(
  ctx: WriteContext,
  userId: number,
  pin: string,
): Promise<{ readonly id: number; readonly name: string } | Refusal> {
  await sql`select from user_pins where user_id = ${userId} for update`.execute(ctx.tx);
  const { rows } = await sql<UserRef>`
    select u.id, u.name, p.pin_hash from users u join user_pins p on p.user_id = u.id
    where u.id = ${userId} and ${canUsePin}`.execute(ctx.tx);
  const [person] = rows;
  const block = await findBlock(ctx, userId);
  if (person && block) return locked(block, ctx.now);
  const fits = await passwordMatches(pin, person?.pin_hash ?? null);
  if (!person) return wrong();
  if (!fits) return countWrong(ctx, person);
  await clearWrongPins(ctx, userId);
  return { id: person.id, name: person.name };
}

async function countWrong(ctx: WriteContext, user: UserRef): Promise<Refusal> {
  const block = await recordWrongPin(ctx, user.id);
  if (block) await notifyBlockedPin(ctx, user, block);
  recordAudit(ctx, {
    action: block ? 'pin_locked' : 'pin_refused',
    recordType: 'user',
    recordId: user.id,
    recordName: user.name,
  });
  return block ? locked(block, ctx.now) : wrong();
}

const locked = ({ until, scope }: PinBlock, now: Date) =>
  tooMany(
    scope === 'device'
      ? `Too many incorrect attempts. This PIN is blocked on this device until ${formatMoment(until)}. It still works on other devices.`
      : `Too many incorrect attempts. This PIN is blocked where you are signed in until ${formatMoment(until)}. Its owner can set a new one on their profile to use it sooner.`,
    Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  );
