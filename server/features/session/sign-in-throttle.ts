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

/** Who tries: from which address, and whether in a session of the account. */
export type Attempt = {
  readonly account: string;
  readonly address: string;
  /** For passwords and codes that a signed-in user is asked for again. */
  readonly isSignedIn?: boolean;
};

/** For how long an account is known to sign in from a network. */
const knownDays = 90;

/**
 * Slows guessing by account and by address, whether or not the account exists. No one is blocked for longer
 * than 15 minutes. Returns a refusal or nothing.
 */
export async function refuseTooManyAttempts(
  tx: Tx,
  attempt: Attempt,
  now: Date,
): Promise<Refusal | undefined> {
  // Attempts for one account take turns, so that a burst is counted in full.
  await takeLock(tx, locks.signIn, attempt.account);
  return tooManyAttempts(tx, attempt, now);
}

/**
 * The same without waiting for other attempts, to refuse early.
 *
 * Three kinds of attempts on an account count apart, so that a stranger cannot keep its owner out (decision 178): those
 * in its sessions, those from each network from which it has signed in before, and those from all other networks
 * together, however many there are.
 */
export async function tooManyAttempts(
  db: Reader,
  { account, address, isSignedIn = false }: Attempt,
  now: Date,
): Promise<Refusal | undefined> {
  const since = new Date(now.getTime() - windowMs);
  const knownSince = new Date(now.getTime() - knownDays * 24 * 3600_000);
  const network = networkOf(address);
  const { rows } = await sql<Attempts>`
    with known as (
      select distinct address from sign_in_attempts
      where account = ${account} and succeeded and at > ${knownSince} and at <= ${now}
    ), place as (
      select exists (select from known where address = ${network}) as is_known
    ), tries as (
      select at, succeeded from sign_in_attempts cross join place
      where account = ${account} and at > ${since} and at <= ${now} and while_signed_in = ${isSignedIn}
        and (while_signed_in or case when is_known then address = ${network} else address not in (select address from known) end)
    ), failed as (
      select at from tries where not succeeded and at > coalesce((select max(at) from tries where succeeded), '-infinity')
    )
    select (select count(*) from failed) as failures, (select max(at) from failed) as last,
      (select count(*) from sign_in_attempts where address = ${network} and not succeeded and at > ${since} and at <= ${now}) as from_address`.execute(
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
  { account, address, isSignedIn = false }: Attempt,
  { succeeded, at }: { readonly succeeded: boolean; readonly at: Date },
): Promise<void> {
  await sql`
    insert into sign_in_attempts (account, address, succeeded, at, while_signed_in)
    values (${account}, ${networkOf(address)}, ${succeeded}, ${at}, ${isSignedIn})`.execute(db);
}

/** Forgets where an account was signed in to, and from where that was tried. */
export async function forgetAttemptsOf(db: Reader, email: string): Promise<void> {
  await sql`delete from sign_in_attempts where account = ${accountKey(email)}`.execute(db);
}

/** Forgets failures after a day, and from where an account signed in after three months. */
export async function forgetAttempts(db: Reader, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
  await sql`
    delete from sign_in_attempts
    where at < ${daysAgo(knownDays)} or at < ${daysAgo(1)} and not succeeded`.execute(db);
}
