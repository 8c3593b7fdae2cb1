import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/open-database';
import { type Refusal, tooMany } from '../../platform/http/refusal';
import { networkOf } from '../../platform/network';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

const windowMs = 15 * 60_000;
/** Free wrong passwords per account; after that each doubles the delay. */
const freeAttempts = 3;
const maxAttemptsOfAccount = 10;
const maxAttemptsOfAddress = 100;

/** The delay in milliseconds after a number of wrong passwords: 2 s, 4 s, 8 s … up to the window. */
export const delayAfter = (failures: number): number =>
  failures < freeAttempts
    ? 0
    : failures >= maxAttemptsOfAccount
      ? windowMs
      : Math.min(windowMs, 1000 * 2 ** (failures - freeAttempts + 1));

type Attempts = { failures: number; last: Date | null; from_address: number };

/**
 * Slows guessing by account and by address, whether or not the account exists. No one is blocked for longer
 * than 15 minutes. Returns a refusal or nothing.
 */
export async function refuseTooManyAttempts(
  tx: Tx,
  account: string,
  address: string,
  now: Date,
): Promise<Refusal | undefined> {
  // Attempts for one account take turns, so that a burst is counted in full.
  await takeLock(tx, locks.signIn, account);
  return tooManyAttempts(tx, account, address, now);
}

/** The same without waiting for other attempts, to refuse early. */
export async function tooManyAttempts(
  db: Reader,
  account: string,
  address: string,
  now: Date,
): Promise<Refusal | undefined> {
  const since = new Date(now.getTime() - windowMs);
  const { rows } = await sql<Attempts>`
    with tries as (
      select at, succeeded from sign_in_attempts where account = ${account} and at > ${since} and at <= ${now}
    ), failed as (
      select at from tries where not succeeded and at > coalesce((select max(at) from tries where succeeded), '-infinity')
    )
    select (select count(*) from failed) as failures, (select max(at) from failed) as last,
      (select count(*) from sign_in_attempts where address = ${networkOf(address)} and not succeeded and at > ${since} and at <= ${now}) as from_address`.execute(
    db,
  );
  const tries = rows[0];
  if (!tries) return undefined;
  const readyAt = (tries.last?.getTime() ?? 0) + delayAfter(tries.failures);
  const waitMs = tries.from_address >= maxAttemptsOfAddress ? windowMs : readyAt - now.getTime();
  if (waitMs <= 0) return undefined;
  const seconds = Math.ceil(waitMs / 1000);
  const wait =
    seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;
  return tooMany(`Too many sign-in attempts. Try again in ${wait}.`, seconds);
}

/** The number of failed sign-ins for an account in the last 15 minutes. */
export async function countFailures(db: Reader, account: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - windowMs);
  const { rows } = await sql<{ count: number }>`
    select count(*) from sign_in_attempts
    where account = ${account} and not succeeded and at > ${since} and at <= ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** One account, however its address is written. */
export const accountKey = (email: string): string => email.trim().toLowerCase();

export async function recordAttempt(
  db: Reader,
  attempt: { account: string; address: string; succeeded: boolean; at: Date },
): Promise<void> {
  await sql`
    insert into sign_in_attempts (account, address, succeeded, at)
    values (${attempt.account}, ${networkOf(attempt.address)}, ${attempt.succeeded}, ${attempt.at})`.execute(
    db,
  );
}
