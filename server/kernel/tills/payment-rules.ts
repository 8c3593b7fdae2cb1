import * as z from 'zod';
import type { PaymentMethod } from '#domain/payments/payment.status';
import {
  type PaymentRule,
  type PaymentRules,
  tenderNamesBy,
  type TenderNames,
  type TillMethod,
  tillMethod,
  withDefaultRules,
} from '#domain/settings/payment-methods.contract';
import type { Reader } from '../../platform/database/open-database';
import { customerMoney } from '../ledger';
import { findSetting, type Setting } from '../settings';

type StoredRule = PaymentRule & {
  /** Its account from now on; null for the usual account of rule L4. */
  readonly account: string | null;
  /** Its earlier accounts, which reports also include. */
  readonly earlier_accounts: readonly string[];
};
export type StoredRules = Readonly<Record<TillMethod, StoredRule>>;

const storedRule = z
  .object({
    name: z.string().nullable(),
    is_taken: z.boolean(),
    needs_reference: z.boolean(),
    is_paid_back: z.boolean(),
    opens_drawer: z.boolean(),
    position: z.int(),
    account: z.string().nullable(),
    earlier_accounts: z.array(z.string()),
  })
  .partial();

const withAccounts = (stored: z.output<typeof storedRules>): StoredRules => {
  const rules = withDefaultRules(stored);
  return Object.fromEntries(
    tillMethod.options.map(method => [method, { account: null, earlier_accounts: [], ...rules[method] }]),
  ) as unknown as StoredRules;
};
const storedRules = z.partialRecord(tillMethod, storedRule).catch({});

/** How sales may be paid. */
export const paymentSetting: Setting<StoredRules> = {
  key: 'payment_methods',
  name: 'Payment at the till',
  stored: storedRules.transform(withAccounts),
  shown: rules =>
    Object.fromEntries(
      tillMethod.options.map(method => {
        const { earlier_accounts: _, account, ...rule } = rules[method];
        return [method, { ...rule, account: account ?? defaultAccountOf(method) }];
      }),
    ),
};

export const findStoredRules = async (db: Reader): Promise<StoredRules> =>
  (await findSetting(db, paymentSetting)).value;

/** The same without the accounts. */
export async function findPaymentRules(db: Reader): Promise<PaymentRules> {
  const rules = await findStoredRules(db);
  return Object.fromEntries(
    tillMethod.options.map(method => {
      const { account: _, earlier_accounts: __, ...rule } = rules[method];
      return [method, rule];
    }),
  ) as PaymentRules;
}

/** The names of the payment methods. */
export const findTenderNames = async (db: Reader): Promise<TenderNames> =>
  tenderNamesBy(await findStoredRules(db));

/** Sent to the browser at once: the company's own names, and the methods it does not refund by. */
export async function findPaymentWords(db: Reader) {
  const rules = await findStoredRules(db);
  const names: Record<string, string> = {};
  for (const method of tillMethod.options) {
    const { name } = rules[method];
    if (name !== null) names[method] = name;
  }
  return {
    names,
    not_paid_back: tillMethod.options.filter(method => !rules[method].is_paid_back),
    not_taken: tillMethod.options.filter(method => !rules[method].is_taken),
  };
}

/** The account of rule L4; null for what stays on a customer's ledger. */
export const defaultAccountOf = (method: TillMethod): string | null =>
  method === 'wallet' || method === 'account' ? null : customerMoney[method];

/** The account for customer payments and refunds by a method, as chosen in Settings. */
export async function customerMoneyAccount(db: Reader, method: PaymentMethod): Promise<string> {
  // Customers' cash is in the drawers, which are checked against this account.
  if (method === 'cash') return customerMoney.cash;
  return (await findStoredRules(db))[method].account ?? customerMoney[method];
}
