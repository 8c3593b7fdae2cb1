import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import type { pins } from '#domain/tills/cashier.contract';
import { mostWrongPins, pinLockMinutes } from '#domain/tills/pin-rule';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { Refusal, tooMany } from '../../platform/http/refusal';
import { ensureOwnPassword, hashPassword, passwordFits } from '../session';

const lockMs = pinLockMinutes * 60_000;

/** Whether somebody has a PIN of his own; the PIN itself nobody is told. */
export async function getOwnPin(db: Reader, actor: Actor, now: Date): Promise<ReplyOf<typeof pins.get>> {
  const { rows } = await sql<{ set_at: Date; locked_until: Date | null }>`
    select set_at, locked_until from user_pins where user_id = ${actor.id}`.execute(db);
  const [pin] = rows;
  const isLocked = pin?.locked_until != null && pin.locked_until > now;
  return {
    is_set: pin !== undefined,
    set_at: pin?.set_at ?? null,
    locked_until: isLocked ? (pin.locked_until ?? null) : null,
  };
}

/** Sets or removes one's own PIN, with the password. Where it was used, whoever came in by it is signed out. */
export async function setOwnPin(
  ctx: WriteContext,
  { current_password, pin }: BodyOf<typeof pins.set>,
): Promise<{ message: string }> {
  await ensureOwnPassword(ctx, current_password);
  const { id, name } = ctx.actor;
  if (pin === null) await sql`delete from user_pins where user_id = ${id}`.execute(ctx.tx);
  else
    await sql`
      insert into user_pins (user_id, pin_hash, set_at) values (${id}, ${await hashPassword(pin)}, ${ctx.now})
      on conflict (user_id) do update set pin_hash = excluded.pin_hash, set_at = excluded.set_at, failures = 0,
        locked_until = null`.execute(ctx.tx);
  await sql`delete from sessions where user_id = ${id} and parent_id is not null`.execute(ctx.tx);
  recordAudit(ctx, {
    action: pin === null ? 'pin_removed' : 'pin_set',
    recordType: 'user',
    recordId: id,
    recordName: name,
  });
  return { message: pin === null ? 'Your PIN is removed.' : 'Your PIN is set.' };
}

/** Whose PIN counts, of users `u`: active ones who have set their own password, and are not on leave (features 5.6). */
export const mayUsePin = sql`(u.status = 'active' and not u.must_change_password
  and not exists (select from employees e where e.user_id = u.id and e.status = 'on_leave'))`;

type Person = {
  readonly id: number;
  readonly name: string;
  readonly pin_hash: string | null;
  readonly failures: number;
  readonly locked_until: Date | null;
};

/** A wrong PIN is one sentence, whether the person has none, is not active, or it is another one. */
const wrong = () =>
  new Refusal('invalid', 'This PIN is not right.', { errors: { pin: ['This PIN is not right.'] } });

/**
 * Whether a PIN is somebody's. Answers the person, or a refusal that the caller returns (not throws), so that the try
 * stays counted: five wrong ones in a row lock the PIN for a quarter of an hour, for everybody and the right one too.
 * Tries take turns on the PIN's row; without a PIN the same work is done, so that the answer takes the same time.
 */
export async function checkPin(
  ctx: WriteContext,
  userId: number,
  pin: string,
): Promise<{ readonly id: number; readonly name: string } | Refusal> {
  await sql`select from user_pins where user_id = ${userId} for update`.execute(ctx.tx);
  const { rows } = await sql<Person>`
    select u.id, u.name, p.pin_hash, p.failures, p.locked_until from users u join user_pins p on p.user_id = u.id
    where u.id = ${userId} and ${mayUsePin}`.execute(ctx.tx);
  const [person] = rows;
  if (person?.locked_until && person.locked_until > ctx.now) return locked(ctx.now, person.locked_until);
  const fits = await passwordFits(pin, person?.pin_hash ?? null);
  if (!person) return wrong();
  if (!fits) return countWrong(ctx, person);
  await sql`update user_pins set failures = 0, locked_until = null where user_id = ${userId} and (failures > 0 or locked_until is not null)`.execute(
    ctx.tx,
  );
  return { id: person.id, name: person.name };
}

async function countWrong(ctx: WriteContext, person: Person): Promise<Refusal> {
  const failures = person.failures + 1;
  const until = failures >= mostWrongPins ? new Date(ctx.now.getTime() + lockMs) : null;
  await sql`update user_pins set failures = ${until ? 0 : failures}, locked_until = ${until} where user_id = ${person.id}`.execute(
    ctx.tx,
  );
  recordAudit(ctx, {
    action: until ? 'pin_locked' : 'pin_refused',
    recordType: 'user',
    recordId: person.id,
    recordName: person.name,
  });
  return until ? locked(ctx.now, until) : wrong();
}

const locked = (now: Date, until: Date) =>
  tooMany(
    `After ${mostWrongPins} wrong tries this PIN cannot be used until ${formatMoment(until)}.`,
    Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  );
