import { queryOptions } from '@tanstack/react-query';
import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { expenseReceipts, expenses } from '#domain/expenses/expense.contract';
import {
  contractQuery,
  fileQuery,
  pageQuery,
  recordList,
  recordQuery,
  totalsQuery,
} from '../../platform/queries';

export const expensePage = pageQuery(expenses.list);
export const expenseTotals = totalsQuery(expenses.totals);
export const expenseList = recordList(expenses.list, id => `/expenses/${id}`);
export const expenseById = recordQuery(expenses.get);
export const expenseChoices = contractQuery(expenses.choices);
export const schedulePage = pageQuery(expenseSchedules.list);
export const scheduleTotals = contractQuery(expenseSchedules.totals);

/** The bytes of a receipt, which never change. */
export const receiptOfExpense = (id: number, receiptId: number) =>
  queryOptions({
    ...fileQuery(expenseReceipts.content, { params: { id, attachment_id: receiptId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
