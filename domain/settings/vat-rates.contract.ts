import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { percentage } from '../kernel/percent';
import { vatCode } from '../kernel/vat';

const rate = z.object({
  code: vatCode,
  percent: percentage,
  valid_from: calendarDate,
  /** Whether it applies today, in the future or in the past. */
  state: z.enum(['past', 'current', 'coming']),
});
const rates = z.object({ data: z.array(rate) });

/** VAT rates by start date (rule V1). Past rates stay as charged. */
export const vatRates = {
  list: call('GET', '/settings/vat-rates', {
    summary: 'List VAT rates with their start dates',
    access: canAny('view_setting', 'view_ledger'),
    reply: rates,
  }),
  save: call('PUT', '/settings/vat-rates', {
    summary: 'Add a VAT rate with a future start date, or remove one that has not started',
    access: can('edit_setting'),
    body: z.strictObject({
      code: z.enum(['S', 'R'], 'Choose the standard or reduced rate.'),
      valid_from: enteredDate,
      /** Null removes the rate of that day. */
      percent: percentage.nullable(),
    }),
    reply: rates,
  }),
};

export type VatRateRow = z.output<typeof rate>;
