import { type RawBuilder, sql } from 'kysely';
import { type ApprovedDocument, noSecondApprover } from '#domain/approvals/approval.rules';
import { amountApproved } from '#domain/approvals/approval-covers';
import type { Permission } from '#domain/kernel/permissions';
import type { Pence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import type { SpentApproval } from './spent-approval';

type Given = {
  readonly type: ApprovedDocument;
  readonly id: number;
  readonly revision: number;
  readonly party?: number | null;
  readonly upTo: Pence;
  readonly by: number;
  readonly isOwn: boolean;
};

/**
 * Stores an approval: up to this amount, for this revision, by this user (rule P15). Returns the words of
 * the audit entry. The caller has locked the document and checked the approver.
 */
export async function recordApproval(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  { type, id, revision, party = null, upTo, by, isOwn }: Given,
): Promise<{ readonly segregation?: string }> {
  await sql`
    insert into document_approvals (document_type, document_id, revision, party_id, up_to_pence, approved_by, approved_at, is_own)
    values (${type}, ${id}, ${revision}, ${party}, ${upTo}, ${by}, ${ctx.now}, ${isOwn})`.execute(ctx.tx);
  return isOwn ? { segregation: noSecondApprover } : {};
}

/** Stores approvals given before the document existed with the document: each approval covers one document, once. */
export async function recordSpent(
  ctx: Pick<WriteContext, 'tx' | 'now'>,
  { type, id, revision = 1 }: { type: ApprovedDocument; id: number; revision?: number },
  spent: readonly SpentApproval[],
): Promise<{ readonly segregation?: string }> {
  if (spent.length === 0) return {};
  const rows = spent.map(approval => ({
    approval_id: approval.id,
    kind: approval.need.kind,
    up_to: amountApproved(approval.need),
    by: approval.by,
    is_own: approval.isOwn,
  }));
  await sql`
    insert into document_approvals (document_type, document_id, revision, kind, up_to_pence, approved_by, approved_at, is_own, approval_id)
    select ${type}, ${id}, ${revision}, kind, up_to, "by", ${ctx.now}, is_own, approval_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (approval_id uuid, kind text, up_to bigint, "by" bigint, is_own boolean)`.execute(
    ctx.tx,
  );
  return spent.some(({ isOwn }) => isOwn) ? { segregation: noSecondApprover } : {};
}

/** Active users with a permission, including administrators, as a condition on `users u`. */
const holdsRight = (right: Permission) => sql`(u.status = 'active' and exists (
  select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = u.id and (r.is_system
    or exists (select from role_permissions rp where rp.role_id = r.id and rp.permission = ${right}))))`;

/**
 * A condition in SQL: whether this user may decide on a document that these columns say who entered, as `canApproveAs`
 * does for one document.
 */
export const canBeDecidedBy = (
  actorId: number,
  right: Permission,
  enteredBy: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(${actorId}::bigint <> all(${enteredBy})
  or not exists (select from users u where ${holdsRight(right)} and u.id <> all(${enteredBy})))`;

/** Whether an active user other than these has the permission: then these may not approve their own. */
export async function hasSecondApprover(
  db: Reader,
  right: Permission,
  enteredBy: readonly (number | null)[],
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from users u where ${holdsRight(right)} and u.id <> all(${known(enteredBy)}::bigint[])) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

/** Those who are not asked to approve a document: the users who entered it, if anyone else can approve, and `asker`. */
export async function notAskedToApprove(
  db: Reader,
  right: Permission,
  { enteredBy, asker }: { readonly enteredBy: readonly (number | null)[]; readonly asker: number },
): Promise<number[]> {
  return (await hasSecondApprover(db, right, enteredBy)) ? [asker, ...known(enteredBy)] : [asker];
}

/**
 * Who may approve a document that these users entered: anyone else with the permission, or they themselves when no one
 * else has it.
 */
export async function listApprovers(
  db: Reader,
  right: Permission,
  enteredBy: readonly (number | null)[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select u.id from users u where ${holdsRight(right)} order by u.id`.execute(db);
  const ids = rows.map(({ id }) => id);
  const others = ids.filter(id => !enteredBy.includes(id));
  return others.length > 0 ? others : ids;
}

const known = (people: readonly (number | null)[]) => people.filter(id => id !== null);
