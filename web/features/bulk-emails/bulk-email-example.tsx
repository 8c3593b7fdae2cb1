import { capitalise } from '#domain/kernel/capitalise';
import { FileText } from 'lucide-react';
import type { BulkEmailPreview } from '#domain/bulk-emails/bulk-email.contract';
import { merge } from '#domain/emails/merge-fields';
import { EmailAddress } from '../../ui/email-address';
import '../../ui/dialogs/email-document-dialog.css';

type Props = {
  example: BulkEmailPreview['example'];
  texts: { readonly subject: string; readonly message: string };
};

/** The first email as it will arrive. */
export function BulkEmailExample({ example, texts }: Props) {
  if (!example) return null;
  const { email, values, rest, file_name } = example;
  const subject = merge(texts.subject, values);
  return (
    <section className="mail-preview" aria-label="First email">
      <p className="mail-preview-rest">
        To <EmailAddress address={email} />
      </p>
      {subject && <h3>{capitalise(subject)}</h3>}
      {texts.message && <p>{merge(texts.message, values)}</p>}
      <p className="mail-preview-rest">{rest}</p>
      {file_name !== null && (
        <p className="bulk-email-file">
          <FileText size={14} aria-hidden /> Attached: {file_name}
        </p>
      )}
    </section>
  );
}
