import type { Basket } from '../engine/basket';
import type { BasketAction } from '../engine/change-basket';
import { type Again, unansweredOf } from './unanswered';

/** What the server settles of a basket, and the dialog that sends it. */
export type Settling = {
  /** The name that the request is kept by until it is answered. */
  readonly name: string;
  /** "This exchange". */
  readonly what: string;
  readonly dialog: 'pay' | 'void' | 'quote';
};

export const settlingEdit = ({ clientId }: Basket): Settling => ({
  name: `edit ${clientId}`,
  what: 'this change of the sale',
  dialog: 'pay',
});
export const settlingExchange = ({ clientId }: Basket): Settling => ({
  name: `exchange ${clientId}`,
  what: 'this exchange',
  dialog: 'pay',
});
export const settlingVoid = ({ clientId }: Basket): Settling => ({
  name: `void ${clientId}`,
  what: 'voiding this basket',
  dialog: 'void',
});
export const settlingQuote = ({ clientId }: Basket): Settling => ({
  name: `quote ${clientId}`,
  what: 'this quote',
  dialog: 'quote',
});

/** A request that was sent of a basket and not answered. Until its answer the basket stays as it was sent (R12). */
export type OpenRequest = Settling & {
  /** The lines that were sent; null where nothing can be added beside them. */
  readonly lines: readonly number[] | null;
};

/** What was sent of the basket and not answered; null when nothing was. */
export function openRequestOf(basket: Basket): OpenRequest | null {
  for (const settlingOf of [settlingEdit, settlingExchange, settlingVoid, settlingQuote]) {
    const settling = settlingOf(basket);
    const sent = unansweredOf(settling.name);
    if (sent) return { ...settling, lines: linesBeside(basket, sent.again) };
  }
  return null;
}

/** The basket of a document ends with it, so goods that are added would be on nothing. */
const linesBeside = ({ replacing, quote }: Basket, again: Again | undefined): readonly number[] | null =>
  (replacing ?? quote) ? null : (again?.basket?.lines ?? null);

/** Whether a change leaves what was sent as it is: the goods of the next customer, or moving about. */
export function leavesSentAsItIs(action: BasketAction, { lines }: OpenRequest): boolean {
  switch (action.do) {
    case 'select':
    case 'step':
      return true;
    case 'add':
    case 'undo':
      return lines !== null;
    case 'quantity':
    case 'remove':
    case 'price':
    case 'discount':
    case 'note':
      return lines !== null && !lines.includes(action.key);
    default:
      return false;
  }
}

export const asItWasSent = ({ what }: Settling): string =>
  `No answer came from the server: ${what} may have been recorded as it is. Send it again before you change it.`;
