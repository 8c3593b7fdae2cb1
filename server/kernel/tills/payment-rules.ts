import {
  type PaymentRules,
  paymentRules,
  usualPaymentRules,
} from '#domain/settings/payment-methods.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** How sales may be paid. */
export const paymentSetting: Setting<PaymentRules> = {
  key: 'payment_methods',
  name: 'Payment at the till',
  stored: paymentRules.catch(usualPaymentRules),
  shown: rules => rules,
};

export const findPaymentRules = async (db: Reader): Promise<PaymentRules> =>
  (await findSetting(db, paymentSetting)).value;
