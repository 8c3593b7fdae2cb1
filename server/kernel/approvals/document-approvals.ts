import { sql } from 'kysely';
import { type ApprovedDocument, noSecondApprover } from '#domain/approvals/approval.rules';
import type { Permission } from '#domain/kernel/permissions';
import type { Pence } from '#domain/kernel/money';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

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
 * Keeps an approval: up to this amount, for this revision, by this person (rule P15). Answers what the audit entry says of
 * it. The caller has locked the document and checked who may approve.
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

/** Active people who hold a right, or every right as administrators: a condition on `users u`. */
const holdsRight = (right: Permission) => sql`(u.status = 'active' and exists (
  select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = u.id and (r.is_system
    or exists (select from role_permissions rp where rp.role_id = r.id and rp.permission = ${right}))))`;

/** Whether an active person holds the right who is none of these: then those named do not approve their own. */
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

/** Who may approve a document that these entered: everybody else with the right, or they themselves while nobody else could. */
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
