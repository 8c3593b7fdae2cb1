import { Textarea } from '@mantine/core';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request } from '../../platform/api';
import { EmailWindow } from '../../ui/email-window';
import { useContractForm } from '../../ui/form';
import { useNotice } from '../../ui/notice';

type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/** E-mails a sale with its document attached. It is sent when the mail server has accepted it. */
export function EmailSaleDialog({ sale, onClose, onDone }: Props) {
  const notices = useNotice();
  const form = useContractForm({
    schema: sales.email.body,
    initial: { email: sale.customer_email ?? '', message: '' },
    send: (body, idempotencyKey) => {
      notices.dismiss();
      return request(sales.email, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true });
    },
    onDone: ({ success, message }) => (success ? onDone(message) : notices.failed(message)),
    failure: 'The invoice could not be sent.',
  });
  return (
    <EmailWindow
      title={`E-mail ${sale.number}`}
      form={form}
      notices={notices}
      onClose={onClose}
      onCancel={onClose}
    >
      <Textarea
        label="Message"
        description={`${sale.number}.pdf goes with it.`}
        rows={5}
        maxLength={4000}
        {...form.form.getInputProps('message')}
      />
    </EmailWindow>
  );
}
