import * as z from 'zod';
import { addDays, calendarDate, type CalendarDate } from '../kernel/dates';
import { money, type Pence, toPence } from '../kernel/money';

/** How far ahead money in and out is shown. */
export const daysAhead = 30;

/** Documents by due date: what is overdue is shown apart, because no one knows when it will be paid. */
const due = z.object({ overdue: money, due: money });

/** Invoices or bills, as in the aged reports. */
const ledgerDue = due.extend({
  /** What open credit of the same customers or suppliers pays of what is due, so that no money moves for it. */
  on_account: money,
});

const vatDue = z.object({
  /** The last day of the period; null for what is left to pay of the filed returns. */
  to: calendarDate.nullable(),
  due_on: calendarDate,
  /** Negative if HMRC pays it to the business. */
  amount: money,
});

const day = z.object({
  date: calendarDate,
  money_in: money,
  money_out: money,
  /** The balance at the end of the day, with permission to see balances. */
  balance: money.optional(),
});

/** Money due in and out over the next 30 days; each part needs the permission for what it shows. */
export const moneyAhead = z.object({
  from: calendarDate,
  until: calendarDate,
  /** With permission to see the ledger. */
  ledger: z
    .object({ cash: money, bank: money, customers: ledgerDue, suppliers: ledgerDue, vat: z.array(vatDue) })
    .optional(),
  /** Expenses that are in no supplier's ledger yet, with permission to see expenses. */
  expenses: due.optional(),
  /** Recurring expenses, with permission to see expenses. */
  recurring: money.optional(),
  /** Every day, from today. Overdue amounts, and what open credit pays, are on none of them. */
  days: z.array(day),
});
export type MoneyAhead = z.output<typeof moneyAhead>;
export type VatDue = z.output<typeof vatDue>;

/** An amount expected on a day: in above zero, out below. */
export type ExpectedMoney = { readonly date: CalendarDate; readonly amount: number };

/** Each day from today with what is expected on it, and the balance if it is known how much there is now. */
export function expectedDays(
  from: CalendarDate,
  expected: readonly ExpectedMoney[],
  opening: Pence | undefined,
): MoneyAhead['days'] {
  let balance = opening;
  return Array.from({ length: daysAhead + 1 }, (_, index) => {
    const date = addDays(from, index);
    const amounts = expected.filter(one => one.date === date).map(({ amount }) => amount);
    const total = (side: 1 | -1) =>
      toPence(amounts.reduce((sum, amount) => sum + Math.max(0, side * amount), 0));
    const [money_in, money_out] = [total(1), total(-1)];
    if (balance !== undefined) balance = toPence(balance + money_in - money_out);
    return { date, money_in, money_out, ...(balance !== undefined && { balance }) };
  });
}
