import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { version } from '../kernel/fields';
import { stagger } from './vat-period';

const periods = z.object({
  stagger,
  /** The first day of the first return made here; null if it follows from the first posting. */
  first_day: calendarDate.nullable(),
  version,
});

/** The VAT periods of the business. */
export const vatPeriods = {
  get: call('GET', '/vat-periods', {
    summary: 'Show the VAT periods',
    access: can('view_ledger'),
    reply: periods,
  }),
  save: call('PUT', '/vat-periods', {
    summary: 'Edit the VAT periods',
    access: can('edit_setting'),
    body: z.strictObject({
      stagger,
      first_day: enteredDate.nullish().transform(day => day ?? null),
      version: version.optional(),
    }),
    reply: periods,
  }),
};

export type FirmVatPeriods = z.output<typeof periods>;
