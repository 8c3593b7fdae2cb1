import type { JournalKind } from '../accounting/journal-kind';
import { type PaymentMethod, paymentMethodNames } from '../payments/payment.status';

/** The business's own names for its payment methods. */
export type OwnNames = Readonly<Record<string, string>>;

const fromCustomers: ReadonlySet<JournalKind> = new Set([
  'sale',
  'credit_note',
  'customer_receipt',
  'customer_payout',
]);

/**
 * The name of a payment method. The business's own name applies to what customers pay by, not to its own
 * payments.
 */
export const paymentName = (kind: JournalKind, method: PaymentMethod, own: OwnNames): string =>
  (fromCustomers.has(kind) ? own[method] : undefined) ?? paymentMethodNames[method];

/** A method as customers' and the business's own payments are filtered by it: under both names, if they differ. */
export const filteredMethodName = (method: PaymentMethod, own: OwnNames): string =>
  [...new Set([own[method] ?? paymentMethodNames[method], paymentMethodNames[method]])].join(' / ');
