import * as z from 'zod';
import { id, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { positiveQuantity } from '../kernel/quantity';
import { paymentReference } from '../payments/payment-reference';
import { approvals, clientId } from '../approvals/sent-approvals';
import { returnedGoods } from './sale-state';
import { tenderMethod } from './tender';

const reference = paymentReference;

export const refundTenderWrite = z.strictObject({ method: tenderMethod, amount: positiveAmount, reference });

export const refundWrite = z.strictObject({
  client_id: clientId,
  session_id: id.nullish(),
  reason: requiredText('Reason', 200),
  lines: z
    .array(
      z.strictObject({
        line_number: z.int().positive(),
        /** The quantity returned; omitted for a part refund without goods. */
        quantity: positiveQuantity.optional(),
        /** An amount refunded while the customer keeps the goods. */
        amount: positiveAmount.optional(),
        goods: returnedGoods.default('stock'),
      }),
    )
    .min(1, 'Choose what is being returned.')
    .max(500),
  expected_total: money,
  /** `wallet` leaves it as credit on the customer's ledger, after the balance due of the sale (rule W9). */
  tenders: z.array(refundTenderWrite).max(20).default([]),
  approvals,
});
