import { canAny } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';

export const maxBillAttachments = 20;

/** As recording a bill. */
const write = canAny('create_payment', 'edit_purchaseorder');

/** The supplier's invoice as a file, and what came with it. */
export const billAttachments = attachmentCalls('/supplier-bills/{id}/attachments', {
  record: 'a supplier bill',
  one: 'attachment',
  view: canAny('view_purchaseorder', 'view_ledger'),
  add: write,
  remove: write,
});
