import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';

const row = z.object({
  /** What the product calls it: INV. */
  series: z.string(),
  /** What it numbers. */
  name: z.string(),
  prefix: z.string(),
  /** The number that the next document takes, without its prefix. */
  next_number: z.int(),
  /** The same as the document will bear it. */
  example: z.string(),
  /** How many numbers were never given out, because the series was moved up. */
  passed_over: z.int(),
  version,
});

const prefixMessage =
  'Use up to ten letters, digits and hyphens, ending in a letter or a hyphen, such as INV- or SALE2026-.';
const nextMessage = 'Enter a whole number from 1 to 999,999,999.';

/** How documents are numbered (rule V22): without a gap, and each kind with a prefix of its own. */
export const numbering = {
  list: call('GET', '/settings/numbers', {
    summary: 'List the number series of documents',
    access: can('view_setting'),
    reply: z.object({ data: z.array(row) }),
  }),
  save: call('PUT', '/settings/numbers', {
    summary: 'Edit the prefix or next number of a series',
    access: can('edit_setting'),
    body: z.strictObject({
      series: z.string('Choose a kind of document.').regex(/^[A-Z]{1,20}$/, 'Choose a kind of document.'),
      prefix: z
        .string('Prefix is required.')
        .max(40, prefixMessage)
        .overwrite(text => text.trim().toUpperCase())
        .regex(/^[A-Z0-9-]{0,9}[A-Z-]$/, prefixMessage),
      /** Never below what was given out. Numbers that are passed over stay without a document. */
      next_number: z.int(nextMessage).min(1, nextMessage).max(999_999_999, nextMessage),
      version: version.optional(),
    }),
    reply: row,
  }),
};

export type NumberingRow = z.output<typeof row>;
