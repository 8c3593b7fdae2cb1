import { type Pence, toPence } from '../kernel/money';
import type { TenderMethod } from './tender';

/**
 * A payment of a sale. `from_wallet` is what an exchange carries over of money that was paid from the wallet
 * (rule W10, decision 135); a payment from the wallet is of it in full anyway.
 */
export type PaidTender = {
  readonly method: TenderMethod;
  readonly applied: Pence;
  readonly from_wallet?: Pence;
};
export type RefundPart = {
  readonly method: TenderMethod;
  readonly amount: Pence;
  readonly from_wallet?: Pence;
};

const ofWallet = ({ method, amount, from_wallet }: RefundPart): number =>
  method === 'wallet' ? amount : (from_wallet ?? 0);

const walletPart = (parts: readonly RefundPart[]): number =>
  parts.reduce((total, part) => total + ofWallet(part), 0);

const paidAs = ({ applied, ...tender }: PaidTender): RefundPart => ({ ...tender, amount: applied });

/** What is left of the money that came from the wallet: neither refunded to it nor carried over to another sale. */
export const walletMoneyLeft = (tenders: readonly PaidTender[], refunds: readonly RefundPart[]): Pence =>
  toPence(Math.max(0, walletPart(tenders.map(paidAs)) - walletPart(refunds)));

type PartsLeft = { readonly money: readonly number[]; readonly wallet: readonly number[] };

/** What is left of each payment, apart for money and for what came from the wallet. */
function partsLeft(tenders: readonly PaidTender[], refunds: readonly RefundPart[]): PartsLeft {
  const wallet = tenders.map(tender => ofWallet(paidAs(tender)));
  const money = tenders.map(({ applied }, index) => applied - (wallet[index] ?? 0));
  const takeFrom = (parts: number[], index: number, amount: number): number => {
    const part = Math.min(parts[index] ?? 0, amount);
    parts[index] = (parts[index] ?? 0) - part;
    return amount - part;
  };
  let elsewhere = 0;
  let toWallet = walletPart(refunds);
  for (const index of wallet.keys()) toWallet = takeFrom(wallet, index, toWallet);
  elsewhere += toWallet;
  for (const method of new Set(refunds.map(refund => refund.method))) {
    let amount: number = refunds
      .filter(refund => refund.method === method)
      .reduce((total, refund) => total + refund.amount - ofWallet(refund), 0);
    for (const [index, tender] of tenders.entries())
      if (tender.method === method) amount = takeFrom(money, index, amount);
    elsewhere += amount;
  }
  for (const parts of [money, wallet])
    for (let index = parts.length - 1; index >= 0; index--) elsewhere = takeFrom(parts, index, elsewhere);
  return { money, wallet };
}

/** What is left of the money paid at the sale. */
export const moneyLeft = (tenders: readonly PaidTender[], refunds: readonly RefundPart[]): Pence =>
  toPence(partsLeft(tenders, refunds).money.reduce((total, part) => total + part, 0));

/**
 * The part of each payment that can still be refunded (rules L6, T5, W10): the amount applied less refunds by that
 * method. Refunds by other methods reduce the last payment first, and money from the wallet last of all, so that it
 * never turns into cash.
 */
export function refundableTenders(tenders: readonly PaidTender[], refunds: readonly RefundPart[]): Pence[] {
  const { money, wallet } = partsLeft(tenders, refunds);
  return money.map((part, index) => toPence(part + (wallet[index] ?? 0)));
}

/**
 * Refunds to the original payment methods, the first payment first (rule T5). Any excess is credit on the
 * customer's ledger.
 */
export function allocateRefund(
  amount: Pence,
  tenders: readonly PaidTender[],
  refunds: readonly RefundPart[],
): RefundPart[] {
  const refundable = refundableTenders(tenders, refunds);
  let rest: number = amount;
  const back: RefundPart[] = [];
  for (const [index, tender] of tenders.entries()) {
    const part = Math.min(rest, refundable[index] ?? 0);
    if (part === 0) continue;
    back.push({ method: tender.method, amount: toPence(part) });
    rest -= part;
  }
  return rest === 0 ? back : [...back, { method: 'wallet', amount: toPence(rest) }];
}
