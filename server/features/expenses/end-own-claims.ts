import { sql } from 'kysely';
import { recordEdit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';

/** Whether an expense `e` is claimed by a user `u` whose account is closed. */
export const isClaimOfClosedAccount = sql<boolean>`(e.settlement = 'own_money' and u.status <> 'active')`;

/**
 * Ends what recurs as paid with a user's own money, when their account is closed: no one is left to submit those claims
 * or to be reimbursed. What the business pays itself goes on.
 */
export async function endOwnClaims(ctx: Pick<WriteContext, 'tx' | 'audits'>, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number; number: string; was: string }>`
    with ending as (
      select s.id, e.id as expense_id, e.number, case when s.is_paused then 'paused' else 'active' end as was
      from expense_schedules s join expenses e on e.id = s.expense_id
      where s.created_by = ${userId} and e.settlement = 'own_money' and (s.next_on is not null or s.is_paused)
      order by s.id for update of s
    )
    update expense_schedules s set next_on = null, is_paused = false, version = version + 1
    from ending where s.id = ending.id returning ending.expense_id as id, ending.number, ending.was`.execute(
    ctx.tx,
  );
  for (const { id, number, was } of rows)
    recordEdit(ctx, { type: 'expense', id, name: number }, { recurring: was }, { recurring: 'ended' });
}
