import * as z from 'zod';
import { can } from '../kernel/access';
import { call, nothing } from '../kernel/call';
import { instant } from '../kernel/dates';

/** `failed`: adding stopped half-way. What was added can be removed. */
export const sampleState = z.enum(['none', 'adding', 'present', 'failed']);

const reply = z.object({
  state: sampleState,
  /** Why it cannot be added; null if it can, or if it is there. */
  refusal: z.string().nullable(),
  /** How far adding is. */
  done: z.int(),
  total: z.int(),
  started_at: instant.nullable(),
  started_by: z.string().nullable(),
  /** What removal takes out: all journals in the books, also those that users posted since. 0 without sample data. */
  journals: z.int(),
  /** Why adding stopped, when it failed. */
  problem: z.string().nullable(),
  /** Why it can no longer be removed; null if it can, or if there is none. */
  removal_refusal: z.string().nullable(),
});

const access = can('view_setting', 'edit_setting');

/** An invented trade, to try things out in books that are still empty. */
export const sampleData = {
  show: call('GET', '/get-started/sample-data', {
    summary: 'Show whether there is sample data, and the progress of adding it',
    access,
    reply,
  }),
  add: call('POST', '/get-started/sample-data', {
    summary: 'Start adding sample data to empty books',
    access,
    body: nothing,
    reply,
  }),
  remove: call('POST', '/get-started/sample-data/remove', {
    summary: 'Remove the sample data, and everything entered since it was added',
    // It empties the books.
    access: 'administrator',
    needsConfirmation: true,
    closedToTokens: true,
    body: z.strictObject({
      /** As shown before: 409 if something was posted since. */
      journals: z.int('Send the number of journals that was shown.').min(0, 'Send a number of zero or more.'),
    }),
    reply,
  }),
};

export type SampleData = z.output<typeof reply>;
