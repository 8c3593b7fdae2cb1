import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { version } from '../kernel/fields';

/** A host or an IPv6 address, with or without a port and a path; without a user, a password and a fragment. */
const webAddress =
  /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?][!"$-~]*)?$/i;
const asIn = 'Enter an address such as https://tsa.example.com/tsr.';
const maxAddress = 500;

/** The address of a time-stamping authority (RFC 3161). */
const authority = z
  .string(asIn)
  .trim()
  .max(maxAddress, `An address can have at most ${maxAddress} characters.`)
  .refine(text => text === '' || webAddress.test(text), asIn)
  .nullish()
  .overwrite(text => (text === '' || text === undefined ? null : text));

const reply = z.object({
  /** Null: no days are stamped. */
  address: z.string().nullable(),
  /** The last day whose signed head is stamped, and the authority's time. */
  last: z.object({ day: calendarDate, stamped_at: instant }).nullable(),
  /** Why the last attempt failed, and when the next follows; null after a success. */
  problem: z.object({ reason: z.string(), failed_at: instant, next_try_at: instant }).nullable(),
  version,
});

/** The time-stamping authority that stamps each signed day of the audit log. */
export const timeStamping = {
  get: call('GET', '/settings/time-stamping', {
    summary: 'Show the time-stamping authority of the audit log, and the last time stamp',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/time-stamping', {
    summary: 'Edit the time-stamping authority of the audit log. Without one, no days are stamped',
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ address: authority, version: version.optional() }),
    reply,
  }),
};

export type TimeStampingSettings = z.output<typeof reply>;
