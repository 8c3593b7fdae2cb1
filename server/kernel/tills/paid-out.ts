import { sql } from 'kysely';
import { isAboveLimit, lacksPermissionFor } from '#domain/approvals/when-approval-is-needed';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { takeLock } from '../../platform/database/advisory-lock';
import type { WriteContext } from '../../platform/http/context';
import { locks } from '../locks';
import { findSellingSettings } from './selling-settings';

/** The limit of cash paid out, and what counts towards it besides this payment. */
export type PaidOutAbove = { readonly limit: Pence; readonly earlier: Pence };

/**
 * Whether paying this out of a till needs approval, because with what the user paid out earlier today without approval,
 * at whatever tills, it is above the limit (rule P15). Null if it needs none. The caller locks the session afterwards: of
 * two payments of one user the second waits here and sees the first. The database compares with the same sum.
 */
export async function findPaidOutAbove(ctx: WriteContext, amount: Pence): Promise<PaidOutAbove | null> {
  if (!lacksPermissionFor('paid_out', ctx.actor)) return null;
  const { paid_out_limit: limit } = await findSellingSettings(ctx.tx);
  if (limit === null) return null;
  await takeLock(ctx.tx, locks.paidOut, ctx.actor.id);
  const { rows } = await sql<{ earlier: Pence }>`
    select unapproved_paid_out(${ctx.actor.id}, ${londonDate(ctx.now)}::date) as earlier`.execute(ctx.tx);
  const earlier = rows[0]?.earlier ?? toPence(0);
  return isAboveLimit(limit, toPence(amount + earlier)) ? { limit, earlier } : null;
}
