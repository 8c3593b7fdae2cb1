import { sql } from 'kysely';
import type { ApprovedDocument } from '#domain/approvals/approval.rules';
import { isAboveLimit } from '#domain/approvals/when-approval-is-needed';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { WriteContext } from '../../platform/http/context';
import { findApprovalLimits } from './approval-limits';
import { recordSpent } from './document-approvals';
import { ensureApproved } from './spend-approvals';

type CustomerCredit = {
  readonly customerId: number;
  readonly of: 'credit' | 'write_off';
  readonly amount: Pence;
  readonly document: {
    readonly type: Extract<ApprovedDocument, 'wallet_adjustment' | 'opening_invoice'>;
    readonly id: number;
  };
};

/** The approvals sent along, and what a refusal says besides. */
export type CreditApprovals = {
  readonly clientId?: string | undefined;
  readonly approvals?: readonly string[];
  readonly advice?: string;
};

/**
 * Above the limit a second person approves what a customer is let off or credited (rule P15). What no one approved
 * earlier today counts towards the limit; the approval is of this document. The customer's ledger is locked.
 */
export async function approveCustomerCredit(
  ctx: WriteContext,
  { customerId, of, amount, document }: CustomerCredit,
  { clientId, approvals = [], advice }: CreditApprovals,
): Promise<{ readonly segregation?: string }> {
  const { write_off_pence: limit } = await findApprovalLimits(ctx.tx);
  if (limit === null) return {};
  const earlier = await unapprovedCredits(ctx, customerId, document);
  if (!isAboveLimit(limit, toPence(amount + earlier))) return {};
  const reasons = [
    ...(earlier > 0
      ? [`${formatPounds(earlier)} has already been written off or credited today without approval.`]
      : []),
    ...(advice === undefined ? [] : [advice]),
  ];
  const because = reasons.length > 0 ? reasons.join(' ') : undefined;
  const needs = [{ kind: 'customer_credit', customer_id: customerId, amount, of } as const];
  const spent = await ensureApproved(ctx, { clientId, approvals, needs, because });
  return recordSpent(ctx, document, spent);
}

/** The database compares with the same sum. */
async function unapprovedCredits(
  ctx: WriteContext,
  customerId: number,
  { type, id }: CustomerCredit['document'],
): Promise<Pence> {
  const { rows } = await sql<{ earlier: Pence }>`
    select unapproved_credits(${customerId}, ${londonDate(ctx.now)}::date, ${type}, ${id}) as earlier`.execute(
    ctx.tx,
  );
  return rows[0]?.earlier ?? toPence(0);
}
