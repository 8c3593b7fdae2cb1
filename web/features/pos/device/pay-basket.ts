import * as z from 'zod';
import { toPence } from '#domain/kernel/money';
import { type ApprovalNeed, approvalNeed } from '#domain/sales/approval';
import type { ReckonedSale } from '#domain/sales/reckon-sale';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { type Handed, settled } from '../engine/pay';
import type { QueuedSale, Refused } from '../engine/queue';
import { unsentDocument } from '../engine/receipt';
import { saleBody } from '../engine/sale-body';
import { type BasketStore, newBasket } from './basket-store';
import { isConnected } from './connection';
import { catalogue, sellerHere } from './products';
import { keepSale, postSale, takeFromQueue } from './queue';

export type Payment = {
  readonly sale: ReckonedSale;
  readonly handed: readonly Handed[];
  readonly channel: 'till' | 'desk';
  readonly sessionId: number | null;
  readonly user: { readonly id: number; readonly name: string };
};

export type PayOutcome =
  /** What the server has not got yet has the id 0: it is kept and sent by itself. */
  | { readonly kind: 'paid'; readonly document: SaleDetail }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** Whether a quote is still open only the server knows. */
const unreached: Refused = {
  status: 0,
  message:
    'The invoice of a quote needs the server, which cannot be reached now. The basket is kept; try again.',
  errors: {},
  current: undefined,
};

/**
 * Pays the basket. It is on the disk as a paid sale before anything is sent, and before a receipt can be printed; from
 * then on it reaches the server once, whatever happens to network, tab or machine. A refusal puts it back as it was.
 */
export async function payBasket(store: BasketStore, payment: Payment): Promise<PayOutcome> {
  const basket = store.basket.get();
  const entry = entryOf(basket, payment);
  const next = newBasket();
  if (basket.quote && !isConnected.get()) return { kind: 'refused', refused: unreached };
  // The basket of a quote is done with; its screen is left. The others begin anew.
  const follows = basket.quote ? { ...store.entryOf(next), value: undefined } : store.entryOf(next);
  const goOn = () => {
    if (!basket.quote) store.show(next);
  };
  if (!isConnected.get()) {
    const waiting: QueuedSale = {
      ...entry,
      status: 'waiting',
      body: { ...entry.body, was_offline: true },
    };
    await keepSale(waiting, follows);
    goOn();
    return { kind: 'paid', document: waiting.document };
  }
  const sending: QueuedSale = { ...entry, status: 'sending', tries: 1 };
  await keepSale(sending);
  const { answer, sale: document } = await postSale(sending.body);
  if (answer.kind === 'refused') {
    await takeFromQueue(basket.clientId);
    return { kind: 'refused', refused: answer.refused };
  }
  const after: QueuedSale =
    answer.kind === 'done' && document
      ? {
          ...sending,
          status: 'done',
          number: answer.number,
          saleId: answer.saleId,
          document,
        }
      : { ...sending, status: 'waiting' };
  await keepSale(after, follows);
  goOn();
  return { kind: 'paid', document: after.document };
}

function entryOf(basket: ReturnType<typeof newBasket>, payment: Payment): QueuedSale {
  const { sale, handed, user, channel, sessionId } = payment;
  const soldAt = new Date();
  const settlement = settled(sale.gross, handed);
  return {
    clientId: basket.clientId,
    userId: user.id,
    userName: user.name,
    body: saleBody(basket, { channel, sessionId, total: sale.gross, handed, soldAt, wasOffline: false }),
    document: unsentDocument({
      basket,
      sale,
      channel,
      handed,
      tenders: settlement.allowed ? settlement.tenders : [],
      change: settlement.allowed ? settlement.change : toPence(0),
      soldAt,
      soldBy: user.name,
      seller: sellerHere(),
      vatCodeOf: id => catalogue.product(id)?.vatCode ?? 'O',
    }),
    basket,
    status: 'waiting',
    tries: 0,
    problem: null,
    number: null,
    saleId: null,
  };
}

/**
 * A crash after the disk had the sale and before the screen had let go of the basket: what is in the queue is no
 * longer a basket.
 */
export async function dropPaidBasket(store: BasketStore, sales: readonly QueuedSale[]): Promise<void> {
  const paid = sales.find(({ clientId }) => clientId === store.basket.get().clientId);
  if (!paid || paid.status === 'refused') return;
  const next = newBasket();
  await keepSale(paid, store.entryOf(next));
  store.show(next);
}

const needsReply = z.object({ needs: z.array(approvalNeed) });

/** What somebody with more rights has to say yes to; nothing when the refusal is of another kind. */
export function approvalsAsked({ status, current }: Refused): ApprovalNeed[] {
  if (status !== 403) return [];
  const read = z.safeDecode(needsReply, current as never);
  return read.success ? read.data.needs : [];
}
