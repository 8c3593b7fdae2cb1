import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';

const rate = z.object({
  code: vatCode,
  percent: percentage,
  valid_from: calendarDate,
  /** Whether it is what documents of today bear, still to come, or past. */
  state: z.enum(['past', 'current', 'coming']),
});
const rates = z.object({ data: z.array(rate) });

/** The rates of VAT with their days (rule V1). What is past stays as it was charged. */
export const vatRates = {
  list: call('GET', '/settings/vat-rates', {
    summary: 'Show the rates of VAT with their days',
    access: canAny('view_setting', 'view_ledger'),
    reply: rates,
  }),
  save: call('PUT', '/settings/vat-rates', {
    summary: 'Enter a rate of VAT from a day to come on, or take back one that has not come yet',
    access: can('edit_setting'),
    body: z.strictObject({
      code: z.enum(['S', 'R'], 'Choose the standard or the reduced rate.'),
      valid_from: calendarDate,
      /** Null takes back what was entered for that day. */
      percent: percentage.nullable(),
    }),
    reply: rates,
  }),
};

export type VatRateRow = z.output<typeof rate>;
