import * as z from 'zod';
import { optionalText } from '../kernel/fields';
import { enteredMoney } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';

/** T1-A-000042: register code, device letter and a number without gaps. */
export const receiptNumber = z
  .string()
  .regex(/^[A-Z0-9]{1,6}-[A-Z]{1,3}-\d{6,12}$/, 'Send the receipt number as printed.');

/** A line as charged, in the words of the receipt. */
export const chargedLine = z.strictObject({
  list_price: enteredMoney,
  unit_price: enteredMoney,
  amount: enteredMoney,
  line_discount: enteredMoney,
  discount_reason: optionalText('Reason', 500),
  cart_discount: enteredMoney,
  vat_code: vatCode,
  vat_percent: percentage,
  net: enteredMoney,
  vat: enteredMoney,
  gross: enteredMoney,
});
