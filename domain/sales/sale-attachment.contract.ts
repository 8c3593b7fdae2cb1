import { can } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';

export const maxSaleAttachments = 50;

/** As recording proof of export. */
const write = can('edit_sale');

/** Proof of delivery and of export (rule V28). As with notes, cashiers who may reprint the receipt do not see them. */
export const saleAttachments = attachmentCalls('/sales/{id}/attachments', {
  record: 'a sale',
  one: 'attachment',
  view: can('view_sale'),
  add: write,
  remove: write,
});
