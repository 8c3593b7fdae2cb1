import { toPence } from '#domain/kernel/money';
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { type EnteredTender, settled } from '../engine/pay';
import type { QueuedSale, Refused } from '../engine/queue';
import { withCustomerNow } from '../engine/customer-now';
import { unsentDocument } from '../engine/receipt';
import { saleBody } from '../engine/sale-body';
import type { BasketStore } from './basket-store';
import { following, newBasket, sentBasket } from './next-basket';
import { isConnected } from './connection';
import { customerById } from './customers';
import { catalogue, sellerHere } from './products';
import { dropUnpaid, storeSale, postSale, whilePaying } from './queue';
import type { RefundMade } from './refund-made';
import { nextReceipt, type NextReceipt } from './receipt-series';

export type Payment = {
  readonly sale: CalculatedSale;
  readonly entered: readonly EnteredTender[];
  readonly channel: 'till' | 'desk';
  readonly sessionId: number | null;
  /** The register whose receipt series is used; null at the desk without a till. */
  readonly registerId: number | null;
  readonly user: { readonly id: number; readonly name: string };
};

export type PayOutcome =
  /** A sale that has not reached the server has id 0. It is stored and sent automatically. */
  | { readonly kind: 'paid'; readonly document: SaleDetail; readonly refund?: RefundMade | null }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** Only the server knows whether a quote is still open. */
const offlineRefusal: Refused = {
  status: 0,
  message: 'The server cannot be reached, so the quote cannot be invoiced. Your basket is kept. Try again.',
  errors: {},
  current: undefined,
};

/**
 * Pays the basket. The paid sale is on disk before anything is sent or printed, and then reaches the server
 * once whatever happens to the network, tab or computer. If the server refuses it while the customer waits,
 * nothing was paid and the basket stays as it was.
 */
export async function payBasket(store: BasketStore, payment: Payment): Promise<PayOutcome> {
  const basket = store.basket.get();
  const receipt = await nextReceipt(payment.registerId);
  const entry = entryOf(basket, payment, receipt);
  if (basket.quote && !isConnected.get()) return { kind: 'refused', refused: offlineRefusal };
  // The basket of a quote ends here and its screen closes. Other baskets start afresh.
  const followed = () => {
    const next = following(store.basket.get(), sentBasket(basket)) ?? store.basket.get();
    const isClosed = basket.quote !== null;
    return {
      write: { ...store.entryOf(next), ...(isClosed ? { value: undefined } : {}) },
      show: () => (isClosed ? store.end() : store.show(next)),
    };
  };
  if (!isConnected.get()) {
    const waiting: QueuedSale = {
      ...entry,
      status: 'waiting',
      body: { ...entry.body, was_offline: true },
    };
    const next = followed();
    await storeSale(waiting, next.write, ...receipt.taken);
    next.show();
    return { kind: 'paid', document: waiting.document };
  }
  const sending: QueuedSale = { ...entry, status: 'sending', tries: 1 };
  const { answer, sale: document } = await whilePaying(async () => {
    await storeSale(sending, ...receipt.taken);
    const posted = await postSale(sending.body);
    if (posted.answer.kind === 'refused') await dropUnpaid(basket.clientId, ...receipt.givenBack);
    return posted;
  });
  if (answer.kind === 'refused') return { kind: 'refused', refused: answer.refused };
  const after: QueuedSale =
    answer.kind === 'done' && document
      ? {
          ...sending,
          status: 'done',
          number: answer.number,
          saleId: answer.saleId,
          document,
        }
      : { ...sending, status: 'waiting', triedAt: Date.now() };
  const next = followed();
  // The disk changes nothing of what the server has answered. What is on it is sent again, and recognised.
  await storeSale(after, next.write).catch(() => undefined);
  next.show();
  return { kind: 'paid', document: after.document };
}

function entryOf(
  basket: ReturnType<typeof newBasket>,
  payment: Payment,
  { number, deviceId }: NextReceipt,
): QueuedSale {
  const { sale, entered, user, channel, sessionId } = payment;
  const soldAt = new Date();
  const settlement = settled(sale.gross, entered);
  return {
    clientId: basket.clientId,
    userId: user.id,
    userName: user.name,
    body: {
      ...saleBody(basket, {
        channel,
        sessionId,
        total: sale.gross,
        entered,
        soldAt,
        wasOffline: false,
      }),
      device_id: deviceId,
      ...(number === null ? {} : { receipt_number: number }),
    },
    document: unsentDocument({
      basket: withCustomerNow(basket, customerById),
      receiptNumber: number,
      sale,
      channel,
      entered,
      tenders: settlement.allowed ? settlement.tenders : [],
      change: settlement.allowed ? settlement.change : toPence(0),
      soldAt,
      soldBy: user.name,
      seller: sellerHere(),
      vatCodeOf: id => catalogue.product(id)?.vatCode ?? 'O',
    }),
    status: 'waiting',
    tries: 0,
    triedAt: null,
    problem: null,
    number: null,
    saleId: null,
  };
}

/**
 * After a crash between storing the sale and clearing the basket, a basket that is in the queue is discarded.
 */
export async function dropPaidBasket(store: BasketStore, sales: readonly QueuedSale[]): Promise<void> {
  const paid = sales.find(({ clientId }) => clientId === store.basket.get().clientId);
  if (!paid) return;
  const next = newBasket();
  await storeSale(paid, store.entryOf(next));
  store.show(next);
}
