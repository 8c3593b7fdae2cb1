import { can, canAny } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';

export const maxOrderAttachments = 50;

/** The attachments of an order: the supplier's quotation, delivery note or bill. */
export const orderAttachments = attachmentCalls('/purchases/{id}/attachments', {
  record: 'an order',
  one: 'attachment',
  view: can('view_purchaseorder'),
  add: canAny('edit_purchaseorder', 'receive_purchaseorder', 'create_payment'),
  remove: can('edit_purchaseorder'),
});
