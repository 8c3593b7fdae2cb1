import { sql } from 'kysely';
import { type Approver, canApproveAs } from '#domain/approvals/approval.rules';
import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import {
  canApprove,
  canCancel,
  canDelete,
  canEdit,
  canPay,
  canReject,
  canAttach,
  canSubmit,
  enteredBy,
  type ExpenseSettings,
} from '#domain/expenses/expense.rules';
import { hasAnyPermission, hasPermission } from '#domain/kernel/access';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Permission } from '#domain/kernel/permissions';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { hasSecondApprover } from '../../kernel/approvals';
import { systemAccounts } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { Actor } from '../../platform/http/actor';
import { forbidden, ensureFound } from '../../platform/http/refusal';
import { findExpenseSettings } from './expense-settings';
import { creditorOf, dueDateOf } from './post-expense';
import { findScheduleOf } from './schedules.queries';
import { findExpense, nameOf, amountOwedBack, stateOf, type StoredExpense } from './stored-expense';

/**
 * An expense with its lines, its history and what this user may do with it. 404 if it does not exist, 403
 * for someone else's without permission to view it.
 */
export async function getExpense(
  db: Reader,
  id: number,
  { actor }: { readonly actor: Actor },
): Promise<ExpenseDetail> {
  const expense = ensureFound(await findExpense(db, id), 'Expense');
  ensureCanView(expense, actor);
  const settings = await findExpenseSettings(db);
  const schedule = await findScheduleOf(db, id);
  const journals = await journalsOf(db, id);
  return {
    ...headOf(expense),
    ...stepsOf(expense),
    categories: [...new Set(expense.lines.map(line => line.category.name))],
    ...(await owedOn(db, expense)),
    owed_back: amountOwedBack(expense),
    paid: sum(journals.map(({ paid }) => paid)),
    paid_from_tills: sum(journals.map(journal => journal.from_tills)),
    recurring: schedule && recurringOf(schedule),
    journals: journals.map(({ id: journalId, business_date, narrative }) => ({
      id: journalId,
      business_date,
      narrative,
    })),
    lines: expense.lines.map(line => ({
      id: line.id,
      line_number: line.line_number,
      category: line.category,
      description: line.description,
      net: toPence(line.net),
      vat_code: line.vat_code,
      vat_percent: line.vat_rate,
      vat: toPence(line.vat),
      gross: toPence(line.gross),
      vat_recoverable: line.vat_recoverable,
    })),
    can: {
      ...allowedActions(expense, settings, actor, {
        id: actor.id,
        hasSecond: await hasSecondApprover(db, 'approve_expense', enteredBy(stateOf(expense))),
      }),
      repeat: canRepeat(expense, schedule !== null, actor),
      become_template: canBecomeTemplate(expense, schedule, actor),
    },
  };
}

/** Users who may enter or change expenses, but not view them all, see their own. */
export function ensureCanView(expense: Pick<StoredExpense, 'created_by'>, actor: Actor): void {
  if (expense.created_by !== actor.id && !passesRecordRule('othersExpensesView', actor))
    throw forbidden('You can only view your own expenses.');
}

/** Changing someone else's expense needs permission to edit expenses. */
export function ensureCanChange(expense: Pick<StoredExpense, 'created_by'>, actor: Actor): void {
  if (expense.created_by !== actor.id && !passesRecordRule('othersExpensesChange', actor))
    throw forbidden('You can only change your own expenses.');
}

const headOf = (expense: StoredExpense) => ({
  id: expense.id,
  number: expense.number,
  expense_date: expense.expense_date,
  description: expense.description,
  supplier: expense.supplier,
  reference: expense.reference,
  vat_number: expense.vat_number,
  settlement: expense.settlement,
  payment_method: expense.payment_method,
  due_on: expense.due_on,
  till:
    expense.session_id === null
      ? null
      : { session_id: expense.session_id, register_name: expense.register_name ?? '' },
  notes: expense.notes,
  net: expense.net,
  vat: expense.vat,
  gross: expense.gross,
  vat_recovered: expense.vat_recovered,
  status: expense.status,
  receipts: expense.receipts,
  creator: { name: expense.creator_name },
  created_at: expense.created_at,
  posted_on: expense.posted_on,
  paid_on: expense.paid_on,
  payment_reference: expense.payment_reference,
  version: expense.version,
});

const stepTaken = (by: string | null, at: Date | null, reason: string | null = null) =>
  at === null ? null : { by: by ?? '', at, reason };

const stepsOf = (expense: StoredExpense) => ({
  submitted: stepTaken(expense.submitter_name, expense.submitted_at),
  approved:
    expense.approved_at === null
      ? null
      : { by: expense.approver_name, at: expense.approved_at, reason: null },
  rejected: stepTaken(expense.rejecter_name, expense.rejected_at, expense.reject_reason),
  cancelled: stepTaken(expense.canceller_name, expense.cancelled_at, expense.cancel_reason),
});

/** What is still owed on it, and when it falls due: as posted on the supplier’s ledger, else as it would be. */
async function owedOn(
  db: Reader,
  expense: StoredExpense,
): Promise<Pick<ExpenseDetail, 'outstanding' | 'falls_due_on'>> {
  const falls_due_on = expense.settlement === 'to_pay' ? dueDateOf(expense) : null;
  if (expense.status !== 'approved') return { outstanding: toPence(0), falls_due_on };
  if (!creditorOf(expense)) return { outstanding: expense.gross, falls_due_on };
  const { rows } = await sql<{ open: number; due_on: CalendarDate | null }>`${preparedStatement}
    select (amount_pence - allocated_pence) as open, due_on::text as due_on from party_items
    where document_type = 'expense' and document_id = ${expense.id} and kind = 'bill'`.execute(db);
  const [item] = rows;
  return { outstanding: toPence(item?.open ?? 0), falls_due_on: item?.due_on ?? falls_due_on };
}

const recurringOf = ({ schedule, isBasis }: NonNullable<Awaited<ReturnType<typeof findScheduleOf>>>) => ({
  schedule_id: schedule.id,
  every: schedule.every,
  interval_count: schedule.interval_count,
  next_on: schedule.next_on,
  made_like: isBasis ? null : schedule.expense,
});

/**
 * Numbered expenses are kept, so that others can be based on them; one that recurs already cannot recur
 * twice.
 */
function canRepeat({ number, status }: StoredExpense, isRecurring: boolean, actor: Actor): RuleResult {
  if (number === null || status === 'cancelled')
    return no('Only submitted expenses that are not cancelled can be made recurring.');
  if (isRecurring) return no('This expense is already recurring.');
  return hasPermission(actor, 'create_expense') && hasPermission(actor, 'view_expense')
    ? yes
    : no('You do not have permission to do this.');
}

/** Later drafts can be like another of the same schedule, once it is submitted. */
function canBecomeTemplate(
  { number, status }: StoredExpense,
  schedule: { readonly isBasis: boolean } | null,
  actor: Actor,
): RuleResult {
  if (!schedule) return no('This expense does not belong to a recurring expense.');
  if (schedule.isBasis) return no('Later drafts are already based on this expense.');
  if (number === null)
    return no('Submit the expense first. Later drafts can only be based on a submitted one.');
  if (status === 'cancelled') return no('This expense is cancelled.');
  return hasPermission(actor, 'edit_expense') ? yes : no('You do not have permission to do this.');
}

type Journal = {
  id: number;
  business_date: CalendarDate;
  narrative: string;
  /** What it took out of accounts of money, and of tills; negative if it came back. */
  paid: Pence;
  from_tills: Pence;
};

async function journalsOf(db: Reader, id: number): Promise<Journal[]> {
  const { rows } = await sql<Journal>`${preparedStatement}
    select j.id, j.business_date, j.narrative, money.paid, money.from_tills
    from journals j cross join lateral (
      select coalesce(sum(l.credit_pence - l.debit_pence), 0)::bigint as paid,
        coalesce(sum(l.credit_pence - l.debit_pence) filter (where l.account_code = ${systemAccounts.tillCash}), 0)::bigint as from_tills
      from journal_lines l
      where l.journal_id = j.id and (l.account_code between '1000' and '1099' or l.account_code = '2400')) money
    where j.document_type = 'expense' and j.document_id = ${id} order by j.id`.execute(db);
  return rows;
}

/** The rule is checked before the permission, so that a button explains the status of the expense first. */
function allowedActions(
  expense: StoredExpense,
  settings: ExpenseSettings,
  actor: Actor,
  approver: Approver,
): Omit<ExpenseDetail['can'], 'repeat' | 'become_template'> {
  const state = stateOf(expense);
  const withRight = (result: RuleResult, ...rights: [Permission, ...Permission[]]): RuleResult => {
    if (!result.allowed) return result;
    return hasAnyPermission(actor, rights) ? yes : no('You do not have permission to do this.');
  };
  const deciding = (result: RuleResult): RuleResult =>
    withRight(
      result.allowed ? canApproveAs(enteredBy(state), approver, 'expense') : result,
      'approve_expense',
    );
  const isOwner = expense.created_by === actor.id;
  const canReverse = passesRecordRule('postedExpenses', actor);
  const changers: [Permission, ...Permission[]] = isOwner
    ? ['create_expense', 'edit_expense']
    : ['edit_expense'];
  return {
    edit: withRight(canEdit(state), 'edit_expense'),
    delete: withRight(canDelete(state), 'delete_expense'),
    // Users who may enter expenses change their own; those of others need permission to edit.
    submit: withRight(canSubmit(state, settings), ...changers),
    attach: withRight(canAttach(state), ...changers),
    approve: deciding(canApprove(state)),
    reject: deciding(canReject(state)),
    pay: withRight(canPay(state), 'pay_expense'),
    cancel: canCancel(state, { isOwner, canReverse }),
    take_back: withRight(
      amountOwedBack(expense) > 0 ? yes : no(`No money is owed back on ${nameOf(expense)}.`),
      'reverse_payment',
    ),
  };
}
