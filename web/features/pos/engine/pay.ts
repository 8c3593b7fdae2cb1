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
