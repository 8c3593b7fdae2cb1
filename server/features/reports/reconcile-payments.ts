import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import type { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { recordAudit } from '../../kernel/audit';
import { where } from '../../platform/database/page-of';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { moneyAccounts, movements } from './payment-transactions.queries';
import { resolvePeriod } from './resolve-period';
import { paymentVisibility } from './payment-visibility';

type Body = BodyOf<typeof paymentTransactions.reconcile>;

/** The audit log lists up to this many keys; beyond that it has the count. */
const maxAuditedKeys = 100;

/**
 * Marks payments as reconciled or not. Postings do not change, and the first user to reconcile is kept.
 * Returns the number changed.
 */
export async function reconcilePayments(ctx: WriteContext, body: Body): Promise<{ changed: number }> {
  const chosen = await chosenLines(ctx, body);
  const { rows } = body.reconciled
    ? await sql<{ key: string }>`
        insert into reconciled_lines (journal_id, line_number, reconciled_by, reconciled_at)
        select c.journal_id, c.line_number, ${ctx.actor.id}, ${ctx.now} from (${chosen}) c
        order by c.journal_id, c.line_number
        on conflict do nothing returning journal_id || '-' || line_number as key`.execute(ctx.tx)
    : await sql<{ key: string }>`
        delete from reconciled_lines r using (${chosen}) c
        where r.journal_id = c.journal_id and r.line_number = c.line_number
        returning r.journal_id || '-' || r.line_number as key`.execute(ctx.tx);
  recordAudit(ctx, {
    action: body.reconciled ? 'reconciled' : 'unreconciled',
    recordType: 'payment',
    recordName: rows.length === 1 ? '1 payment' : `${rows.length} payments`,
    after: {
      ...(body.filters ? { filters: JSON.stringify(body.filters) } : {}),
      lines: rows
        .slice(0, maxAuditedKeys)
        .map(({ key }) => key)
        .join(', '),
      count: rows.length,
    },
  });
  return { changed: rows.length };
}

async function chosenLines(ctx: WriteContext, { keys, filters = {} }: Body): Promise<RawBuilder<unknown>> {
  // A payment that the user may not see is answered as one that does not exist.
  const visibility = await paymentVisibility(ctx.tx, ctx.actor);
  // Only completed payments are posted to an account.
  if (!keys) {
    if (filters.status && !filters.status.includes('completed'))
      throw invalid({ filters: 'Only completed payments can be reconciled.' });
    return movements(await resolvePeriod(ctx.tx, filters, ctx.now), { ...filters, visibility });
  }
  const unique = [...new Set(keys)];
  const lines = sql`
    select l.journal_id, l.line_number from jsonb_to_recordset(${JSON.stringify(unique.map(lineOf))}::jsonb)
      as k (journal_id bigint, line_number integer)
    join journal_lines l on l.journal_id = k.journal_id and l.line_number = k.line_number
    join journals j on j.id = l.journal_id ${where(sql`l.account_code in ${moneyAccounts}`, visibility.movement)}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${lines}) l`.execute(ctx.tx);
  if (rows[0]?.count !== unique.length)
    throw invalid({ keys: 'One of these is not a payment. Reload the list.' });
  return lines;
}

const lineOf = (key: string) => {
  const [journal_id, line_number] = key.split('-').map(Number);
  return { journal_id, line_number };
};
