import * as z from 'zod';
import { id, requiredText } from '../kernel/fields';
import { money, positiveAmount } from '../kernel/money';
import { positiveQuantity } from '../kernel/quantity';
import { paymentReference } from '../payments/payment-reference';
import { approvals, clientId } from './basket.contract';
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
        /** Pieces that are paid back; left out when only a part of the price is. */
        quantity: positiveQuantity.optional(),
        /** So much of the price of a line whose goods stay with the customer. */
        amount: positiveAmount.optional(),
        goods: returnedGoods.default('stock'),
      }),
    )
    .min(1, 'Choose what is being returned.')
    .max(500),
  expected_total: money,
  /** `wallet` leaves it as credit on the customer's ledger, after what is owed of the sale (rule W9). */
  tenders: z.array(refundTenderWrite).max(20).default([]),
  approvals,
});
