import * as z from 'zod';
import { type DocumentEmail, documentEmails } from '../emails/document-emails';
import { knowing } from '../emails/merge-fields';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { optionalLongText, optionalText, version } from '../kernel/fields';

/** Both texts of each document email. */
export const eachText = <Subject, Message>(
  subject: (of: DocumentEmail) => Subject,
  message: (of: DocumentEmail) => Message,
) => ({
  invoice_subject: subject('invoice'),
  invoice_message: message('invoice'),
  quote_subject: subject('quote'),
  quote_message: message('quote'),
  order_subject: subject('order'),
  order_message: message('order'),
  statement_subject: subject('statement'),
  statement_message: message('statement'),
  reminder_subject: subject('reminder'),
  reminder_message: message('reminder'),
});
const text = () => z.string().nullable();

/** The wording of document emails; null is the default text. */
export const emailWording = z.object(eachText(text, text));
export type EmailWording = z.output<typeof emailWording>;

const nothing = () => null;
export const defaultWording: EmailWording = eachText(nothing, nothing);

const reply = emailWording.extend({ version });

export const emailWordingSettings = {
  get: call('GET', '/settings/email-wording', {
    summary: 'Show the wording of document emails',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/email-wording', {
    summary: 'Edit the wording of document emails. Null restores a default text',
    access: can('edit_setting'),
    body: z.strictObject({
      ...eachText(
        of => optionalText('Subject', 200).superRefine(knowing(documentEmails[of].fields)),
        of => optionalLongText('Message', 4000).superRefine(knowing(documentEmails[of].fields)),
      ),
      version: version.optional(),
    }),
    reply,
  }),
};

export type EmailWordingSettings = z.output<typeof reply>;
