import { type RawBuilder, sql } from 'kysely';
import { hasPermission, isAdministrator } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import type { Period } from '#domain/kernel/period';
import { findSellingSettings } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';

/**
 * Which movements of money a user may see: conditions on a line `l` of a journal `j`, and on a payment that
 * is not completed.
 */
export type PaymentVisibility = {
  readonly movement: RawBuilder<unknown> | false;
  readonly openEnd: RawBuilder<unknown> | false;
  /** Balances of the money accounts. */
  readonly balances: boolean;
  /** Open tills with a blind count whose expected cash is hidden from this user (rule T2). */
  readonly blindSessions: readonly number[];
};

/** The permission that shows a document elsewhere also shows its payment here. All others need the ledger. */
const rightOf: Readonly<Record<string, Permission>> = {
  sale: 'view_sale',
  credit_note: 'view_sale',
  payment: 'view_supplier',
  expense: 'view_expense',
};

/** Whether a user can see a document of this type elsewhere, or the ledger, which names them all. */
export const canSeeDocument = (actor: Actor, type: string): boolean => {
  const right = rightOf[type];
  return hasPermission(actor, 'view_ledger') || (right !== undefined && hasPermission(actor, right));
};

const sessionOf = sql`case j.document_type
  when 'sale' then (select session_id from sales where id = j.document_id)
  when 'credit_note' then (select session_id from credit_notes where id = j.document_id)
  else (select session_id from till_cash where journal_id = j.id limit 1) end`;

/**
 * Payments are visible with the permission for their document's page; everything else and all balances need
 * `view_ledger`, wages `view_pay`. Cash of a drawer with a blind count, and all that its sales were paid with, is hidden from
 * the users who would count it (F28, rule T2, decision 179).
 */
export async function paymentVisibility(db: Reader, actor: Actor): Promise<PaymentVisibility> {
  const blindSessions = await blindSessionsFor(db, actor);
  const balances = hasPermission(actor, 'view_ledger');
  const shown = Object.keys(rightOf).filter(type => {
    const right = rightOf[type];
    return right !== undefined && hasPermission(actor, right);
  });
  // Without the ledger, also what was paid otherwise for the sales of the drawer: its takings are visible, and cash is the rest.
  const ofDrawer = balances
    ? sql`l.account_code = '1000'`
    : sql`(l.account_code = '1000' or j.document_type in ('sale', 'credit_note'))`;
  const hidden: RawBuilder<unknown>[] = [];
  if (!balances) hidden.push(sql`coalesce(j.document_type, '') <> all (${shown}::text[])`);
  if (!hasPermission(actor, 'view_pay')) hidden.push(sql`coalesce(j.document_type, '') = 'salary_payment'`);
  if (blindSessions.length > 0)
    hidden.push(sql`${ofDrawer} and coalesce(${sessionOf}, 0) = any (${blindSessions}::bigint[])`);
  return {
    movement:
      hidden.length > 0 &&
      sql`not (${sql.join(
        hidden.map(type => sql`(${type})`),
        sql` or `,
      )})`,
    openEnd: !balances && !hasPermission(actor, 'view_supplier') && sql`false`,
    balances,
    blindSessions,
  };
}

/** Open sessions whose expected cash is hidden from this user, as decided by `hidesCash` of tills. */
export async function blindSessionsFor(db: Reader, actor: Actor): Promise<number[]> {
  const { blind_count } = await findSellingSettings(db);
  if (!blind_count) return [];
  const approves = isAdministrator(actor) || hasPermission(actor, 'approve_variance');
  const { rows } = await sql<{ id: number }>`
    select id from till_sessions where status <> 'closed'
      and not (counted_pence is not null and ${hasPermission(actor, 'close_till')}::boolean)
      and (not ${approves}::boolean or counting_by = ${actor.id})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the cash of these days would reveal the expected cash of a drawer to this user (rule T2). */
export async function isBlindIn(db: Reader, { to }: Period, actor: Actor): Promise<boolean> {
  const sessions = await blindSessionsFor(db, actor);
  if (sessions.length === 0) return false;
  const { rows } = await sql`
    select from till_sessions where id = any (${sessions}::bigint[])
      and business_date <= ${to}::date limit 1`.execute(db);
  return rows.length > 0;
}
