import type { MailDraft } from '#domain/emails/document-mail';
import { type MailBlock, writeMailBody } from './mail-body';

/** The default text of a document email, and the fixed part below it. */
export type ComposedMail = {
  readonly subject: string;
  readonly message: string;
  readonly rest: readonly MailBlock[];
};

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
