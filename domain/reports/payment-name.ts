import type { JournalKind } from '../accounting/journal-kind';
import { type PaymentMethod, paymentMethodNames } from '../payments/payment.status';

/** What the firm calls ways to be paid, where it has a word of its own. */
export type OwnNames = Readonly<Record<string, string>>;

const fromCustomers: ReadonlySet<JournalKind> = new Set([
  'sale',
  'credit_note',
  'customer_receipt',
  'customer_payout',
]);

/** How money moved, in words: the firm's own name a way that customers pay by, not how the firm itself pays. */
export const paymentName = (kind: JournalKind, method: PaymentMethod, own: OwnNames): string =>
  (fromCustomers.has(kind) ? own[method] : undefined) ?? paymentMethodNames[method];
