import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { can } from '../kernel/access';
import { purchases } from './purchase-order.contract';

/** The placeholders of the email of a purchase order. */
export const orderMailFields = {
  number: 'The number of the order, with its revision',
  supplier: 'The supplier’s name',
  date: 'The date of the order',
  expected_delivery: 'The expected delivery date, if entered',
  total: 'The total, including VAT',
  company: 'Your company name',
} as const;
export type OrderMailValues = Readonly<Record<keyof typeof orderMailFields, string>>;

/** The texts of the email, unless others are entered. */
export const orderMailTemplate = {
  subject: 'Purchase order {{number}} from {{company}}',
  message: 'Please find our purchase order {{number}} attached.',
};

/** Emails many purchase orders, each to its supplier. */
export const orderBulkEmail = bulkEmailCalls('/purchases/bulk-email', purchases.list.query, {
  many: 'purchase orders',
  access: can('view_purchaseorder', 'send_purchaseorder'),
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: orderMailFields,
});
