import * as z from 'zod';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';

/** What can be unusual about a paid till sale, which is posted regardless (decision 067). */
export const saleExceptionKind = z.enum(
  [
    'not_booked',
    'stock',
    'counted',
    'price',
    'approval',
    'credit',
    'cashier',
    'customer',
    'product',
    'clock',
    'date',
    'vat',
    'receipt_number',
    'session',
    'quote',
  ],
  'Choose a kind.',
);
export type SaleExceptionKind = z.infer<typeof saleExceptionKind>;

export const saleExceptionNames: Readonly<Record<SaleExceptionKind, string>> = {
  not_booked: 'Not posted',
  stock: 'Sold below zero',
  counted: 'Stock counted',
  price: 'Price differs',
  approval: 'Not approved',
  credit: 'Credit',
  cashier: 'Cashier',
  customer: 'Customer',
  product: 'Product',
  clock: 'Till clock',
  date: 'Date changed',
  vat: 'VAT differs',
  receipt_number: 'Receipt number',
  session: 'Till session',
  quote: 'Quote',
};

export const saleExceptionRow = z.object({
  id,
  kind: saleExceptionKind,
  words: z.string(),
  /** The amount, if the exception is about money. */
  amount: money.nullable(),
  raised_at: instant,
  reviewed_by: z.string().nullable(),
  reviewed_at: instant.nullable(),
  note: z.string().nullable(),
});
