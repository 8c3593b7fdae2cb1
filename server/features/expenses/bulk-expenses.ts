import { sql } from 'kysely';
import { canApproveAs } from '#domain/approvals/approval.rules';
import { expenseBulk, type ExpenseDecision } from '#domain/expenses/expense-bulk.contract';
import { enteredBy } from '#domain/expenses/expense.rules';
import {
  type ExpenseStatus,
  expenseStatusNames,
  expenseSteps,
  type Settlement,
} from '#domain/expenses/expense.status';
import { londonDate } from '#domain/kernel/dates';
import { statusRefusalWords } from '#domain/kernel/rule-result';
import { hasSecondApprover } from '../../kernel/approvals';
import type { BulkList, BulkRecord } from '../../kernel/bulk-changes';
import type { Reader } from '../../platform/database/open-database';
import { approveExpense, rejectExpense } from './approve-expense';
import { findExpensesForChange } from './expenses.queries';

type Row = BulkRecord & {
  readonly settlement: Settlement;
  readonly created_by: number;
  readonly editors: readonly number[];
  readonly submitted_by: number | null;
};

async function load(db: Reader, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, version, coalesce(number, '“' || description || '”') as name, settlement, created_by,
      to_jsonb(editors) as editors, submitted_by,
      jsonb_build_object('status', status, 'reason', case when status = 'rejected' then reject_reason end) as values
    from expenses where id = any(${[...ids]}::bigint[]) order by id`.execute(db);
  return rows;
}

const isApproved = new Set<unknown>(['approved', 'paid']);

/** How many expenses are approved or rejected at once: each as on its own page, with the same rules. */
export const expenseBulkList: BulkList<
  typeof expenseBulk.start.body.shape.filter,
  typeof expenseBulk.start.body.shape.change,
  Row
> = {
  name: 'expenses',
  calls: expenseBulk,
  find: (db, filter, { now }) => findExpensesForChange(db, filter, londonDate(now)),
  load,
  lock: load,
  oneAtATime: true,
  apply({ values, settlement }, { decision, reason }: ExpenseDecision) {
    if (decision === 'reject') return { status: 'rejected', reason: reason ?? null };
    if (isApproved.has(values.status)) return values;
    return { status: settlement === 'firm_paid' ? 'paid' : 'approved', reason: null };
  },
  refusal({ values }, next) {
    const status = values.status as ExpenseStatus;
    const [step, done] =
      next.status === 'rejected' ? (['reject', 'rejected'] as const) : (['approve', 'approved'] as const);
    return (expenseSteps[step].from as readonly ExpenseStatus[]).includes(status)
      ? null
      : statusRefusalWords('It', expenseStatusNames[status].toLowerCase(), done);
  },
  async whyNotBy({ tx, actor }, { created_by, editors, submitted_by }) {
    const hands = enteredBy({ createdBy: created_by, editors, submittedBy: submitted_by });
    if (!hands.includes(actor.id)) return null;
    const hasSecond = await hasSecondApprover(tx, 'approve_expense', hands);
    const may = canApproveAs(hands, { id: actor.id, hasSecond }, 'expense');
    return may.allowed ? null : may.reason;
  },
  async write(ctx, { id, version }, { status, reason }) {
    if (status === 'rejected') await rejectExpense(ctx, id, { reason: String(reason), version });
    else await approveExpense(ctx, id, { version });
  },
  facts: ({ decision, reason }) => ({
    status: decision === 'approve' ? 'approved' : 'rejected',
    ...(reason === undefined ? {} : { reason }),
  }),
};
