import { Textarea } from '@mantine/core';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { EmailWindow } from '../../ui/email-window';
import { useContractForm } from '../../ui/form';
import { useNotice } from '../../ui/notice';

type Props = { order: OrderDetail; onClose: () => void; onDone: (message: string) => void };

/** E-mails an order to its supplier with the document attached. It is sent when the mail server has accepted it. */
export function SendOrderDialog({ order, onClose, onDone }: Props) {
  const notices = useNotice();
  const form = useContractForm({
    schema: purchases.send.body,
    initial: { email: order.supplier.email ?? '', message: '' },
    send: (body, idempotencyKey) => {
      notices.dismiss();
      return request(purchases.send, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true });
    },
    onDone: ({ success, message }) => (success ? onDone(message) : notices.failed(message)),
    failure: 'The order could not be sent.',
  });
  return (
    <EmailWindow
      title={`Send ${order.status === 'draft' ? '' : `revision ${order.revision} of `}${order.po_number}`}
      form={form}
      notices={notices}
      onClose={onClose}
      onCancel={onClose}
    >
      <Textarea
        label="Message"
        description={`${order.po_number}.pdf goes with it.`}
        rows={5}
        maxLength={4000}
        {...form.form.getInputProps('message')}
      />
    </EmailWindow>
  );
}
