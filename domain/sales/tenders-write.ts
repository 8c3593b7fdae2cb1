import * as z from 'zod';
import { positiveAmount } from '../kernel/money';
import type { paymentReference } from '../payments/payment-reference';
import { tenderMethod } from './tender';

/**
 * The payments of a sale. A card number as reference is refused in a live sale and shortened in a paid one
 * (T6).
 */
export const tendersOf = (reference: typeof paymentReference) =>
  z
    .array(z.strictObject({ method: tenderMethod, tendered: positiveAmount, reference }))
    .max(20, 'A sale can have at most 20 payments.')
    .default([]);
