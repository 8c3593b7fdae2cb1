import { type Pence, sum, toPence } from '#domain/kernel/money';
import { settle, type Settlement, type TenderMethod } from '#domain/sales/tender';

/** An amount tendered, with a reference for methods other than cash. */
export type EnteredTender = {
  readonly method: TenderMethod;
  readonly tendered: Pence;
  readonly reference: string;
};

/** The amount left to pay after these; never below zero. */
export const stillDue = (total: Pence, entered: readonly EnteredTender[]): Pence =>
  toPence(Math.max(0, total - sum(entered.map(({ tendered }) => tendered))));

export const settled = (total: Pence, entered: readonly EnteredTender[]): Settlement =>
  settle(
    total,
    entered.map(({ method, tendered }) => ({ method, tendered })),
  );

/**
 * Payments that settled an earlier total, as they pay the one due now: the last that may not have been taken yet follows it.
 * Null where they pay it already, or the difference can only be taken or given back. Cash is in the cashier's hand, and who
 * has the reference of a slip has charged the card. A refund is given once the server has recorded it.
 */
export function followTotal(due: Pence, before: Pence, entered: readonly EnteredTender[]): Followed | null {
  const isBack = before < 0;
  const [now, was] = [toPence(Math.abs(due)), toPence(Math.abs(before))];
  if (due < 0 !== isBack || now === was || !settled(was, entered).allowed) return null;
  if (!isBack && settled(now, entered).allowed) return null;
  const at = entered.findLastIndex(
    ({ method, reference }) => isBack || (method !== 'cash' && (reference === '' || now < was)),
  );
  const from = entered[at];
  const others = entered.toSpliced(at, 1);
  const tendered = stillDue(now, others);
  if (!from || tendered === 0 || tendered === from.tendered) return null;
  return { from, to: { ...from, tendered }, others, all: entered.with(at, { ...from, tendered }) };
}

export type Followed = {
  readonly from: EnteredTender;
  readonly to: EnteredTender;
  readonly others: readonly EnteredTender[];
  readonly all: readonly EnteredTender[];
};

const notes = [500, 1000, 2000, 5000] as const;

/** Likely cash amounts: the exact amount first, then round notes. */
export function quickCash(due: Pence): Pence[] {
  const upTo = (step: number) => Math.ceil(due / step) * step;
  const amounts = [due, upTo(100), ...notes.map(upTo)].filter(amount => amount > 0);
  return [...new Set(amounts)]
    .sort((a, b) => a - b)
    .slice(0, 5)
    .map(toPence);
}
