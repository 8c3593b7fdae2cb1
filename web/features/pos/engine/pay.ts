import { type Pence, sum, toPence } from '#domain/kernel/money';
import { settle, type Settlement, type TenderMethod } from '#domain/sales/tender';

/** What somebody hands over, with a reference for what leaves no coins. */
export type Handed = { readonly method: TenderMethod; readonly tendered: Pence; readonly reference: string };

/** What is still to be paid once these are counted; never below nothing. */
export const stillDue = (total: Pence, handed: readonly Handed[]): Pence =>
  toPence(Math.max(0, total - sum(handed.map(({ tendered }) => tendered))));

export const settled = (total: Pence, handed: readonly Handed[]): Settlement =>
  settle(
    total,
    handed.map(({ method, tendered }) => ({ method, tendered })),
  );

const notes = [500, 1000, 2000, 5000] as const;

/** What people are likely to hand over for an amount: the exact one first, then what their notes come to. */
export function quickCash(due: Pence): Pence[] {
  const upTo = (step: number) => Math.ceil(due / step) * step;
  const amounts = [due, upTo(100), ...notes.map(upTo)].filter(amount => amount > 0);
  return [...new Set(amounts)]
    .sort((a, b) => a - b)
    .slice(0, 5)
    .map(toPence);
}
