import { type Day, min, sum, type Whole } from './arithmetic';
import type { PricedLine } from './basket';
import type { Item } from './parties';
import type { Method, Paid } from './steps';

type Left = { quantity: Whole; gross: Whole; vat: Whole; cost: Whole };
export type SaleLine = PricedLine & { readonly cost: Whole; remaining: Left };
export type Tender = {
  readonly method: Method | 'exchange';
  readonly amount: Whole;
  /** What an exchange carries over of money from the wallet (W10). */
  readonly fromWallet?: Whole;
};
export type Note = {
  readonly day: Day;
  readonly isRefund: boolean;
  readonly lines: readonly {
    product: number;
    quantity: Whole;
    net: Whole;
    vat: Whole;
    gross: Whole;
    cost: Whole;
  }[];
};
export type Sale = {
  readonly day: Day;
  readonly customer: number | null;
  readonly lines: readonly SaleLine[];
  readonly tenders: readonly Tender[];
  readonly back: Tender[];
  readonly invoice: Item | null;
  readonly notes: Note[];
  /** Its credit notes on the customer's ledger. */
  readonly noteItems: Item[];
  /** What of its debt is written off. */
  writtenOff: Whole;
  isUndone: boolean;
};
export type TakenBack = {
  line: SaleLine;
  quantity: Whole;
  goods: 'stock' | 'damaged' | 'kept';
  net: Whole;
  vat: Whole;
  gross: Whole;
  cost: Whole;
};

/** L4. */
export const accountOf: Readonly<Record<Method | 'exchange', string | null>> = {
  cash: '1000',
  credit_card: '1030',
  bank_transfer: '1020',
  exchange: '1040',
  wallet: null,
  account: null,
};
export const customerName = (customer: number) => `customer ${customer}`;
export const amountOf = (tenders: readonly Paid[]) => sum(tenders.map(({ amount }) => BigInt(amount)));
export const inWhole = (tenders: readonly Paid[]): Tender[] =>
  tenders.map(({ method, amount }) => ({ method, amount: BigInt(amount) }));

/** An exchange, as its money and what came from the wallet. */
const inParts = ({
  method,
  amount,
  fromWallet = 0n,
}: Tender): { method: Tender['method']; amount: Whole }[] =>
  fromWallet === 0n
    ? [{ method, amount }]
    : [
        { method, amount: amount - fromWallet },
        { method: 'wallet', amount: fromWallet },
      ];

/** W10: what is neither refunded to the wallet nor carried over to another sale. */
export function walletLeft(sale: Sale): Whole {
  const ofWallet = (tenders: readonly Tender[]) =>
    sum(tenders.flatMap(inParts).map(({ method, amount }) => (method === 'wallet' ? amount : 0n)));
  const left = ofWallet(sale.tenders) - ofWallet(sale.back);
  return left > 0n ? left : 0n;
}

/**
 * L6: what is left to refund of each tender; refunds by another method reduce the last one first, and the wallet's
 * money last of all.
 */
export function tendersLeft(sale: Sale): Tender[] {
  const refundable = sale.tenders.filter(({ method }) => method !== 'account').flatMap(inParts);
  const lower = (tender: { amount: Whole }, by: Whole) => {
    const part = min(tender.amount, by);
    tender.amount -= part;
    return by - part;
  };
  let elsewhere = 0n;
  for (const { method, amount } of sale.back.flatMap(inParts)) {
    let rest = amount;
    for (const tender of refundable) if (tender.method === method) rest = lower(tender, rest);
    elsewhere += rest;
  }
  const last = refundable.toReversed();
  for (const tender of last.filter(({ method }) => method !== 'wallet')) elsewhere = lower(tender, elsewhere);
  for (const tender of last.filter(({ method }) => method === 'wallet')) elsewhere = lower(tender, elsewhere);
  return refundable;
}

/**
 * W10: what the wallet still pays of a sale. What a top-up that bounced had paid is owed again and is not the wallet's: the money
 * paid beside it comes first of what is left and not owed.
 */
export function walletHeld(sale: Sale): Whole {
  const left = sum(sale.lines.map(({ remaining }) => remaining.gross)) - (sale.invoice?.open ?? 0n);
  const money = sum(tendersLeft(sale).map(({ method, amount }) => (method === 'wallet' ? 0n : amount)));
  const rest = left - money;
  return rest > 0n ? min(walletLeft(sale), rest) : 0n;
}

/** L6: the same as `tendersLeft`, without what of the wallet's is owed again. */
export function tendersHeld(sale: Sale): Tender[] {
  let lost = walletLeft(sale) - walletHeld(sale);
  return tendersLeft(sale).map(tender => {
    if (tender.method !== 'wallet') return tender;
    const off = min(lost, tender.amount);
    lost -= off;
    return { ...tender, amount: tender.amount - off };
  });
}
