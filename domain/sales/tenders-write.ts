import * as z from 'zod';
import { positiveAmount } from '../kernel/money';
import type { paymentReference } from '../payments/payment-reference';
import { tenderMethod } from './tender';

/** What a sale is paid with. Of a live one a card number is refused as its reference, of a paid one it is shortened (T6). */
export const tendersOf = (reference: typeof paymentReference) =>
  z
    .array(z.strictObject({ method: tenderMethod, tendered: positiveAmount, reference }))
    .max(20, 'A sale can have at most 20 payments.')
    .default([]);
