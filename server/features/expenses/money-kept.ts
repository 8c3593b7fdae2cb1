import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import { credit, debit, postRequiredJournal, systemAccounts, type VatEntry } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';
import { accountOfMoney, documentOf, narrativeOf } from './post-expense';
import type { StoredExpense } from './stored-expense';

type Day = { readonly businessDate: CalendarDate; readonly reason: string };

type CostLine = {
  readonly account: string;
  readonly amount: Pence;
  readonly vat_code: VatCode | null;
  readonly description: string | null;
};

/**
 * Cancels the cost of an expense that was paid at once and whose money was not returned: cost and VAT go to account
 * 2300, where the money is owed back (decision 157). The payment stays as it was posted: nothing moved today, so no line
 * is on an account of money (rules L2, R5). Its VAT keeps the tax points, as that of a reversal does (rules V24, V25).
 */
export async function postMoneyKept(
  ctx: WriteContext,
  expense: StoredExpense,
  journalId: number,
  day: Day,
): Promise<void> {
  const { rows: lines } = await sql<CostLine>`
    select account_code as account, debit_pence as amount, vat_code, description from journal_lines
    where journal_id = ${journalId} and debit_pence > 0 order by line_number`.execute(ctx.tx);
  const { rows: vat } = await sql<VatEntry>`
    select direction, tax_point as "taxPoint", vat_code as code, (rate_percent * 100)::integer as rate, -net_pence as net, -vat_pence as vat
    from vat_entries where journal_id = ${journalId} order by id`.execute(ctx.tx);
  await postRequiredJournal(ctx, {
    ...day,
    kind: 'expense',
    narrative: `Cancelled, money not yet returned: ${narrativeOf(expense)}`,
    document: documentOf(expense),
    lines: [
      debit(systemAccounts.accruedExpenses, expense.gross),
      ...lines.map(({ account, amount, vat_code, description }) =>
        credit(account, toPence(amount), {
          ...(vat_code !== null && { vatCode: vat_code }),
          ...(description !== null && { description }),
        }),
      ),
    ],
    vat,
  });
}

/** The money of such an expense comes back to where it was paid from. */
export const postMoneyReturned = (
  ctx: WriteContext,
  expense: StoredExpense,
  day: Day,
): Promise<{ id: number }> =>
  postRequiredJournal(ctx, {
    ...day,
    kind: 'expense_payment',
    narrative: `Money returned: ${narrativeOf(expense)}`,
    document: documentOf(expense),
    lines: [
      debit(accountOfMoney(expense.payment_method ?? 'other', expense.session_id), expense.gross),
      credit(systemAccounts.accruedExpenses, expense.gross),
    ],
  });
