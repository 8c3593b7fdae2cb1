import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/**
 * A fifth as many expenses as orders, over some years and in every status that posts nothing, so that the checks of the
 * books pass; and recurring ones.
 */
export async function fillExpenses(
  db: Database,
  { orders, suppliers }: { readonly orders: number; readonly suppliers: number },
  userId: number,
): Promise<void> {
  const count = Math.round(orders / 5);
  await sql`insert into expenses (number, expense_date, description, supplier_id, reference, settlement, payment_method, net_pence,
      vat_pence, gross_pence, status, created_by, created_at, changed_by, updated_at, submitted_by, submitted_at, cancelled_at,
      cancel_reason)
    select case when state <> 'draft' then 'EXP-' || lpad((n - n / 5)::text, greatest(5, length((n - n / 5)::text)), '0') end, day, 'Expense ' || md5('e' || n),
      case when n % 2 = 0 then 1 + n % ${suppliers}::int end, 'R' || n, 'firm_paid', 'credit_card', 1000 + n % 9000, 200, 1200 + n % 9000,
      state, ${userId}, day, ${userId}, day, case when state <> 'draft' then ${userId}::bigint end, case when state <> 'draft' then day end,
      case when state = 'cancelled' then day end, case when state = 'cancelled' then 'Twice' end
    from generate_series(1, ${count}::int) n,
      lateral (select date '2024-01-01' + n % 900 as day,
        (array['draft', 'submitted', 'submitted', 'rejected', 'cancelled'])[1 + n % 5] as state) d`.execute(
    db,
  );
  // One in five is a draft without a number.
  await sql`insert into number_series (series, last_number) values ('EXP', ${count - Math.floor(count / 5)}::int)`.execute(
    db,
  );
  await sql`insert into expense_lines (expense_id, line_number, category_id, net_pence, vat_code, vat_percent, vat_pence, gross_pence,
      vat_recoverable)
    select id, 1, 1 + id % 500, net_pence, 'S', 20, vat_pence, gross_pence, true from expenses`.execute(db);
  await sql`insert into expense_schedules (expense_id, first_expense_id, every, first_on, next_on, created_by, created_at)
    select id, id, 'month', expense_date, current_date + (id % 30)::int, ${userId}, now() from expenses
    where number is not null order by id limit 1000`.execute(db);
}
