import * as z from 'zod';
import './plain-errors';

/** A row id: a positive whole number. */
export const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);

/**
 * The id of a record that must be chosen, with the sentence to show while none is. A form may send null; the
 * sentence then appears at its field.
 */
export const chosenId = (choose: string) =>
  z.int(choose).positive(choose) as z.ZodType<number, number | null>;

/** An id in a path or query, where everything is text. */
export const idText = z
  .codec(z.string().regex(/^[1-9]\d{0,14}$/, 'Must be a positive whole number.'), id, {
    decode: Number,
    encode: String,
  })
  .meta({ description: 'A positive whole number.' });

/** An id as a list filter: it stays text, like all of a query. */
export const idFilter = z.string().regex(/^[1-9]\d{0,14}$/, 'Must be a positive whole number.');

/** Several ids as a list filter, for rows that are selected one by one. */
export const idsFilter = z
  .string()
  .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,999}$/, 'Choose at most 1,000 rows one by one.');

/** The number of times a row has changed; a stale one is refused with 409 and the current values. */
export const version = z
  .int()
  .positive()
  .meta({ description: 'The version you edited. Omit to overwrite the current version.' });

/**
 * Normalised text: composed characters, no control characters, trimmed. In one-line text inner white space is folded
 * too, so that "Box  of 6" and "Box of 6" are one name.
 */
const tidyLine = (text: string) => visible(text).replaceAll(/\s+/gu, ' ').trim();
const tidyLines = (text: string) => visible(text).replaceAll(/\r\n?/g, '\n').trim();

/** Invisible characters that are easily pasted by accident, without those that join letters or emoji. */
const widthless = /[\u00ad\u200b\u2060\ufeff]/g;
/** A text with nothing visible counts as blank. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const visible = (text: string) => (blank.test(text) ? '' : text.normalize('NFC').replaceAll(widthless, ''));

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what it looks for
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
const printable = (text: string) => !unprintable.test(text) && text.isWellFormed();
const unprintableMessage = 'Remove the characters that cannot be printed.';

const required = (label: string, longest: number, tidy: (text: string) => string) =>
  z
    .string(`${label} is required.`)
    .max(longest * 4, `${label} can have at most ${longest} characters.`)
    .refine(printable, unprintableMessage)
    .overwrite(tidy)
    .min(1, `${label} is required.`)
    .max(longest, `${label} can have at most ${longest} characters.`);

/** One line of text that must not be empty. */
export const requiredText = (label: string, longest: number) => required(label, longest, tidyLine);
/** Text of several lines that must not be empty. */
export const requiredLongText = (label: string, longest: number) => required(label, longest, tidyLines);

/** Blank text is null: `""` and `null` both mean that it is unknown. */
const blankToNull = (text: string | null | undefined) => (text === '' || text === undefined ? null : text);

const optional = (label: string, longest: number, tidy: (text: string) => string) =>
  z
    .string(`${label} must be text.`)
    .max(longest * 4, `${label} can have at most ${longest} characters.`)
    .refine(printable, unprintableMessage)
    .overwrite(tidy)
    .max(longest, `${label} can have at most ${longest} characters.`)
    .nullish()
    .overwrite(blankToNull);

export const optionalText = (label: string, longest: number) => optional(label, longest, tidyLine);
export const optionalLongText = (label: string, longest: number) => optional(label, longest, tidyLines);

/**
 * One email address in the plain form that every mail server accepts: no display name, list, quotes or line breaks, so
 * that nothing can be injected into a message's headers.
 */
const mailbox =
  /^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/;
/** Email programs decode `=?utf-8?q?…?=` to other text than is shown here (F54). */
const encodedWord = /=\?/;
const emailMessage = 'Enter one email address, such as name@example.co.uk.';
export const isMailbox = (text: string) =>
  text.length <= 254 &&
  mailbox.test(text) &&
  !text.includes('..') &&
  !text.startsWith('.') &&
  !encodedWord.test(text);

export const emailAddress = z
  .string(emailMessage)
  .max(1000, emailMessage)
  .overwrite(text => text.trim())
  .refine(isMailbox, emailMessage)
  .meta({ format: 'email' });

export const optionalEmail = z
  .string(emailMessage)
  .max(1000, emailMessage)
  .overwrite(text => text.trim())
  .refine(text => text === '' || isMailbox(text), emailMessage)
  .nullish()
  .overwrite(blankToNull);

/** Active or inactive: the status of every master record and party (section 4 of the specification). */
export const recordStatus = z.enum(['active', 'inactive'], 'Choose Active or Inactive.');
export type RecordStatus = z.infer<typeof recordStatus>;

/**
 * Runs a check over several fields only once all of them could be read: a field that is refused still holds what was
 * sent, which cannot be calculated with.
 */
export const runWhenReadable = (...fields: readonly string[]) => ({
  when: ({ issues }: z.core.ParsePayload): boolean =>
    !issues.some(({ path: [field] = [] }) => field === undefined || fields.includes(String(field))),
});
