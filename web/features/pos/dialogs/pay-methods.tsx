import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  Building2,
  CreditCard,
  FileText,
  HandCoins,
  Landmark,
  Smartphone,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { isAllowed } from '#domain/kernel/access';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { cardNumberIn } from '#domain/payments/card-number';
import { cardNumberRefused } from '#domain/payments/payment-reference';
import { pos } from '#domain/pos/pos.contract';
import {
  needsReference,
  acceptsRefunds,
  acceptsMethod,
  type TillMethod,
} from '#domain/settings/payment-methods.contract';
import { canRefundPart } from '#domain/sales/refund-options';
import { paymentRulesHere, tenderName } from '../device/payment-rules';
import { useAccess } from '../../../platform/access';
import { useStore } from '../../../platform/store';
import { isConnected } from '../device/connection';
import type { BasketCustomer } from '../engine/basket';
import type { EnteredTender } from '../engine/pay';
import type { Till } from '../till-state';
import { accountOfCustomer } from '../pos.queries';

type Account = ReplyOf<typeof pos.account> | undefined;

export type PayMethod = {
  readonly method: TillMethod;
  readonly key: string;
  readonly icon: ReactNode;
  /** Why it cannot be used now; null when it can. */
  readonly blockedReason: (till: Till, account: Account) => string | null;
  /** The most that it can pay, and why; null for any amount. */
  readonly limit?: (till: Till, account: Account) => PayLimit | null;
  readonly detail: (account: Account, till: Till) => string;
};

export type PayLimit = { readonly most: Pence; readonly reason: string };

const always = () => null;
const plain = { blockedReason: always, detail: () => '' };
export const checkingAccount = 'Checking the customer’s account…';
const needsCustomer = ({ basket, user }: Till, account: Account) => {
  if (!basket.customer) return 'Choose a customer first.';
  if (!isConnected.get()) return 'The server cannot be reached, so the customer’s account cannot be checked.';
  // For users who may not see it, only the server checks it.
  return account || !isAllowed(pos.account.access, user) ? null : checkingAccount;
};

/** What is due on the sale being edited may stay due, without credit too (rule W7). */
function mayStayDue({ basket: { replacing, customer, entered = [] } }: Till): Pence {
  if (!replacing || !customer || replacing.customerId !== customer.id) return toPence(0);
  const onAccount = entered.filter(({ method }) => method === 'account').map(({ tendered }) => tendered);
  return toPence(Math.max(0, (replacing.paidSale?.outstanding ?? 0) - sum(onAccount)));
}

const noCredit = 'This customer has no credit limit, so they cannot buy on account.';

export const cashMethod: PayMethod = {
  method: 'cash',
  key: 'C',
  icon: <Banknote size={20} />,
  detail: () => '',
  blockedReason: ({ sessionId }) =>
    sessionId === null ? 'Open a till first. Cash payments need a cash drawer.' : null,
};

/** The payment methods, in the order of their keys. */
const payMethods: readonly PayMethod[] = [
  cashMethod,
  { method: 'credit_card', key: 'D', icon: <CreditCard size={20} />, ...plain },
  {
    method: 'wallet',
    key: 'W',
    icon: <Wallet size={20} />,
    detail: account => (account ? `${formatPounds(account.wallet)} available` : ''),
    blockedReason: (till, account) =>
      needsCustomer(till, account) ??
      (account && account.wallet <= 0 ? 'The customer’s wallet is empty.' : null),
    limit: (_till, account) =>
      account
        ? {
            most: account.wallet,
            reason: `Only ${formatPounds(account.wallet)} is available in the wallet.`,
          }
        : null,
  },
  {
    method: 'account',
    key: 'A',
    icon: <HandCoins size={20} />,
    detail: (account, till) => {
      const due = mayStayDue(till);
      if (account?.credit_limit)
        return `${formatPounds(account.credit_limit - account.balance + due)} available`;
      return due > 0 ? `${formatPounds(due)} can stay due` : '';
    },
    blockedReason: (till, account) =>
      needsCustomer(till, account) ??
      (account?.credit_limit === null && mayStayDue(till) === 0 ? noCredit : null),
    limit: (till, account) => {
      const most = mayStayDue(till);
      return account?.credit_limit === null
        ? { most, reason: `${noCredit} ${formatPounds(most)} of the edited sale can stay due.` }
        : null;
    },
  },
  { method: 'bank_transfer', key: 'B', icon: <Landmark size={20} />, ...plain },
  { method: 'cheque', key: 'Q', icon: <FileText size={20} />, ...plain },
  { method: 'upi', key: 'U', icon: <Smartphone size={20} />, ...plain },
  { method: 'other', key: 'O', icon: <Building2 size={20} />, ...plain },
];

/** The shop's payment methods, in its own order. */
export function paymentMethodsAccepted(): readonly PayMethod[] {
  const rules = paymentRulesHere();
  return inOrder(payMethods.filter(({ method }) => acceptsMethod(rules, method)));
}

const inOrder = (methods: readonly PayMethod[]): readonly PayMethod[] => {
  const rules = paymentRulesHere();
  return methods.toSorted((one, other) => rules[one.method].position - rules[other.method].position);
};

/** The shop's refund methods. The balance due is reduced automatically. */
export const refundMethods = (): readonly PayMethod[] => {
  const rules = paymentRulesHere();
  return inOrder(payMethods.filter(({ method }) => method !== 'account' && acceptsRefunds(rules, method)));
};

/**
 * Why a further part of the refund cannot be paid this way; null when it can. The refund form and the server
 * use the same rule.
 */
export function blockedRefundReason(
  { basket: { returning, replacing }, sessionId }: Till,
  before: readonly EnteredTender[],
  next: EnteredTender,
): string | null {
  const sale = (returning ?? replacing)?.paidSale;
  const due = returning?.total ?? replacing?.paid;
  if (!sale || due === undefined) return null;
  const parts = [...before, next].map(({ method, tendered }) => ({ method, amount: tendered }));
  const result = canRefundPart({ sale, due }, parts, sessionId !== null);
  return result.allowed ? null : result.reason;
}

/** Why a payment's reference is not valid; null when it is. */
export function missingReference({ method }: PayMethod, reference: string, isBack: boolean): string | null {
  // Check before taking the money, because nothing else can refuse it offline (rule T6).
  if (cardNumberIn(reference) !== null) return cardNumberRefused;
  return !isBack && needsReference(paymentRulesHere(), method) && reference.trim() === ''
    ? `${tenderName(method)} needs a reference. Enter it, then press Enter or choose ${tenderName(method)} again.`
    : null;
}

/** The query of a customer's balance, credit limit and wallet, loaded when needed. */
export function useAccountQuery(customer: BasketCustomer | null) {
  const connected = useStore(isConnected);
  const canSee = useAccess().canCall(pos.account);
  return useQuery({
    ...accountOfCustomer(customer?.id),
    enabled: customer !== null && connected && canSee,
  });
}

/** A customer's balance, credit limit and wallet; undefined until they are known. */
export const useAccountOf = (customer: BasketCustomer | null): Account => useAccountQuery(customer).data;
