import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id, version } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { frequency, intervalCount, scheduleStatus } from './expense-schedule';

const schedule = z.object({
  id,
  /** The expense that each draft is based on. Once it is cancelled, no more are made like it. */
  expense: z.object({ id, number: z.string(), is_cancelled: z.boolean() }),
  description: z.string(),
  supplier: z.object({ id, name: z.string() }).nullable(),
  gross: money,
  every: frequency,
  interval_count: z.int(),
  first_on: calendarDate,
  ends_on: calendarDate.nullable(),
  /** Null if it is paused or ended. */
  next_on: calendarDate.nullable(),
  status: scheduleStatus,
  /** The number of drafts created. */
  made: z.int(),
  creator: z.object({ name: z.string() }),
  version,
});

export const expenseSchedules = {
  ...listCalls('/expenses/schedules', {
    summary: 'List recurring expenses',
    access: can('view_expense'),
    exportAccess: can('view_expense', 'export_data'),
    listing: {
      sort: ['next_on', 'description', 'gross'],
      defaultSort: { by: 'next_on', order: 'asc' },
      filters: { status: severalOf(scheduleStatus) },
    },
    row: schedule,
  }),
  totals: call('GET', '/expenses/schedules/totals', {
    summary: 'Total the recurring expenses of the next 30 days',
    access: can('view_expense'),
    reply: z.object({ until: calendarDate, due_soon: money }),
  }),
  create: call('POST', '/expenses/{id}/schedule', {
    summary: 'Make an expense recurring: a draft like it is created on each due date',
    access: can('create_expense', 'view_expense'),
    body: z.strictObject({
      every: frequency,
      /** 2 is every second week, month, quarter or year. */
      interval_count: intervalCount,
      first_on: enteredDate,
      ends_on: enteredDate.nullish(),
    }),
    reply: schedule,
  }),
  update: call('PUT', '/expenses/schedules/{id}', {
    summary: 'Pause or resume a recurring expense, or set when it ends',
    access: can('edit_expense'),
    body: z.strictObject({
      status: z.enum(['active', 'paused'], 'Choose Active or Paused.'),
      ends_on: enteredDate.nullish(),
      version: version.optional(),
    }),
    reply: schedule,
  }),
  template: call('POST', '/expenses/schedules/{id}/template', {
    summary: 'Base later drafts of a recurring expense on one that it created, such as after a rise in rent',
    access: can('edit_expense'),
    body: z.strictObject({ expense_id: id, version: version.optional() }),
    reply: schedule,
  }),
};

export type ExpenseSchedule = z.output<typeof schedule>;
