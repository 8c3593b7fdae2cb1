import * as z from 'zod';
import { expenseLineWrite, expenses } from '#domain/expenses/expense.contract';
import { settlement } from '#domain/expenses/expense.status';
import type { VatRate } from '#domain/kernel/vat';
import { paymentMethod } from '#domain/payments/payment.status';

const head = expenses.create.body.shape;
const line = expenseLineWrite.shape;

/** What a row of the file must be. */
export const rowSchema = z.strictObject({
  description: head.description,
  expense_date: z.string('Enter a date, such as 21/11/2026.'),
  category_id: z.int('Enter the name of an expense category.'),
  supplier_id: z.int().nullable(),
  reference: head.reference,
  vat_number: head.vat_number,
  settlement,
  payment_method: paymentMethod.nullable(),
  notes: head.notes,
  gross: line.gross,
  vat_code: line.vat_code,
  vat: line.vat,
});

/** A row that becomes an expense in draft. */
export type ImportedDraft = z.output<typeof rowSchema> & {
  readonly number: number;
  readonly id: number;
  readonly vatRate: VatRate;
  readonly vatPence: number;
};
