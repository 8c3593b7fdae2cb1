import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { chosenId, id, requiredText, version } from '../kernel/fields';
import { listCalls, severalIds } from '../kernel/list-query';

const timeEntry = z.object({
  id,
  employee: z.object({ id, number: z.string(), name: z.string() }),
  /** The London day of clocking in. */
  business_date: calendarDate,
  clocked_in_at: instant,
  clocked_out_at: instant.nullable(),
  /** Whole minutes; null while clocked in. */
  minutes: z.int().nullable(),
  corrected: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
  version,
});

const reason = requiredText('Reason', 300);
const clockedIn = instant;

const listed = listCalls('/time-entries', {
  summary: 'List the hours that employees have worked',
  access: can('view_employee'),
  exportAccess: can('view_employee', 'export_data'),
  exportNeedsConfirmation: true,
  listing: {
    sort: ['business_date', 'name'],
    defaultSort: { by: 'business_date', order: 'desc' },
    filters: {
      employee_id: severalIds('employees'),
      state: z.enum(['open', 'corrected'], 'Choose open or corrected.'),
      from: calendarDate,
      to: calendarDate,
    },
  },
  row: timeEntry,
});

export const timeEntries = {
  ...listed,
  totals: call('GET', '/time-entries/totals', {
    summary: 'Total the hours of a list',
    access: can('view_employee'),
    query: listed.list.query,
    reply: z.object({ entries: z.int(), minutes: z.int() }),
  }),
  add: call('POST', '/time-entries', {
    summary: 'Enter hours that were worked but not clocked, with a reason',
    access: can('edit_employee'),
    body: z.strictObject({
      employee_id: chosenId('Choose an employee.'),
      clocked_in_at: clockedIn,
      clocked_out_at: instant,
      reason,
    }),
    reply: timeEntry,
  }),
  correct: call('PUT', '/time-entries/{id}', {
    summary: 'Correct someone else’s hours, such as a missed clock-out, with a reason',
    access: can('edit_employee'),
    body: z.strictObject({
      clocked_in_at: clockedIn,
      clocked_out_at: instant,
      reason,
      version: version.optional(),
    }),
    reply: timeEntry,
  }),
};

const clockUser = z.object({
  user_id: id,
  name: z.string(),
  /** Null if not clocked in. */
  clocked_in_at: instant.nullable(),
});

/** Clocking at a till, for employees with an account and a PIN. */
export const timeClock = {
  people: call('GET', '/time-clock', {
    summary: 'List who can clock in and out here by PIN, and who is clocked in',
    access: can('view_pos'),
    reply: z.object({ data: z.array(clockUser) }),
  }),
  clock: call('POST', '/time-clock', {
    summary: 'Clock in or out by PIN',
    access: can('create_sale'),
    body: z.strictObject({
      user_id: chosenId('Choose your name.'),
      pin: z.string('PIN is required.').regex(/^[0-9]{1,8}$/, 'A PIN has four to eight digits.'),
      direction: z.enum(['in', 'out'], 'Choose clock in or clock out.'),
    }),
    reply: z.object({
      name: z.string(),
      direction: z.enum(['in', 'out']),
      at: instant,
      /** For clocking out: the time worked, in whole minutes. */
      minutes: z.int().nullable(),
    }),
    perMinute: 60,
  }),
};

export type TimeEntry = z.output<typeof timeEntry>;
export type ClockUser = z.output<typeof clockUser>;
