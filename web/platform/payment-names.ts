import type { PaymentMethod } from '#domain/payments/payment.status';
import { paymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { type TenderMethod, tenderMethodNames } from '#domain/sales/tender';
import { paymentOfSession } from './session';

/** What the firm calls ways to be paid, where it has a word of its own. */
export const ownNames = (): Readonly<Record<string, string>> => paymentOfSession()?.names ?? {};

/** What a way to pay is called on what customers pay. */
export const tenderName = (method: TenderMethod): string => ownNames()[method] ?? tenderMethodNames[method];

/** Every way to pay with what it is called. */
export const tenderNames = (): Readonly<Record<TenderMethod, string>> => ({
  ...tenderMethodNames,
  ...ownNames(),
});

/** The same beside the firm's own payments, which know a card of the firm and not one of a customer. */
export const customerMethodName = (method: PaymentMethod): string =>
  ownNames()[method] ?? paymentMethodNames[method];

/** Whether goods that come back may be paid back so. */
export const canRefundBy = (method: TenderMethod): boolean =>
  !(paymentOfSession()?.not_paid_back.includes(method) ?? false);

/** How the firm pays, and is paid by account: UPI only where it is used, or where the record has it already. */
export const methodsOffered = (current?: string): readonly PaymentMethod[] =>
  paymentMethod.options.filter(
    method =>
      method !== 'upi' || method === current || !(paymentOfSession()?.not_taken.includes(method) ?? false),
  );
