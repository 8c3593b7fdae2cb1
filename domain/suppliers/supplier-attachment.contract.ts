import { can } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';

export const maxSupplierAttachments = 50;

/** As editing the supplier. */
const write = can('edit_supplier');

/** What was agreed with a supplier: contracts, price lists, certificates. */
export const supplierAttachments = attachmentCalls('/suppliers/{id}/attachments', {
  record: 'a supplier',
  one: 'attachment',
  view: can('view_supplier'),
  add: write,
  remove: write,
});
