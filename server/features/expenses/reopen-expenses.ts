import { sql } from 'kysely';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';

const settledBy = (paymentId: number) => sql`
  select bill.document_id from party_items i join allocations a on a.debit_item_id = i.id
    join party_items bill on bill.id = a.credit_item_id and bill.document_type = 'expense'
  where i.document_type = 'payment' and i.document_id = ${paymentId}`;

/** Locks the expenses that a supplier payment has settled, before anything else is locked. Returns their ids. */
export async function lockSettledExpenses(tx: Tx, paymentId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from expenses e where e.id in (${settledBy(paymentId)}) order by e.id for update of e`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

type Cancelled = { readonly id: number; readonly number: string | null; readonly reason: string };

/**
 * An expense that a supplier payment had paid is approved and owed again once that payment is reversed (rule W4, decision
 * 154). The caller has locked `expenses`, and then the supplier's ledger. 409 when the payment has settled another since.
 */
export async function reopenExpenses(
  ctx: WriteContext,
  payment: Cancelled,
  expenses: readonly number[],
): Promise<void> {
  const { rows: others } = await sql`
    select from expenses where id in (${settledBy(payment.id)}) and id <> all(${[...expenses]}::bigint[])`.execute(
    ctx.tx,
  );
  if (others.length > 0)
    throw conflict('Someone else has just confirmed this payment. Reload the page to see what it settled.');
  // What was paid for the expense itself keeps its method.
  const { rows } = await sql<{ id: number; number: string; open: Pence }>`
    update expenses e set status = 'approved', paid_by = null, paid_at = null, paid_on = null,
      payment_reference = case when payment_method is null then null else payment_reference end,
      version = version + 1, updated_at = ${ctx.now}
    from party_items bill
    where bill.document_type = 'expense' and bill.document_id = e.id and bill.kind = 'bill'
      and bill.allocated_pence < bill.amount_pence and e.status = 'paid' and e.id = any(${[...expenses]}::bigint[])
    returning e.id, e.number, bill.amount_pence - bill.allocated_pence as open`.execute(ctx.tx);
  for (const { id, number, open } of rows)
    recordAudit(ctx, {
      action: 'reopened',
      recordType: 'expense',
      recordId: id,
      recordName: number,
      before: { status: 'paid' },
      after: {
        status: 'approved',
        amount: formatPounds(open),
        payment: payment.number ?? payment.id,
        reason: payment.reason,
      },
    });
}
