import { poundsFromPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { saleBody } from '../engine/sale-body';
import { type BasketStore, newBasket } from './basket-store';
import { device } from './database';
import type { Payment, PayOutcome } from './pay-basket';

const offlineMessage =
  'The server cannot be reached, so the goods cannot be exchanged. Your basket is kept. Try again.';

/**
 * Exchanges goods. Only the difference is charged or refunded. It needs the server, which alone knows what
 * can still be returned.
 */
export async function settleExchange(store: BasketStore, payment: Payment): Promise<PayOutcome> {
  const basket = store.basket.get();
  const { returning } = basket;
  if (!returning) throw new Error('There is nothing to exchange');
  const isPaidBack = payment.sale.gross < returning.total;
  try {
    const { sale } = await request(sales.exchange, {
      params: { id: returning.saleId },
      idempotencyKey: basket.clientId,
      shownInPlace: true,
      body: {
        refund: {
          client_id: returning.clientId,
          session_id: payment.sessionId,
          reason: returning.reason,
          lines: [...returning.lines],
          expected_total: poundsFromPence(returning.worth),
          tenders: isPaidBack
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
          entered: isPaidBack ? [] : payment.entered,
          soldAt: new Date(),
          wasOffline: false,
        }),
      },
    });
    const next = newBasket();
    await device.write(store.entryOf(next));
    store.show(next);
    return { kind: 'paid', document: sale };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, errors, current } = error;
    return {
      kind: 'refused',
      refused: { status, message: status === 0 ? offlineMessage : message, errors, current },
    };
  }
}
