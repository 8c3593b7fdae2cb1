import { sql } from 'kysely';
import type { EmployeeSales } from '#domain/employees/employee-sales.contract';
import type { Pence } from '#domain/kernel/money';
import type { Period } from '#domain/kernel/period';
import type { PeriodRequest } from '#domain/reports/report-query';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { resolvePeriod, salesFigures } from '../reports';

/**
 * Sales and refunds through an employee's account in a period (rule R2), and the variances of the tills it
 * closed.
 */
export async function findEmployeeSales(
  db: Reader,
  id: number,
  request: PeriodRequest,
  now: Date,
): Promise<EmployeeSales> {
  const { user_id } = ensureFound(
    await db.selectFrom('employees').select('user_id').where('id', '=', id).executeTakeFirst(),
    'Employee',
  );
  const { from, to } = await resolvePeriod(db, request, now);
  if (user_id === null) return { from, to, figures: null };
  const sales = await salesFigures(db, { from, to }, { cashier_id: [user_id] });
  const tills = await tillsClosedBy(db, user_id, { from, to });
  return {
    from,
    to,
    figures: {
      user_id,
      transactions: sales.transactions,
      gross: sales.gross,
      refunds_gross: sales.refunds_gross,
      net_takings: sales.net_takings,
      discounts: sales.discounts,
      average: sales.average,
      ...tills,
    },
  };
}

type Tills = { tills_closed: number; till_difference: Pence };

async function tillsClosedBy(db: Reader, userId: number, { from, to }: Period): Promise<Tills> {
  const { rows } = await sql<Tills>`
    select count(*) as tills_closed, coalesce(sum(counted_pence - expected_pence), 0)::bigint as till_difference
    from till_sessions where status = 'closed' and closed_by = ${userId} and business_date between ${from} and ${to}`.execute(
    db,
  );
  return rows[0] ?? { tills_closed: 0, till_difference: 0 as Pence };
}
