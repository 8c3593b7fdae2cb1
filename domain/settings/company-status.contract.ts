import * as z from 'zod';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';

/** Printed instead of a missing company name; never the product's name. */
export const companyNameMissing = 'Company name not entered';

const companyStatusReply = z.object({
  /** Whether the company name, required on every document, is entered. */
  is_named: z.boolean(),
  /**
   * `number_missing`: the books were kept as registered before a VAT number was required. They continue so,
   * with a warning until the number is entered or the registration removed (rule V23).
   */
  vat: z.enum(['registered', 'not_registered', 'number_missing']),
  /** The days on which VAT is charged and reclaimed (rule V2). */
  registration: z.object({
    is_registered: z.boolean(),
    registered_from: calendarDate.nullable(),
    registered_until: calendarDate.nullable(),
  }),
});

export const companyStatus = call('GET', '/settings/standing', {
  summary: 'Show whether the company name is entered and the company is registered for VAT',
  access: 'signed-in',
  reply: companyStatusReply,
});

export type CompanyStatus = z.output<typeof companyStatusReply>;
