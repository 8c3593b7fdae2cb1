import { type Day, min, sum, type Whole } from './arithmetic';
import type { PricedLine } from './basket';
import type { Item } from './parties';
import type { Method, Paid } from './steps';

type Left = { quantity: Whole; gross: Whole; vat: Whole; cost: Whole };
export type SaleLine = PricedLine & { readonly cost: Whole; remaining: Left };
export type Tender = { readonly method: Method | 'exchange'; readonly amount: Whole };
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

/** L6: what is left to refund of each tender; refunds by another method reduce the last one first. */
export function tendersLeft(sale: Sale): Tender[] {
  const refundable = sale.tenders.filter(({ method }) => method !== 'account').map(tender => ({ ...tender }));
  const lower = (tender: { amount: Whole }, by: Whole) => {
    const part = min(tender.amount, by);
    tender.amount -= part;
    return by - part;
  };
  let elsewhere = 0n;
  for (const { method, amount } of sale.back) {
    let rest = amount;
    for (const tender of refundable) if (tender.method === method) rest = lower(tender, rest);
    elsewhere += rest;
  }
  for (const tender of refundable.toReversed()) elsewhere = lower(tender, elsewhere);
  return refundable;
}
