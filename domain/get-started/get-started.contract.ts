import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { version } from '../kernel/fields';
import { money } from '../kernel/money';
import { setUpStep } from './set-up-steps';

const reply = z.object({
  /** Every step in order. A step is done when its data exist, whoever entered them and wherever, and are not sample data. */
  steps: z.array(z.object({ id: setUpStep, state: z.enum(['done', 'open', 'skipped']) })),
  /** Steps to skip. */
  skipped: z.array(setUpStep),
  /** Whether the guide was dismissed. */
  is_hidden: z.boolean(),
  /** What the business has entered so far, for the words of each step. Sample data, and what was entered since, does not count. */
  found: z.object({
    company_name: z.string().nullable(),
    vat_number: z.string().nullable(),
    units: z.int(),
    categories: z.int(),
    products: z.int(),
    users: z.int(),
    registers: z.int(),
    opening_items: z.int(),
    sales: z.int(),
    last_backup_at: instant.nullable(),
    /** The balance of account 3900, which must reach zero (rule L9); null without `view_ledger`. */
    suspense: money.nullable(),
  }),
  version,
});

const access = can('view_setting', 'edit_setting');

/** The guide to setting up a new business. */
export const getStarted = {
  show: call('GET', '/get-started', {
    summary: 'Show the steps of setting up, and which are done',
    access,
    reply,
  }),
  save: call('PUT', '/get-started', {
    summary: 'Skip steps of setting up, or dismiss the guide',
    access,
    body: z.strictObject({
      skipped: z.array(setUpStep).max(setUpStep.options.length, 'List each step once.'),
      is_hidden: z.boolean('Choose whether the guide is hidden.'),
      version: version.optional(),
    }),
    reply,
  }),
};

export type GetStarted = z.output<typeof reply>;
