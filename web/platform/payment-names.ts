import type { PaymentMethod } from '#domain/payments/payment.status';
import { paymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { type TenderMethod, tenderMethodNames } from '#domain/sales/tender';
import { paymentOfSession } from './session';

/** The company's own names for payment methods, where it has any. */
export const ownNames = (): Readonly<Record<string, string>> => paymentOfSession()?.names ?? {};

/** The name of a payment method that customers use. */
export const tenderName = (method: TenderMethod): string => ownNames()[method] ?? tenderMethodNames[method];

/** Every payment method with its name. */
export const tenderNames = (): Readonly<Record<TenderMethod, string>> => ({
  ...tenderMethodNames,
  ...ownNames(),
});

/** The same beside the company's own payments, where a card is the company's and not a customer's. */
export const customerMethodName = (method: PaymentMethod): string =>
  ownNames()[method] ?? paymentMethodNames[method];

/** Whether the method can be used for refunds. */
export const canRefundBy = (method: TenderMethod): boolean =>
  !(paymentOfSession()?.not_paid_back.includes(method) ?? false);

/**
 * The methods of the company's own payments and of payments on account: UPI only where it is used, or where the record
 * already has it.
 */
export const methodsOffered = (current?: string): readonly PaymentMethod[] =>
  paymentMethod.options.filter(
    method =>
      method !== 'upi' || method === current || !(paymentOfSession()?.not_taken.includes(method) ?? false),
  );
