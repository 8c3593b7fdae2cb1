import * as z from 'zod';
import { bulkEmailCalls, skipRecent } from '../bulk-emails/bulk-email.contract';
import { documentEmails } from '../emails/document-emails';
import { can } from '../kernel/access';
import { purchases } from './purchase-order.contract';

/** Emails many purchase orders, each to its supplier. */
export const orderBulkEmail = bulkEmailCalls('/purchases/bulk-email', purchases.list.query, {
  many: 'purchase orders',
  access: can('view_purchaseorder', 'send_purchaseorder'),
  options: z.strictObject({ skip_recent: skipRecent }),
  fields: documentEmails.order.fields,
});
