import { poundsFromPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { saleBody } from '../engine/sale-body';
import type { BasketStore } from './basket-store';
import { device } from './database';
import type { Payment, PayOutcome } from './pay-basket';

const offlineMessage =
  'The server cannot be reached, so the sale cannot be edited. Your changes are kept. Try again.';

/** Edits a completed sale. Only the difference is charged or refunded (rule L7). */
export async function settleEdit(store: BasketStore, payment: Payment): Promise<PayOutcome> {
  const basket = store.basket.get();
  const { replacing } = basket;
  if (!replacing) throw new Error('There is no sale to edit');
  const isPaidBack = payment.sale.gross < replacing.paid;
  try {
    const document = await request(sales.replace, {
      params: { id: replacing.saleId },
      idempotencyKey: basket.clientId,
      shownInPlace: true,
      body: {
        reason: replacing.reason,
        sale: saleBody(basket, {
          channel: payment.channel,
          sessionId: payment.sessionId,
          total: payment.sale.gross,
          entered: isPaidBack ? [] : payment.entered,
          soldAt: new Date(),
          wasOffline: false,
        }),
        refund_tenders: isPaidBack
          ? payment.entered.map(({ method, tendered, reference }) => ({
              method,
              amount: poundsFromPence(tendered),
              reference: reference || null,
            }))
          : [],
      },
    });
    await device.write({ ...store.entryOf(basket), value: undefined });
    return { kind: 'paid', document };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message, errors, current } = error;
    return {
      kind: 'refused',
      refused: { status, message: status === 0 ? offlineMessage : message, errors, current },
    };
  }
}
