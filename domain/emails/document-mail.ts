import * as z from 'zod';
import { emailAddress, optionalLongText, optionalText } from '../kernel/fields';

/** The maximum number of copies of a document. */
export const maxCopies = 10;

/** Cc addresses separated by commas, semicolons or spaces, without duplicates. Null and blank mean none. */
const copies = z
  .string('Cc must be text.')
  .max(3000, `Enter at most ${maxCopies} addresses in Cc.`)
  .nullish()
  .transform((text, context): string[] => {
    const typed = (text ?? '').split(/[,;\s]+/).filter(address => address !== '');
    const wrong = typed.find(address => !emailAddress.safeParse(address).success);
    if (wrong !== undefined)
      context.addIssue({
        code: 'custom',
        message: `“${wrong}” is not an email address. Separate several addresses with commas.`,
      });
    const unique = [...new Map(typed.map(address => [address.toLowerCase(), address])).values()];
    if (unique.length > maxCopies)
      context.addIssue({ code: 'custom', message: `Enter at most ${maxCopies} addresses in Cc.` });
    return unique;
  });

/** The message of a document email. Omitted subject and text use the defaults. */
export const documentMail = {
  email: emailAddress,
  cc: copies,
  subject: optionalText('Subject', 200),
  message: optionalLongText('Message', 4000),
};

/** The proposed message, before any edits. */
export const mailDraft = z.object({
  email: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** The fixed text below the message: the figures, how to pay, the sender. */
  rest: z.string(),
  /** The attached document. */
  file_name: z.string(),
});
export type MailDraft = z.output<typeof mailDraft>;
