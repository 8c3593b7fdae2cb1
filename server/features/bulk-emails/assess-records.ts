import { createHash } from 'node:crypto';
import { recentDays } from '#domain/bulk-emails/bulk-email.contract';
import type { AnyBulkMailing, MailOptions, MailRecord } from '../../kernel/bulk-emails';
import type { Reader } from '../../platform/database/open-database';

const recordsAtATime = 1_000;
const dayMs = 24 * 3600_000;

/** A record that gets an email, or the reason why it does not. */
export type Assessed = MailRecord & { readonly leftOut: string | null };

/** Who gets an email, in order of id. */
export async function assessRecords(
  db: Reader,
  mailing: AnyBulkMailing,
  ids: readonly number[],
  { options, now }: { options: MailOptions; now: Date },
): Promise<Assessed[]> {
  const assessed: Assessed[] = [];
  for (let start = 0; start < ids.length; start += recordsAtATime) {
    const records = await mailing.load(db, ids.slice(start, start + recordsAtATime), options, { now });
    assessed.push(
      ...records.map(record => ({ ...record, leftOut: reasonLeftOut(record, mailing, { options, now }) })),
    );
  }
  return assessed;
}

/** Emailed within the last days. */
export const isRecent = ({ lastSentAt }: Pick<MailRecord, 'lastSentAt'>, now: Date): boolean =>
  lastSentAt !== null && now.getTime() - lastSentAt.getTime() < recentDays * dayMs;

function reasonLeftOut(
  record: MailRecord,
  { recently = `Emailed in the last ${recentDays} days.` }: Pick<AnyBulkMailing, 'recently'>,
  { options, now }: { options: MailOptions; now: Date },
): string | null {
  if (record.refusal !== null) return record.refusal;
  if (record.email === null) return noAddress;
  return options.skip_recent && isRecent(record, now) ? recently : null;
}

export const noAddress = 'No email address.';

/** The same only while the same records get an email, at the same address, and none was emailed in between. */
export const hashOf = (assessed: readonly Assessed[]): string =>
  createHash('sha256')
    .update(
      assessed
        .map(
          ({ id, email, leftOut, lastSentAt }) => `${id}:${leftOut ?? email}:${lastSentAt?.getTime() ?? ''}`,
        )
        .join(','),
    )
    .digest('hex');
