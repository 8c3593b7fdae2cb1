import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request, requestFile } from '../../platform/api';
import { EmailDocumentDialog } from '../../ui/dialogs/email-document-dialog';
import { orderMailDraft } from './purchase-orders.queries';

type Props = { order: OrderDetail; onClose: () => void; onDone: (message: string) => void };

/** Emails an order to its supplier with the document attached. */
export const SendOrderDialog = ({ order, ...dialogProps }: Props) => (
  <EmailDocumentDialog
    {...dialogProps}
    title={`Send ${order.status === 'draft' ? '' : `revision ${order.revision} of `}${order.po_number}`}
    draft={orderMailDraft(order.id)}
    paper={() => requestFile(purchases.pdf, { params: { id: order.id }, shownInPlace: true })}
    schema={purchases.send.body}
    send={(body, idempotencyKey) =>
      request(purchases.send, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true })
    }
    failure="The order could not be sent."
  />
);
