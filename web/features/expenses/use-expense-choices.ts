import { useQuery } from '@tanstack/react-query';
import { expenses } from '#domain/expenses/expense.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { expenseChoices } from './expenses.queries';

export type ExpenseChoices = ReplyOf<typeof expenses.choices>;

/** The options for an expense; undefined while loading. */
export const useExpenseChoices = (): ExpenseChoices | undefined => useQuery(expenseChoices).data;
