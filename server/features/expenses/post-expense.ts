import { sql } from 'kysely';
import { costOf } from '#domain/expenses/expense.totals';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import {
  credit,
  debit,
  type DocumentRef,
  type JournalLine,
  paidFrom,
  postRequiredJournal,
  systemAccounts,
  type VatEntry,
} from '../../kernel/ledger';
import { allocate, findItemsOf, type LockedParty, lockParty, openItem, openPart } from '../../kernel/parties';
import { ensureDrawerHoldsAsKnown, recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { accountsOfCategories } from './category-account';
import { lockDrawerOf } from './drawer-of-expense';
import type { StoredExpense } from './stored-expense';

export type PostingDay = { readonly businessDate: CalendarDate; readonly reason: string | null };

export const documentOf = ({ id, number }: Pick<StoredExpense, 'id' | 'number'>): DocumentRef => ({
  type: 'expense',
  id,
  number,
});

/** The ledger of an expense until it is paid: its supplier's, or account 2300. */
export const creditorOf = ({ settlement, supplier }: Pick<StoredExpense, 'settlement' | 'supplier'>) =>
  settlement === 'to_pay' && supplier ? ({ kind: 'supplier', id: supplier.id } as const) : null;

/** When a bill is to be paid: on the day entered, or by the terms of its supplier. */
export const dueDateOf = ({
  due_on,
  expense_date,
  terms_days,
}: Pick<StoredExpense, 'due_on' | 'expense_date' | 'terms_days'>): CalendarDate =>
  due_on ?? addDays(expense_date, terms_days ?? 0);

type Creditor = LockedParty<'supplier'> | null;

/** Locks that ledger, if it is a supplier's. */
export async function lockCreditor(ctx: WriteContext, expense: StoredExpense): Promise<Creditor> {
  const creditor = creditorOf(expense);
  return creditor && (await lockParty(ctx.tx, creditor)).party;
}

/**
 * Posts an approved expense (table of L: "Expense paid now", "Expense unpaid"): each line to its category's
 * account, net or including VAT that is not reclaimable, and the rest to input VAT; against the payment, the
 * supplier, or account 2300. VAT is recorded on the date of the receipt (rules V17, V18). Returns the VAT
 * reclaimed.
 */
export async function postExpense(
  ctx: WriteContext,
  expense: StoredExpense,
  day: PostingDay,
): Promise<{ recovered: Pence }> {
  const sessionId = await lockDrawerOf(ctx, expense);
  const { is_registered: registered } = expense;
  const accounts = await accountsOfCategories(
    ctx,
    expense.lines.map(line => line.category.id),
  );
  const creditor = await lockCreditor(ctx, expense);
  const costs = expense.lines.map(line => ({
    line,
    ...costOf(line, registered && line.vat_recoverable),
  }));
  const recovered = toPence(costs.reduce((all, part) => all + part.recovered, 0));
  const document = documentOf(expense);
  const { id: journalId } = await postRequiredJournal(ctx, {
    businessDate: day.businessDate,
    kind: 'expense',
    narrative: narrativeOf(expense),
    document,
    reason: day.reason,
    lines: [
      ...costs.map(({ line, cost }) =>
        debit(accounts.get(line.category.id) ?? '', cost, {
          vatCode: line.vat_code,
          description: line.description ?? line.category.name,
        }),
      ),
      debit(systemAccounts.inputVat, recovered),
      creditLine(expense, creditor, sessionId),
    ],
    vat: registered ? costs.map(({ line, recovered: vat }) => vatEntry(expense, line, vat)) : [],
  });
  if (sessionId !== null)
    await takeFromDrawer(ctx, { sessionId, amount: expense.gross, journalId, document });
  if (creditor)
    await openItem(ctx, {
      party: creditor,
      side: 'credit',
      kind: 'bill',
      description: expense.reference ? `Bill ${expense.reference}` : expense.description,
      document,
      businessDate: day.businessDate,
      dueOn: dueDateOf(expense),
      amount: expense.gross,
      journalId,
    });
  return { recovered };
}

export const narrativeOf = ({ description, supplier, creator_name, settlement }: StoredExpense): string => {
  const from = supplier ? `, ${supplier.name}` : '';
  return settlement === 'own_money'
    ? `${description}${from}, paid by ${creator_name}`
    : `${description}${from}`;
};

function creditLine(expense: StoredExpense, creditor: Creditor, sessionId: number | null): JournalLine {
  if (creditor) return credit(systemAccounts.tradeCreditors, expense.gross, { party: creditor });
  if (expense.settlement !== 'firm_paid') return credit(systemAccounts.accruedExpenses, expense.gross);
  return credit(accountOfMoney(expense.payment_method ?? 'other', sessionId), expense.gross);
}

/** Where money comes from (rule L4): till cash from its drawer, other cash from the safe. */
export const accountOfMoney = (method: PaymentMethod, sessionId: number | null): string =>
  sessionId === null ? paidFrom[method] : systemAccounts.tillCash;

const vatEntry = (expense: StoredExpense, line: StoredExpense['lines'][number], vat: Pence): VatEntry => ({
  direction: 'input',
  taxPoint: expense.expense_date,
  code: line.vat_code,
  rate: line.vat_rate,
  net: line.net,
  vat,
});

type FromDrawer = {
  readonly sessionId: number;
  readonly amount: Pence;
  readonly journalId: number;
  readonly document: DocumentRef;
};

const takeFromDrawer = (ctx: WriteContext, { amount, ...cash }: FromDrawer): Promise<void> =>
  recordTillCash(ctx, { ...cash, kind: 'paid_out', amount: toPence(0 - amount), reason: 'Expense' });

export type Money = {
  readonly method: PaymentMethod;
  readonly sessionId: number | null;
  readonly reference: string | null;
};

/** The outstanding amount of an approved expense. Payments to its supplier may have settled part of it. */
export async function outstandingItem(
  ctx: Pick<WriteContext, 'tx'>,
  expense: StoredExpense,
): Promise<{ itemId: number | null; open: Pence }> {
  if (!creditorOf(expense)) return { itemId: null, open: expense.gross };
  const items = await findItemsOf(ctx.tx, { type: 'expense', id: expense.id });
  const item = items.find(({ side, kind }) => side === 'credit' && kind === 'bill');
  return item ? { itemId: item.id, open: openPart(item) } : { itemId: null, open: toPence(0) };
}

/**
 * Posts the payment of the outstanding amount (table of L "Pay it later"; rule L4): from a drawer, the safe,
 * the bank or the company card, against the supplier's ledger or account 2300.
 */
export async function postExpensePayment(
  ctx: WriteContext,
  expense: StoredExpense,
  creditor: Creditor,
  { method, sessionId, reference }: Money,
  day: PostingDay,
): Promise<{ amount: Pence }> {
  const { itemId, open: amount } = await outstandingItem(ctx, expense);
  if (amount === 0) return { amount };
  await ensureDrawerHoldsAsKnown(ctx, sessionId, amount, 'session_id');
  const document = documentOf(expense);
  const { id: journalId } = await postRequiredJournal(ctx, {
    businessDate: day.businessDate,
    kind: 'expense_payment',
    narrative: `Paid: ${narrativeOf(expense)}`,
    document,
    reason: day.reason,
    lines: [
      creditor
        ? debit(systemAccounts.tradeCreditors, amount, { party: creditor })
        : debit(systemAccounts.accruedExpenses, amount),
      credit(accountOfMoney(method, sessionId), amount),
    ],
  });
  if (sessionId !== null) await takeFromDrawer(ctx, { sessionId, amount, journalId, document });
  if (!creditor || itemId === null) return { amount };
  const payment = await openItem(ctx, {
    party: creditor,
    side: 'debit',
    kind: 'payment',
    description: reference,
    document,
    businessDate: day.businessDate,
    amount,
    journalId,
  });
  await allocate(ctx, {
    party: creditor,
    debitItemId: payment.id,
    creditItemId: itemId,
    amount,
    businessDate: day.businessDate,
  });
  return { amount };
}

type OpenJournal = {
  readonly id: number;
  readonly kind: string;
  readonly business_date: CalendarDate;
  /** What it took out of tills, and out of all accounts of money. */
  readonly till_pence: Pence;
  readonly paid_pence: Pence;
};

/** The valid journals of an expense: neither reversals nor reversed. Newest first. */
export async function openJournals(ctx: WriteContext, expenseId: number): Promise<readonly OpenJournal[]> {
  const { rows } = await sql<OpenJournal>`
    select j.id, j.kind, j.business_date, money.till_pence, money.paid_pence
    from journals j cross join lateral (
      select coalesce(sum(credit_pence - debit_pence) filter (where account_code = ${systemAccounts.tillCash}), 0)::bigint as till_pence,
        coalesce(sum(credit_pence - debit_pence), 0)::bigint as paid_pence
      from journal_lines
      where journal_id = j.id and (account_code between '1000' and '1099' or account_code = '2400')) money
    where j.document_type = 'expense' and j.document_id = ${expenseId} and j.reverses_id is null
      and not exists (select from journals r where r.reverses_id = j.id)
    order by j.id desc`.execute(ctx.tx);
  return rows;
}
