import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { statementBulkEmail } from '#domain/wallet/statement-bulk-email.contract';
import type { BulkMailing, MailRecord } from '../../kernel/bulk-emails';
import { writeMailBody } from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import { findCustomersForChange, listVisibility } from '../customers';
import {
  composeStatement,
  type PreparedStatement,
  prepareStatement,
  queueStatement,
  statementFileName,
} from './send-statement';
import { findStatement } from './statement.queries';

type Period = { readonly from?: string | null | undefined; readonly to?: string | null | undefined };
const periodOf = ({ from, to }: Period) => ({ from: from ?? undefined, to: to ?? undefined });

/** How many customers are emailed their statements at once. */
export const statementMailing: BulkMailing<
  typeof statementBulkEmail.start.body.shape.filter,
  typeof statementBulkEmail.start.body.shape.options,
  PreparedStatement
> = {
  kind: 'statements',
  calls: statementBulkEmail,
  wording: 'statement',
  find: async (db, filter, looking) =>
    (await findCustomersForChange(db, filter, listVisibility(filter, looking))).map(({ id }) => id),
  load: loadCustomersToEmail,
  async example(db, id, options, { now }) {
    const statement = await findStatement(db, { kind: 'customer', id }, periodOf(options), now);
    const { values, mail } = await composeStatement(db, statement, { on: londonDate(now) });
    return { values, rest: writeMailBody(mail.rest).text.trim(), file_name: statementFileName(statement) };
  },
  prepare: (before, { id, email }, { options, ...texts }) =>
    prepareStatement(
      before,
      { kind: 'customer', id },
      { ...periodOf(options), email, cc: [], subject: null, message: null },
      texts,
    ),
  queue: queueStatement,
};

type Row = Omit<MailRecord, 'refusal' | 'recipient'> & { is_merged: boolean; has_open: boolean };

async function loadCustomersToEmail(
  db: Reader,
  ids: readonly number[],
  { skip_settled }: { readonly skip_settled: boolean },
): Promise<MailRecord[]> {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.email, c.merged_into_id is not null as is_merged,
      exists (select from party_items i where i.customer_id = c.id and i.allocated_pence < i.amount_pence) as has_open,
      (select max(l.sent_at) from customer_letters l
        where l.customer_id = c.id and l.kind = 'statement' and l.how = 'email') as "lastSentAt"
    from customers c where c.id = any(${[...ids]}::bigint[]) order by c.id`.execute(db);
  return rows.map(({ is_merged, has_open, ...customer }) => ({
    ...customer,
    recipient: customer.name,
    refusal: is_merged
      ? 'It was merged into another customer.'
      : skip_settled && !has_open
        ? 'Nothing is open on the account.'
        : null,
  }));
}
