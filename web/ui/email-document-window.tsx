import { Textarea } from '@mantine/core';
import type * as z from 'zod';
import { EmailWindow } from './email-window';
import { useContractForm } from './form';
import { useNotice } from './notice';

type Message = { email: string; message: string };

type Props = {
  title: string;
  /** The document goes along as a PDF of this name. */
  number: string;
  /** Filled in; another address may be typed. */
  email: string | null;
  schema: z.ZodType;
  send: (body: Message, idempotencyKey: string) => Promise<{ success: boolean; message: string }>;
  failure: string;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** E-mails a document with its PDF. It is sent when the mail server has accepted it. */
export function EmailDocumentWindow({ title, number, email, schema, send, failure, onClose, onDone }: Props) {
  const notices = useNotice();
  const form = useContractForm({
    schema,
    initial: { email: email ?? '', message: '' },
    send: (body, idempotencyKey) => {
      notices.dismiss();
      return send(body, idempotencyKey);
    },
    onDone: ({ success, message }) => (success ? onDone(message) : notices.failed(message)),
    failure,
  });
  return (
    <EmailWindow title={title} form={form} notices={notices} onClose={onClose} onCancel={onClose}>
      <Textarea
        label="Message"
        description={`${number}.pdf goes with it.`}
        rows={5}
        maxLength={4000}
        {...form.form.getInputProps('message')}
      />
    </EmailWindow>
  );
}
