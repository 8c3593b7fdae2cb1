import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';

const row = z.object({
  /** The usual prefix: INV. */
  series: z.string(),
  /** The kind of document. */
  name: z.string(),
  prefix: z.string(),
  /** The number of the next document, without its prefix. */
  next_number: z.int(),
  /** The next document number with its prefix. */
  example: z.string(),
  /** The numbers skipped when the series was moved up. */
  passed_over: z.int(),
  version,
});

const prefixMessage =
  'Use up to ten letters, digits and hyphens, ending in a letter or a hyphen, such as INV- or SALE2026-.';
const nextMessage = 'Enter a whole number from 1 to 999,999,999.';

/** Document numbers (rule V22): without gaps, with a prefix for each kind. */
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
      /** Never below the last number used. Skipped numbers stay unused. */
      next_number: z.int(nextMessage).min(1, nextMessage).max(999_999_999, nextMessage),
      version: version.optional(),
    }),
    reply: row,
  }),
};

export type NumberingRow = z.output<typeof row>;
