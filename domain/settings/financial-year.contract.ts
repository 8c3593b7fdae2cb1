import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { version } from '../kernel/fields';
import { yearStart } from '../kernel/financial-year';

const year = z.object({
  starts: yearStart,
  /** The current financial year. */
  current: z.object({ from: calendarDate, to: calendarDate }),
  version,
});

/** The start of the financial year (rule D4), used in reports. Posted entries do not change. */
export const financialYear = {
  get: call('GET', '/settings/financial-year', {
    summary: 'Show the start of the financial year',
    access: can('view_setting'),
    reply: year,
  }),
  save: call('PUT', '/settings/financial-year', {
    summary: 'Edit the start of the financial year',
    access: can('edit_setting'),
    body: z.strictObject({ starts: yearStart, version: version.optional() }),
    reply: year,
  }),
};

export type FinancialYear = z.output<typeof year>;
