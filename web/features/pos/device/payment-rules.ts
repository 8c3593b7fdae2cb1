import { formatPounds, type Pence } from '#domain/kernel/money';
import type { TenderMethod } from '#domain/sales/tender';
import {
  type PaymentRules,
  type TenderNames,
  tenderNamesBy,
  withDefaultRules,
} from '#domain/settings/payment-methods.contract';
import { catalogue } from './products';

/** The payment settings. A catalogue stored by an earlier version may have some or none of them. */
export const paymentRulesHere = (): PaymentRules => withDefaultRules(catalogue.head()?.payment ?? {});

/** The names of payment methods, available offline. */
export const tenderNamesHere = (): TenderNames => tenderNamesBy(paymentRulesHere());
export const tenderName = (method: TenderMethod): string => tenderNamesHere()[method];

const byOthers: Partial<Record<TenderMethod, string>> = {
  cash: 'in cash',
  wallet: 'from the wallet',
  account: 'on account',
};

/** "£20.00 by card", "£5.00 in cash". */
export const tenderWords = (method: TenderMethod, amount: Pence): string =>
  `${formatPounds(amount)} ${byOthers[method] ?? `by ${tenderName(method).toLowerCase()}`}`;
