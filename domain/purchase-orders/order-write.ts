import * as z from 'zod';
import { approvals } from '../approvals/sent-approvals';
import { enteredDate } from '../kernel/dates';
import {
  chosenId,
  id,
  runWhenReadable,
  optionalLongText,
  optionalText,
  requiredText,
} from '../kernel/fields';
import { enteredMoney, positiveAmount } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { positiveQuantity } from '../kernel/quantity';
import { enteredUnitCost, isWithinCost } from '../kernel/unit-cost';
import { vatCode } from '../kernel/vat';

export const nonNegativeMoney = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

/** An account chosen for a line. */
export const lineAccount = z.string('Choose an account.').regex(/^\d{4}$/, 'Choose an account.');

export const lineWrite = z
  .strictObject({
    /** The line to change; omitted for a new one. */
    id: id.optional(),
    product_id: id.nullish(),
    /** Can be omitted for a product, whose name it then takes. */
    description: optionalText('Description', 300),
    supplier_code: optionalText('Supplier’s code', 60),
    unit: optionalText('Unit', 40),
    factor: positiveQuantity.optional(),
    quantity: positiveQuantity,
    unit_price: enteredUnitCost('Enter an amount of zero or more.'),
    discount_percent: percentage.nullish(),
    discount_amount: nonNegativeMoney.nullish(),
    vat_code: vatCode.default('S'),
    /** The account a line without a product will post to; when omitted, cost of goods sold. */
    account: lineAccount.nullish(),
  })
  .refine(line => line.product_id != null || line.description != null, {
    path: ['description'],
    message: 'Choose a product or enter a description.',
  })
  .refine(line => line.discount_percent == null || line.discount_amount == null, {
    path: ['discount_amount'],
    message: 'Enter the discount as a percentage or an amount, not both.',
  })
  .refine(
    line =>
      line.discount_amount == null || isWithinCost(line.discount_amount, line.unit_price, line.quantity),
    {
      path: ['discount_amount'],
      message: 'The discount is more than the line total. Enter a smaller discount.',
      ...runWhenReadable('discount_amount', 'unit_price', 'quantity'),
    },
  );

export const orderWrite = z.strictObject({
  supplier_id: chosenId('Choose a supplier.'),
  order_date: enteredDate.optional(),
  expected_delivery_date: enteredDate.nullish(),
  reference: optionalText('Reference', 100),
  notes: optionalLongText('Notes', 4000),
  lines: z.array(lineWrite).max(500, 'An order can have at most 500 lines.').default([]),
});

/** The document date, and the reason when it is not today. */
export const dated = { business_date: enteredDate.optional(), date_reason: optionalText('Reason', 300) };

export const receiptWrite = z.strictObject({
  ...dated,
  delivery_note: optionalText('Delivery note', 100),
  notes: optionalLongText('Notes', 2000),
  /** When omitted: everything outstanding. */
  lines: z
    .array(z.strictObject({ line_id: id, quantity: positiveQuantity }))
    .min(1, 'Enter what was received.')
    .max(500)
    .optional(),
  /** Cancels the remaining quantity. */
  close_short: z.boolean().default(false),
  /** More may be received than was ordered and is tolerated, with an approval. */
  accept_over_receipt: z.boolean().default(false),
  client_id: z.uuid('Send an ID generated for this receipt.').optional(),
  approvals,
});

export const landedCostWrite = z.strictObject({
  receipt_id: chosenId('Choose a goods receipt.'),
  supplier_id: chosenId('Choose a supplier.'),
  supplier_bill_number: requiredText('Carrier’s bill number', 60),
  bill_date: enteredDate,
  date_reason: optionalText('Reason', 300),
  due_on: enteredDate.optional(),
  net: positiveAmount,
  vat: nonNegativeMoney,
  vat_code: vatCode.default('S'),
  basis: z.enum(['value', 'quantity'], 'Spread by value or by quantity.'),
});
