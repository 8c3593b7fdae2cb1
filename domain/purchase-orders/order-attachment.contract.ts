import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';

/** A supplier's paper that belongs to an order: its quotation, delivery note, bill. */
const orderAttachment = z.object({
  id,
  file_name: z.string(),
  bytes: z.int(),
  added_by: z.string(),
  added_at: instant,
});
const attachmentList = z.object({ data: z.array(orderAttachment) });

export const mostOrderAttachments = 50;

export const orderAttachments = {
  list: call('GET', '/purchases/{id}/attachments', {
    summary: "List an order's attachments",
    access: can('view_purchaseorder'),
    reply: attachmentList,
  }),
  add: call('POST', '/purchases/{id}/attachments', {
    summary: 'Attach files to an order: PDF, pictures and office documents, 10 MB each',
    access: canAny('edit_purchaseorder', 'receive_purchaseorder', 'create_payment'),
    bodyKind: 'multipart',
    reply: attachmentList,
    perMinute: 60,
  }),
  content: call('GET', '/purchases/{id}/attachments/{attachment_id}', {
    summary: 'An attachment of an order',
    access: can('view_purchaseorder'),
    reply: z.unknown(),
    replyKind: 'file',
  }),
  remove: call('DELETE', '/purchases/{id}/attachments/{attachment_id}', {
    summary: 'Remove an attachment from an order',
    access: can('edit_purchaseorder'),
    reply: attachmentList,
  }),
};

export type OrderAttachment = z.output<typeof orderAttachment>;
