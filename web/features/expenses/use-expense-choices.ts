import { useQuery } from '@tanstack/react-query';
import { expenses } from '#domain/expenses/expense.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { expenseChoices } from './expenses.queries';

export type ExpenseChoices = ReplyOf<typeof expenses.choices>;

/** What an expense can be put to; undefined while it is being asked. */
export const useExpenseChoices = (): ExpenseChoices | undefined => useQuery(expenseChoices).data;
