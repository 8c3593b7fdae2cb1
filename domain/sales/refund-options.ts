import { formatPounds, type Pence, sum, toPence } from '../kernel/money';
import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { SaleDetail } from './sale.contract';
import {
  type RefundPart,
  type PaidTender,
  allocateRefund,
  moneyLeft,
  refundableTenders,
  walletMoneyLeft,
} from './refund-tenders';
import { type TenderMethod, tenderMethodNames } from './tender';

/** The fields of a sale that decide how it can be refunded. */
export type RefundableSale = {
  readonly isWalkIn: boolean;
  readonly gross: Pence;
  readonly refunded: Pence;
  /** The balance due, which was not paid by any method. Baskets stored by earlier versions do not have it. */
  readonly outstanding?: Pence;
  readonly tenders: readonly PaidTender[];
  readonly refunds: readonly RefundPart[];
};

const amountOf = (tenders: readonly RefundPart[], method: TenderMethod): Pence =>
  sum(tenders.filter(tender => tender.method === method).map(({ amount }) => amount));

/** What is left of a sale, and paid. */
const paidLeft = ({ gross, refunded, outstanding = toPence(0) }: RefundableSale): Pence =>
  toPence(Math.max(0, gross - refunded - outstanding));

/**
 * What the wallet has paid of what is left. When a top-up bounces, what it paid is a debt again: that much is no longer the
 * wallet's, and the money that was paid beside it is refunded as money (rule L6).
 */
const paidFromWallet = (sale: RefundableSale): Pence =>
  toPence(
    Math.min(
      walletMoneyLeft(sale.tenders, sale.refunds),
      Math.max(0, paidLeft(sale) - moneyLeft(sale.tenders, sale.refunds)),
    ),
  );

/**
 * Whether a refund can be paid this way (rules T5, M9): the full amount, and no more to a card than it paid.
 */
export function canRefundWith(
  sale: RefundableSale,
  due: Pence,
  tenders: readonly RefundPart[],
  hasDrawer: boolean,
): RuleResult {
  const paid = sum(tenders.map(({ amount }) => amount));
  if (paid !== due)
    return no(
      `The refund is ${formatPounds(due)}, but ${formatPounds(paid)} is entered. Change the amounts to match.`,
      'tenders',
    );
  for (const { method } of tenders) {
    if (method === 'account')
      return no('The balance due is reduced automatically. Choose another refund method.', 'tenders');
    if (method === 'wallet' && sale.isWalkIn)
      return no('The walk-in customer has no wallet. Choose another refund method.', 'tenders');
    if (method === 'cash' && !hasDrawer)
      return no('Open a till first. Cash refunds come from a cash drawer.', 'session_id');
  }
  const refundable = refundableTenders(sale.tenders, sale.refunds);
  const leftOf = (method: TenderMethod) =>
    sum(refundable.filter((_, index) => sale.tenders[index]?.method === method));
  const onCard = leftOf('credit_card');
  if (amountOf(tenders, 'credit_card') > onCard)
    return no(
      `Refund at most ${formatPounds(onCard)} to the card. That is what was paid by card and not yet refunded.`,
      'tenders',
    );
  // A wallet cannot be turned into cash (rule W10): what it paid, here or in the sale that this one replaced, is
  // refunded to it.
  const fromWallet = paidFromWallet(sale);
  const money = toPence(due - amountOf(tenders, 'wallet') - amountOf(tenders, 'exchange'));
  const maxMoney = toPence(Math.max(0, paidLeft(sale) - fromWallet));
  if (fromWallet > 0 && money > maxMoney)
    return no(
      `${formatPounds(fromWallet)} was paid from the wallet and must be refunded to it (${tenderMethodNames.wallet}).`,
      'tenders',
    );
  return yes;
}

/**
 * What of the wallet's money an exchange carries over to the new sale, where it still belongs to the wallet (rule W10): as much
 * as is left after what these parts return to the wallet.
 */
export const carriedFromWallet = (sale: RefundableSale, parts: readonly RefundPart[]): Pence =>
  toPence(
    Math.min(amountOf(parts, 'exchange'), Math.max(0, paidFromWallet(sale) - amountOf(parts, 'wallet'))),
  );

/** The sale of exchanged goods, and the amount they count for. */
export type Exchanged = { readonly sale: RefundableSale; readonly due: Pence };

/** Whether these parts can be refunded while the rest pays for other goods. */
export const canRefundPart = (
  { sale, due }: Exchanged,
  parts: readonly RefundPart[],
  hasDrawer: boolean,
): RuleResult => {
  const rest = toPence(due - sum(parts.map(({ amount }) => amount)));
  const exchange: RefundPart[] = rest > 0 ? [{ method: 'exchange', amount: rest }] : [];
  return canRefundWith(sale, due, [...exchange, ...parts], hasDrawer);
};

/** What the wallet had paid and is a debt again, as if it were back there already. */
const lostFromWallet = (sale: RefundableSale): RefundPart[] => {
  const amount = toPence(walletMoneyLeft(sale.tenders, sale.refunds) - paidFromWallet(sale));
  return amount > 0 ? [{ method: 'wallet', amount }] : [];
};

/**
 * Refunds each payment to its method. Amounts carried over from an earlier sale become credit for a named
 * customer and cash for the walk-in customer.
 */
export const originalTenders = (sale: RefundableSale, due: Pence): RefundPart[] =>
  due === 0
    ? []
    : allocateRefund(due, sale.tenders, [...sale.refunds, ...lostFromWallet(sale)]).map(
        ({ method, amount }) => ({
          method: method === 'exchange' ? (sale.isWalkIn ? 'cash' : 'wallet') : method,
          amount,
        }),
      );

type Shop = {
  readonly hasDrawer: boolean;
  readonly acceptsRefunds: (method: TenderMethod) => boolean;
  readonly nameOf: (method: TenderMethod) => string;
};

export type RefundOption = TenderMethod | 'as_paid';
export type RefundOptions = {
  /** The accepted methods, in the requested order. */
  readonly offered: readonly RefundOption[];
  /** Why the original methods are not possible; null when they are. */
  readonly asPaidReason: string | null;
};

/** The ways the whole amount can be refunded: the original methods or one of those given. */
export function refundOptions(
  sale: RefundableSale,
  due: Pence,
  methods: readonly TenderMethod[],
  shop: Shop,
): RefundOptions {
  const resultFor = (tenders: readonly RefundPart[]): RuleResult => {
    const unpaid = tenders.find(({ method }) => !shop.acceptsRefunds(method));
    return unpaid
      ? no(refundMethodRefused(shop.nameOf(unpaid.method)))
      : canRefundWith(sale, due, tenders, shop.hasDrawer);
  };
  const asPaid = resultFor(originalTenders(sale, due));
  return {
    offered: [
      ...(asPaid.allowed ? (['as_paid'] as const) : []),
      ...methods.filter(method => resultFor([{ method, amount: due }]).allowed),
    ],
    asPaidReason: asPaid.allowed ? null : asPaid.reason,
  };
}

/** The error for a method the company does not refund by. */
export const refundMethodRefused = (name: string): string =>
  `Refunds are not made by ${name}. Choose another method.`;

/** The refund payments for a choice. */
export const tendersOf = (sale: RefundableSale, due: Pence, option: RefundOption): RefundPart[] => {
  if (due === 0) return [];
  return option === 'as_paid' ? originalTenders(sale, due) : [{ method: option, amount: due }];
};

/** The refund options to display, for the amount due or, before anything is entered, for the whole sale. */
export const refundOptionsOf = (
  sale: SaleDetail,
  due: Pence,
  methods: readonly TenderMethod[],
  shop: Shop,
): RefundOptions => {
  const all = toPence(Math.max(0, sale.gross - sale.refunded - sale.outstanding));
  return refundOptions(refundableSaleOf(sale), due > 0 ? due : all, methods, shop);
};

export const refundableSaleOf = ({
  customer,
  gross,
  refunded,
  outstanding,
  tenders,
  credit_notes,
}: SaleDetail): RefundableSale => ({
  isWalkIn: customer.is_walk_in,
  gross,
  refunded,
  outstanding,
  tenders,
  refunds: credit_notes.flatMap(note => note.tenders),
});
