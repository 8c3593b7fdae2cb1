import type { TenderMethod } from '#domain/sales/tender';
import {
  type PaymentRules,
  type TenderNames,
  tenderNamesBy,
  withUsualRules,
} from '#domain/settings/payment-methods.contract';
import { catalogue } from './products';

/** What the shop has decided about payment; a catalogue that was kept before it could has nothing of it, or less. */
export const paymentRulesHere = (): PaymentRules => withUsualRules(catalogue.head()?.payment ?? {});

/** What each way to pay is called, known without a network. */
export const tenderNamesHere = (): TenderNames => tenderNamesBy(paymentRulesHere());
export const tenderName = (method: TenderMethod): string => tenderNamesHere()[method];
