import * as z from 'zod';
import { emailAddress, optionalLongText, optionalText } from '../kernel/fields';

/** How many may get a copy of a document. */
export const mostCopies = 10;

/**
 * Who gets a copy: addresses as people type them, parted by commas, semicolons or spaces; each once. Null and blank are
 * nobody.
 */
const copies = z
  .string('Cc must be text.')
  .max(3000, `Enter at most ${mostCopies} addresses in Cc.`)
  .nullish()
  .transform((text, context): string[] => {
    const typed = (text ?? '').split(/[,;\s]+/).filter(address => address !== '');
    const wrong = typed.find(address => !emailAddress.safeParse(address).success);
    if (wrong !== undefined)
      context.addIssue({
        code: 'custom',
        message: `“${wrong}” is not an email address. Separate several addresses with commas.`,
      });
    const each = [...new Map(typed.map(address => [address.toLowerCase(), address])).values()];
    if (each.length > mostCopies)
      context.addIssue({ code: 'custom', message: `Enter at most ${mostCopies} addresses in Cc.` });
    return each;
  });

/** What a person says when they email a document. Subject and message that are left out are the usual ones. */
export const documentMail = {
  email: emailAddress,
  cc: copies,
  subject: optionalText('Subject', 200),
  message: optionalLongText('Message', 4000),
};

/** What a message will say, before anybody has changed it. */
export const mailDraft = z.object({
  email: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** What stands below the message whatever it says: the figures, how to pay, who sends it. */
  rest: z.string(),
  /** The document that goes with it. */
  file_name: z.string(),
});
export type MailDraft = z.output<typeof mailDraft>;
