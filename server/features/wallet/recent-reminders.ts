import { sql } from 'kysely';
import { recentDays } from '#domain/bulk-emails/bulk-email.contract';
import { formatMoment } from '#domain/kernel/dates';
import type { Letter } from '#domain/wallet/letters.contract';
import { reminderToneNames } from '#domain/wallet/reminder';
import type { WriteContext } from '../../platform/http/context';

type Sent = Pick<Letter, 'how' | 'sent_by' | 'sent_at'> & {
  readonly customer_id: number;
  readonly tone: NonNullable<Letter['tone']>;
};

type Reminded = {
  /** What was last sent to them, in words. */
  readonly recent: ReadonlyMap<number, string>;
  /** The neutral names of those who were erased since their reminder was written. */
  readonly erased: ReadonlyMap<number, string>;
};

/**
 * Who was reminded in the last days, and who was erased. Emails that were not delivered do not count. The customers are
 * locked, so that when two users remind them at once, the second learns of the first reminder, and so that no erasure is
 * undone by a reminder from before it (rule K3).
 */
export async function lockRecentReminders(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  ids: readonly number[],
): Promise<Reminded> {
  await sql`select from customers where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<Sent>`
    select distinct on (l.customer_id) l.customer_id, l.tone, l.how, l.sent_at, u.name as sent_by
    from customer_letters l join users u on u.id = l.sent_by left join emails e on e.id = l.email_id
    where l.customer_id = any(${ids}::bigint[]) and l.kind = 'reminder' and e.status is distinct from 'failed'
      and l.sent_at > ${now}::timestamptz - make_interval(days => ${recentDays}::integer)
    order by l.customer_id, l.id desc`.execute(tx);
  const { rows: erased } = await sql<{ id: number; name: string }>`
    select id, name from customers where id = any(${ids}::bigint[]) and erased_at is not null`.execute(tx);
  return {
    recent: new Map(rows.map(sent => [sent.customer_id, wordsOf(sent)])),
    erased: new Map(erased.map(({ id, name }) => [id, name])),
  };
}

const wordsOf = ({ tone, how, sent_at, sent_by }: Sent): string =>
  `${reminderToneNames[tone]} ${how === 'email' ? 'sent' : 'printed'} on ${formatMoment(sent_at)} by ${sent_by}.`;
