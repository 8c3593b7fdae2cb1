import type { BodySent } from '#domain/kernel/call';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import type { Basket, Replacing } from '../engine/basket';
import { saleBody } from '../engine/sale-body';
import type { BasketStore } from './basket-store';
import type { Payment, PayOutcome } from './pay-basket';
import { refundMade } from './refund-made';
import { settlingEdit } from './open-request';
import { settleOnce } from './settle-once';

const offline =
  'The server cannot be reached, so the sale cannot be edited. Your changes are kept. Try again.';

/** Edits a completed sale. Only the difference is charged or refunded (rule L7). */
export async function settleEdit(store: BasketStore, payment: Payment): Promise<PayOutcome> {
  const basket = store.basket.get();
  const { replacing } = basket;
  if (!replacing) throw new Error('There is no sale to edit');
  const outcome = await settleOnce(
    settlingEdit(basket),
    {
      body: editBody(basket, replacing, payment),
      sentBy: payment.user,
      key: basket.clientId,
      again: {
        what: `Change of ${replacing.number} to ${formatPounds(payment.sale.gross)}`,
        call: 'edit',
        id: replacing.saleId,
        basket: store.placeOf(basket),
      },
      offline,
    },
    ({ body, key: idempotencyKey }) =>
      request(sales.replace, { params: { id: replacing.saleId }, idempotencyKey, shownInPlace: true, body }),
  );
  if (outcome.kind === 'refused') return outcome;
  await store.forget();
  const { document, sent } = outcome;
  const refund = refundMade(sent.body.refund_tenders, {
    saleNumber: replacing.number,
    clientId: sent.body.sale.client_id,
  });
  return { kind: 'paid', document, refund };
}

const isPaidBack = ({ sale }: Payment, { paid }: Replacing): boolean => sale.gross < paid;

/** The sale as it was when the edit was begun: the server refuses one that was refunded or paid since. */
const startedFrom = ({ version, paidSale }: Replacing) => ({
  ...(version === undefined ? {} : { version }),
  ...(paidSale?.outstanding === undefined ? {} : { outstanding: poundsFromPence(paidSale.outstanding) }),
});

function editBody(basket: Basket, replacing: Replacing, payment: Payment): BodySent<typeof sales.replace> {
  const isBack = isPaidBack(payment, replacing);
  return {
    reason: replacing.reason,
    ...startedFrom(replacing),
    sale: saleBody(basket, {
      channel: payment.channel,
      sessionId: payment.sessionId,
      total: payment.sale.gross,
      entered: isBack ? [] : payment.entered,
      soldAt: new Date(),
      wasOffline: false,
    }),
    refund_tenders: isBack
      ? payment.entered.map(({ method, tendered, reference }) => ({
          method,
          amount: poundsFromPence(tendered),
          reference: reference || null,
        }))
      : [],
  };
}
