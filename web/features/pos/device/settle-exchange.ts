import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import type { BodySent } from '#domain/kernel/call';
import { sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import type { Basket, Returning } from '../engine/basket';
import { saleBody } from '../engine/sale-body';
import type { BasketStore } from './basket-store';
import type { Payment, PayOutcome } from './pay-basket';
import { type RefundMade, refundMade } from './refund-made';
import { settlingExchange } from './open-request';
import { settleOnce } from './settle-once';

const offline =
  'The server cannot be reached, so the goods cannot be exchanged. Your basket is kept. Try again.';

/**
 * Exchanges goods. Only the difference is charged or refunded. It needs the server, which alone knows what
 * can still be returned.
 */
export async function settleExchange(store: BasketStore, payment: Payment): Promise<PayOutcome> {
  const basket = store.basket.get();
  const { returning } = basket;
  if (!returning) throw new Error('There is nothing to exchange');
  const settles = store.placeOf(basket);
  const outcome = await settleOnce(
    settlingExchange(basket),
    {
      body: exchangeBody(basket, returning, payment),
      sentBy: payment.user,
      key: basket.clientId,
      again: {
        what: `Exchange of goods of ${returning.saleNumber} for ${formatPounds(payment.sale.gross)}`,
        call: 'exchange',
        id: returning.saleId,
        basket: settles,
      },
      offline,
    },
    async ({ body, key: idempotencyKey }) => {
      const params = { id: returning.saleId };
      const reply = await request(sales.exchange, { params, idempotencyKey, shownInPlace: true, body });
      return reply.sale;
    },
  );
  if (outcome.kind === 'refused') return outcome;
  const { document, sent } = outcome;
  // What it settles and gave back is what was sent, however the basket has grown since.
  await store.startNext(sent.again?.basket ?? settles);
  return { kind: 'paid', document, refund: refundOfExchange(sent.body, returning) };
}

/** What an exchange that was sent gave back. */
export function refundOfExchange(
  { refund: { tenders, client_id: clientId } }: BodySent<typeof sales.exchange>,
  { saleNumber }: Pick<Returning, 'saleNumber'>,
): RefundMade | null {
  return refundMade(tenders, { saleNumber, clientId });
}

const isPaidBack = ({ sale }: Payment, { total }: Returning): boolean => sale.gross < total;

function exchangeBody(
  basket: Basket,
  returning: Returning,
  payment: Payment,
): BodySent<typeof sales.exchange> {
  const isBack = isPaidBack(payment, returning);
  return {
    refund: {
      client_id: returning.clientId,
      session_id: payment.sessionId,
      reason: returning.reason,
      lines: [...returning.lines],
      expected_total: poundsFromPence(returning.worth),
      tenders: isBack
        ? payment.entered.map(({ method, tendered, reference }) => ({
            method,
            amount: poundsFromPence(tendered),
            reference: reference || null,
          }))
        : [],
      approvals: [...basket.approvals],
    },
    sale: saleBody(basket, {
      channel: payment.channel,
      sessionId: payment.sessionId,
      total: payment.sale.gross,
      entered: isBack ? [] : payment.entered,
      soldAt: new Date(),
      wasOffline: false,
    }),
  };
}
