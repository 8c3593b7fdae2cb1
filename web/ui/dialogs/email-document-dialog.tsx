import { Button, Modal, Skeleton, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import type * as z from 'zod';
import { messageOf } from '../../platform/api-error';
import { openFile } from '../../platform/open-file';
import type { Reading } from '../../platform/queries';
import './email-document-dialog.css';
import { EmailDialog } from './email-dialog';
import { useContractForm } from '../form/form';
import { type Notices, useNotice } from '../notice';

/** The message as proposed by the server, and the fixed text below it. */
type MailDraft = {
  readonly email: string | null;
  readonly subject: string;
  readonly message: string;
  readonly rest: string;
  readonly file_name: string;
};
type Message = { email: string; cc: string; subject: string; message: string };

type Props = {
  title: string;
  schema: z.ZodType;
  /** The server's proposal. */
  draft: Reading<MailDraft>;
  /** The attached document. */
  paper: () => Promise<Blob>;
  send: (body: Message, idempotencyKey: string) => Promise<{ success: boolean; message: string }>;
  failure: string;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Emails a document with its PDF after a preview. It counts as sent once the mail server has accepted it. */
export function EmailDocumentDialog(props: Props) {
  const { title, draft, onClose } = props;
  const notices = useNotice();
  const page = useQuery({
    ...draft,
    // Loaded once when the dialog opens, so that typed text is not overwritten.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (page.data) return <Dialog {...props} draft={page.data} notices={notices} />;
  return <Waiting title={title} error={page.error} onClose={onClose} />;
}

function Waiting({ title, error, onClose }: { title: string; error: Error | null; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      {error ? (
        <p role="alert">{messageOf(error, 'The message could not be created. Try again.')}</p>
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  );
}

type Loaded = Omit<Props, 'draft'> & { draft: MailDraft; notices: Notices };

function Dialog({ title, draft, paper, schema, send, failure, onClose, onDone, notices }: Loaded) {
  const form = useContractForm({
    schema,
    initial: { email: draft.email ?? '', cc: '', subject: draft.subject, message: draft.message },
    send: (body: Message, idempotencyKey) => {
      notices.dismiss();
      return send(body, idempotencyKey);
    },
    onDone: ({ success, message }) => (success ? onDone(message) : notices.failed(message)),
    failure,
    verb: 'sent',
  });
  const field = form.form.getInputProps;
  return (
    <EmailDialog title={title} form={form} notices={notices} onClose={onClose}>
      <TextInput
        label="Cc"
        description="Separate several addresses with commas"
        maxLength={3000}
        {...field('cc')}
      />
      <TextInput label="Subject" maxLength={200} {...field('subject')} />
      <Textarea label="Message" rows={4} maxLength={4000} {...field('message')} />
      <Preview draft={draft} values={form.form.values} paper={paper} notices={notices} />
    </EmailDialog>
  );
}

type PreviewProps = Pick<Loaded, 'draft' | 'paper' | 'notices'> & { values: Message };

/** The message as it will arrive, with a link to the document. */
function Preview({ draft, paper, notices, values }: PreviewProps) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      openFile(await paper(), draft.file_name);
    } catch (error) {
      notices.failed(messageOf(error, 'The PDF could not be created. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mail-preview" aria-label="Preview">
      <h3>{values.subject.trim() || draft.subject}</h3>
      <p>{values.message.trim() || draft.message}</p>
      <p className="mail-preview-rest">{draft.rest}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<FileText size={14} />}
        loading={busy}
        onClick={() => void open()}
      >
        {draft.file_name}
      </Button>
    </section>
  );
}
