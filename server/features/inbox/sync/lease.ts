import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import type { ImapAccount } from '../../../platform/imap';

export type LeaseParts = { readonly db: Database; readonly clock: () => Date };

/** After this long without a heartbeat, another process takes over. */
export const leaseSeconds = 60;

export type MailboxLease = {
  readonly account: Omit<ImapAccount, 'password'>;
  readonly passwordSealed: string;
  readonly version: number;
};

/**
 * Takes the mailbox for this process, if it is free. A lease that ends later than any can was taken while the clock was
 * ahead.
 */
export async function leaseMailbox(
  { db, clock }: LeaseParts,
  lease: string,
): Promise<MailboxLease | undefined> {
  const now = clock();
  const { rows } = await sql<MailboxLease['account'] & { password_sealed: string; version: number }>`
    update mailbox set lease = ${lease}, leased_until = ${until(now)}
    where lease is null or lease = ${lease} or leased_until < ${now} or leased_until > ${untilAtMost(now)}
    returning host, port, security, username, password_sealed, version`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { password_sealed, version, ...account } = row;
  return { account, passwordSealed: password_sealed, version };
}

const until = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000);
/** Clocks of several machines may differ by some minutes. */
const untilAtMost = (now: Date) => new Date(now.getTime() + 10 * 60_000);

export async function keepLease({ db, clock }: LeaseParts, lease: string): Promise<boolean> {
  const renewed =
    await sql`update mailbox set leased_until = ${until(clock())} where lease = ${lease}`.execute(db);
  return (renewed.numAffectedRows ?? 0n) > 0n;
}

export async function releaseLease({ db }: LeaseParts, lease: string): Promise<void> {
  await sql`update mailbox set lease = null, leased_until = null where lease = ${lease}`.execute(db);
}

export async function versionOf({ db }: LeaseParts): Promise<number | undefined> {
  return (await db.selectFrom('mailbox').select('version').executeTakeFirst())?.version;
}

type MailboxReport =
  | { readonly state: 'fetching' | 'connected' }
  | { readonly state: 'failed'; readonly step: string | null; readonly reason: string };

/** Records the state of the mailbox. */
export async function reportState(
  { db, clock }: LeaseParts,
  lease: string,
  report: MailboxReport,
): Promise<void> {
  await db
    .updateTable('mailbox')
    .set({
      state: report.state,
      failed_step: report.state === 'failed' ? report.step : null,
      last_error: report.state === 'failed' ? report.reason : null,
      ...(report.state === 'connected' ? { synced_at: clock() } : {}),
    })
    .where('lease', '=', lease)
    .execute();
}
