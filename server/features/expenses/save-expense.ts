import { sql } from 'kysely';
import * as z from 'zod';
import { type ExpenseDetail, type ExpenseWrite, expenses } from '#domain/expenses/expense.contract';
import { canDelete, canEdit } from '#domain/expenses/expense.rules';
import { type ExpenseAmounts, expenseTotals } from '#domain/expenses/expense.totals';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensure, invalid } from '../../platform/http/refusal';
import { ensureOwnLines, insertLines, type PreparedLine, prepareLines, replaceLines } from './expense-lines';
import { getExpense } from './get-expense';
import { ensureSubmittableWithReceipts, submitExpense } from './submit-expense';
import { refusingSecondEntry } from './refuse-second-entry';
import { lockExpense, nameOf, stateOf, type StoredExpense } from './stored-expense';

type Prepared = { readonly columns: HeadColumns; readonly lines: readonly PreparedLine[] };
type HeadColumns = Awaited<ReturnType<typeof headOf>>;

/**
 * Adds an expense as a draft, and submits it if requested, in one transaction. 422 if a category or the
 * supplier does not exist, the receipt has already been entered, or it cannot be submitted.
 */
export async function createExpense(
  ctx: WriteContext,
  { submit, ...body }: ExpenseWrite & { readonly submit?: 'now' | 'after_receipts' | undefined },
): Promise<ExpenseDetail> {
  const { columns, lines } = await prepare(ctx, body, body.expense_date ?? londonDate(ctx.now));
  const { id } = await refusingSecondEntry(
    body,
    ctx.tx
      .insertInto('expenses')
      .values({
        ...columns,
        created_by: ctx.actor.id,
        created_at: ctx.now,
        changed_by: ctx.actor.id,
        updated_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await insertLines(ctx.tx, id, lines);
  recordAudit(ctx, {
    action: 'created',
    recordType: 'expense',
    recordId: id,
    recordName: `“${body.description}”`,
    after: factsOf(columns, lines),
  });
  if (submit === 'now') return submitExpense(ctx, id);
  if (submit === 'after_receipts') await ensureSubmittableWithReceipts(ctx, id);
  return getExpense(ctx.tx, id, ctx);
}

/** Changes a draft; a rejected expense becomes a draft again. 409 if it changed in the meantime. */
export async function editExpense(
  ctx: WriteContext,
  id: number,
  body: ExpenseWrite & { readonly version?: number | undefined },
): Promise<ExpenseDetail> {
  const before = await lockExpense(ctx.tx, id);
  if (body.version !== undefined && body.version !== before.version)
    ensureCurrent(
      z.encode(expenses.update.reply, await getExpense(ctx.tx, id, ctx)),
      body.version,
      'Expense',
    );
  ensure(canEdit(stateOf(before)));
  const { columns, lines } = await prepare(ctx, body, body.expense_date ?? before.expense_date, before);
  await refusingSecondEntry(
    body,
    ctx.tx
      .updateTable('expenses')
      .set({
        ...columns,
        status: 'draft',
        version: sql<number>`version + 1`,
        changed_by: ctx.actor.id,
        editors: sql`${[...new Set([...before.editors, ctx.actor.id])]}::bigint[]`,
        updated_at: ctx.now,
      })
      .where('id', '=', id)
      .execute(),
  );
  await replaceLines(ctx.tx, id, lines);
  recordEdit(
    ctx,
    { type: 'expense', id, name: before.number ?? `“${body.description}”` },
    factsOfStored(before),
    { ...factsOf(columns, lines), status: 'draft' },
  );
  return getExpense(ctx.tx, id, ctx);
}

/** Deletes a draft that never had a number. Any other expense is cancelled instead. */
export async function removeExpense(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const expense = await lockExpense(ctx.tx, id);
  ensure(canDelete(stateOf(expense)));
  await sql`delete from expenses where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'expense',
    recordId: id,
    recordName: nameOf(expense),
    before: factsOfStored(expense),
  });
  return { message: 'Deleted successfully!' };
}

async function prepare(
  ctx: WriteContext,
  body: ExpenseWrite,
  date: string,
  before?: StoredExpense,
): Promise<Prepared> {
  ensureOwnLines(new Set(before?.lines.map(({ id }) => id)), body.lines);
  const lines = await prepareLines(ctx.tx, body.lines, date);
  ensureNotFarAhead('dated', londonDate(ctx.now), { expense_date: date });
  ensureNotFarAhead('due', date, { due_on: body.due_on });
  // The till that it was paid from stays so when it is closed (decision 141).
  if (body.session_id != null && body.session_id !== before?.session_id)
    await ensureSession(ctx.tx, body.session_id);
  return { lines, columns: await headOf(ctx.tx, body, date, expenseTotals(lines)) };
}

async function headOf(tx: Tx, body: ExpenseWrite, date: string, totals: ExpenseAmounts) {
  await ensureSupplier(tx, body.supplier_id);
  const isPaid = body.settlement === 'firm_paid';
  const method = isPaid ? (body.payment_method ?? null) : null;
  if (body.session_id != null && method !== 'cash')
    throw invalid({ session_id: 'Only cash comes out of a till. Clear the till.' });
  if (body.due_on != null && body.due_on < date)
    throw invalid({ due_on: 'The due date must be on or after the date of the expense.' });
  return {
    expense_date: date,
    description: body.description,
    supplier_id: body.supplier_id ?? null,
    reference: body.reference ?? null,
    vat_number: body.vat_number,
    settlement: body.settlement,
    due_on: body.settlement === 'to_pay' ? (body.due_on ?? null) : null,
    notes: body.notes ?? null,
    payment_method: method,
    session_id: method === 'cash' ? (body.session_id ?? null) : null,
    net_pence: totals.net,
    vat_pence: totals.vat,
    gross_pence: totals.gross,
  };
}

async function ensureSupplier(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id == null) return;
  const supplier = await tx
    .selectFrom('suppliers')
    .select(['name', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!supplier) throw invalid({ supplier_id: 'This supplier no longer exists. Choose another.' });
  if (supplier.status !== 'active')
    throw invalid({ supplier_id: `${supplier.name} is inactive. Set it to active first.` });
}

async function ensureSession(tx: Tx, id: number): Promise<void> {
  const session = await tx
    .selectFrom('till_sessions')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst();
  if (session?.status !== 'open')
    throw invalid({ session_id: 'This till is no longer open. Choose another one, or the safe.' });
}

const factsOf = (columns: HeadColumns, lines: readonly PreparedLine[]) => ({
  expense_date: columns.expense_date,
  description: columns.description,
  supplier_id: columns.supplier_id,
  reference: columns.reference,
  settlement: columns.settlement,
  payment_method: columns.payment_method,
  gross: formatPounds(columns.gross_pence),
  vat: formatPounds(columns.vat_pence),
  lines: lines.map(line => `${line.categoryName} ${formatPounds(line.gross)}`),
});

const factsOfStored = (expense: StoredExpense) => ({
  expense_date: expense.expense_date,
  description: expense.description,
  supplier_id: expense.supplier?.id ?? null,
  reference: expense.reference,
  settlement: expense.settlement,
  payment_method: expense.payment_method,
  gross: formatPounds(expense.gross),
  vat: formatPounds(expense.vat),
  lines: expense.lines.map(line => `${line.category.name} ${formatPounds(line.gross)}`),
  status: expense.status,
});
