import type { MailDraft } from '#domain/emails/document-mail';
import { type MailBlock, writeMailBody } from './mail-body';

/** A message that carries a document: what it says when nobody says otherwise, and what it always says below that. */
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

/** Subject, body and copies as they go out: what was typed, and the usual words where nothing was. */
export const writeDocumentMail = (composed: ComposedMail, typed: Typed) => ({
  subject: typed.subject ?? composed.subject,
  body: writeMailBody([typed.message ?? composed.message, ...composed.rest]),
  cc: typed.cc,
});

/** The same for whoever looks at it first. */
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
