import { sql } from 'kysely';
import type { Database, Reader } from '../../platform/database/open-database';
import { type SignedHead, headColumns } from './sign-heads';

/** The time stamp of the signed head of a day. */
export type HeadStamp = {
  readonly day: string;
  readonly authority: string;
  readonly stamped_at: Date;
  /** In base64, as the authority sent it. */
  readonly token: string;
};

/** Older heads are covered by later ones, since each covers those before it. */
const daysBack = 30;

/** The oldest signed head without a time stamp. */
export async function findUnstamped(db: Reader, now: Date): Promise<SignedHead | undefined> {
  const { rows } = await sql<SignedHead>`
    select ${headColumns} from audit_heads h
    where signed_at > ${now}::timestamptz - make_interval(days => ${daysBack})
      and not exists (select from audit_time_stamps s where s.day = h.day)
    order by day limit 1`.execute(db);
  return rows[0];
}

/** Of two processes that stamped the same day, the first one's stays. */
export async function storeStamp(
  db: Reader,
  { day, authority, stamped_at, token }: Omit<HeadStamp, 'token'> & { readonly token: Buffer },
  now: Date,
): Promise<void> {
  await sql`
    insert into audit_time_stamps (day, authority, stamped_at, received_at, token)
    values (${day}::date, ${authority}, ${stamped_at}, ${now}, ${token}) on conflict (day) do nothing`.execute(
    db,
  );
}

export async function listStamps(db: Reader): Promise<HeadStamp[]> {
  const { rows } = await sql<HeadStamp>`
    select day::text as day, authority, stamped_at, replace(encode(token, 'base64'), chr(10), '') as token
    from audit_time_stamps order by day`.execute(db);
  return rows;
}

export type Stamping = {
  readonly last: Pick<HeadStamp, 'day' | 'stamped_at'> | null;
  readonly problem: { readonly reason: string; readonly failed_at: Date; readonly next_try_at: Date } | null;
};

export async function findStamping(db: Reader): Promise<Stamping> {
  const { rows } = await sql<{
    next_try_at: Date;
    problem: string | null;
    failed_at: Date | null;
    day: string | null;
    stamped_at: Date | null;
  }>`
    select next_try_at, problem, failed_at, last.day::text as day, last.stamped_at from audit_stamping
    left join (select day, stamped_at from audit_time_stamps order by day desc limit 1) last on true`.execute(
    db,
  );
  const [row] = rows;
  return {
    last: row?.day && row.stamped_at ? { day: row.day, stamped_at: row.stamped_at } : null,
    problem:
      row?.problem && row.failed_at
        ? { reason: row.problem, failed_at: row.failed_at, next_try_at: row.next_try_at }
        : null,
  };
}

const minute = 60_000;
/** While one process asks the authority, the others do not. It is longer than an attempt can take. */
const claimMs = minute;
const pausesMs = [1, 5, 15, 60].map(minutes => minutes * minute);
const longestPauseMs = 60 * minute;

/**
 * Takes the next attempt for this process, if one is due. An attempt further ahead than any pause was noted while the
 * clock was ahead.
 */
export async function claimAttempt(db: Database, now: Date): Promise<boolean> {
  const claimed = await sql`
    update audit_stamping set next_try_at = ${new Date(now.getTime() + claimMs)}
    where next_try_at <= ${now} or next_try_at > ${new Date(now.getTime() + longestPauseMs + claimMs)}`.execute(
    db,
  );
  return (claimed.numAffectedRows ?? 0n) > 0n;
}

/** After a success, or with another authority: the next attempt may follow at once. */
export async function forgetProblem(db: Reader, now: Date): Promise<void> {
  await sql`update audit_stamping set next_try_at = ${now}, failures = 0, problem = null, failed_at = null`.execute(
    db,
  );
}

/** After a failure, at growing intervals up to an hour. */
export async function noteFailure(db: Reader, reason: string, now: Date): Promise<void> {
  const at = pausesMs.map(ms => new Date(now.getTime() + ms));
  await sql`
    update audit_stamping set problem = ${reason}, failed_at = ${now}, failures = failures + 1,
      next_try_at = (${at}::timestamptz[])[least(failures + 1, ${pausesMs.length}::integer)]`.execute(db);
}
