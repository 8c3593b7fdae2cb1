import { capitalise } from '#domain/kernel/capitalise';
import type { MailDraft } from '#domain/emails/document-mail';
import { merge } from '#domain/emails/merge-fields';
import { truncateText } from '#domain/kernel/truncate-text';
import { type MailBlock, writeMailBody } from './mail-body';

export type MailTexts = { readonly subject: string; readonly message: string };

const maxSubject = 200;

/** Fills in the placeholders of both texts. A subject begins with a capital, whatever its first placeholder. */
export function fillIn({ subject, message }: MailTexts, values: Readonly<Record<string, string>>): MailTexts {
  const filled = merge(subject, values);
  return {
    subject: truncateText(capitalise(filled), maxSubject).trimEnd(),
    message: merge(message, values),
  };
}

/** The default text of a document email, and the fixed part below it. */
export type ComposedMail = MailTexts & { readonly rest: readonly MailBlock[] };

type Typed = {
  readonly subject?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly cc: readonly string[];
};

/** Subject, body and copies as sent: what was entered, else the defaults. */
export const writeDocumentMail = (composed: ComposedMail, typed: Typed) => ({
  subject: typed.subject ?? composed.subject,
  body: writeMailBody([typed.message ?? composed.message, ...composed.rest]),
  cc: typed.cc,
});

/** The same for the preview. */
export const draftOf = (
  { subject, message, rest }: ComposedMail,
  { email, fileName }: { readonly email: string | null; readonly fileName: string },
): MailDraft => ({
  email,
  subject,
  message,
  rest: writeMailBody(rest).text.trim(),
  file_name: fileName,
});
