import { Modal, Textarea, TextInput } from '@mantine/core';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { NoticeAlert, useNotice } from '../../ui/notice';

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
    <Modal
      opened
      // While it is being sent it stays, or nobody would read how it ended.
      onClose={() => form.busy || onClose()}
      title={`Send ${order.status === 'draft' ? '' : `revision ${order.revision} of `}${order.po_number}`}
      size="lg"
    >
      <NoticeAlert notices={notices} />
      <Form
        form={form}
        submitLabel="Send Email"
        busyLabel="Sending..."
        onCancel={() => form.busy || onClose()}
      >
        <TextInput
          label="To Email"
          type="email"
          required
          maxLength={254}
          data-autofocus
          {...form.form.getInputProps('email')}
        />
        <Textarea
          label="Message"
          description={`${order.po_number}.pdf goes with it.`}
          rows={5}
          maxLength={4000}
          {...form.form.getInputProps('message')}
        />
      </Form>
    </Modal>
  );
}
