import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { expenses } from '#domain/expenses/expense.contract';
import { hasPermission } from '#domain/kernel/access';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';

type Seller = ReplyOf<typeof expenses.choices>['sellers'][number];

/** The number of latest expenses that sellers are remembered from. */
const remembered = 2000;

/**
 * The latest expense with a VAT number of each seller: of a supplier, or without one of the same purpose. From a user's
 * own expenses only, if they may not view others.
 */
export async function findSellers(db: Reader, actor: Actor): Promise<Seller[]> {
  const seesAll = hasPermission(actor, 'view_expense');
  const { rows } = await sql<Seller>`
    select distinct on (e.supplier_id, e.purpose) e.supplier_id, e.purpose, e.vat_number, e.expense_date,
      line.category_id, line.vat_code
    from (
      select l.id, l.supplier_id, case when l.supplier_id is null then lower(l.description) end as purpose,
        coalesce(l.vat_number, s.vat_number) as vat_number, l.expense_date, l.status, l.created_by
      from (select * from expenses order by id desc limit ${remembered}) l
      left join suppliers s on s.id = l.supplier_id) e
    cross join lateral (
      select case when c.status = 'active' then c.id end as category_id, l.vat_code
      from expense_lines l join expense_categories c on c.id = l.category_id
      where l.expense_id = e.id order by l.line_number limit 1) line
    where e.vat_number is not null and e.status not in ('rejected', 'cancelled')
      and (${seesAll}::boolean or e.created_by = ${actor.id})
    order by e.supplier_id, e.purpose, e.id desc`.execute(db);
  return rows;
}
