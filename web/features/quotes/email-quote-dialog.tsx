import { Textarea } from '@mantine/core';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request } from '../../platform/api';
import { EmailWindow } from '../../ui/email-window';
import { useContractForm } from '../../ui/form';
import { useNotice } from '../../ui/notice';

type Props = { quote: QuoteDetail; onClose: () => void; onDone: (message: string) => void };

/** E-mails a quote with its PDF. It is sent when the mail server has accepted it. */
export function EmailQuoteDialog({ quote, onClose, onDone }: Props) {
  const notices = useNotice();
  const form = useContractForm({
    schema: quotes.email.body,
    initial: { email: quote.customer_email ?? '', message: '' },
    send: (body, idempotencyKey) => {
      notices.dismiss();
      return request(quotes.email, { params: { id: quote.id }, body, idempotencyKey, shownInPlace: true });
    },
    onDone: ({ success, message }) => (success ? onDone(message) : notices.failed(message)),
    failure: 'The quote could not be sent.',
  });
  return (
    <EmailWindow
      title={`E-mail ${quote.number}`}
      form={form}
      notices={notices}
      onClose={onClose}
      onCancel={onClose}
    >
      <Textarea
        label="Message"
        description={`${quote.number}.pdf goes with it.`}
        rows={5}
        maxLength={4000}
        {...form.form.getInputProps('message')}
      />
    </EmailWindow>
  );
}
