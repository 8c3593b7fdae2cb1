import { can, canAny } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';

export const maxCustomerAttachments = 50;

/** As editing the customer. */
const write = can('edit_customer');

/** What was agreed with a customer, such as an account application. They are erased with the personal data (rule K3). */
export const customerAttachments = attachmentCalls('/customers/{id}/attachments', {
  record: 'a customer',
  one: 'attachment',
  view: canAny('view_customer', 'edit_customer'),
  add: write,
  remove: write,
});
