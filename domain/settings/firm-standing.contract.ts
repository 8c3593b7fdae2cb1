import * as z from 'zod';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';

/** What papers say for the name of a firm that has not entered one: never the name of the product. */
export const firmNameMissing = 'Company name not entered';

const standing = z.object({
  /** Whether the firm has entered its name, which every paper bears. */
  is_named: z.boolean(),
  /**
   * `number_missing`: the books were kept as those of a registered firm before a number was asked for. They go on like
   * that, and everybody is told until the number is entered or the registration taken back (rule V23).
   */
  vat: z.enum(['registered', 'not_registered', 'number_missing']),
  /** On which days VAT is charged and recovered (rule V2). */
  registration: z.object({
    is_registered: z.boolean(),
    registered_from: calendarDate.nullable(),
    registered_until: calendarDate.nullable(),
  }),
});

export const firmStanding = call('GET', '/settings/standing', {
  summary: 'Whether the company name is entered and the company is registered for VAT',
  access: 'signed-in',
  reply: standing,
});

export type FirmStanding = z.output<typeof standing>;
