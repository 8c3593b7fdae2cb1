import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { emailAddress, id, requiredText, version } from '../kernel/fields';
import { listCalls, maxFilterIds, severalOf } from '../kernel/list-query';
import { type ReportName, reportNames } from './report-kinds';
import { reportFormats } from './report-query';

export const reportName = z.enum(reportNames, 'Choose one of the reports.');
export const maxRecipients = 10;
/** As many ids as a filter takes, of 15 digits and a comma each. */
const maxValueLength = maxFilterIds * 16;

/** The parameters of a report, as in its address. */
const reportParams = z
  .record(
    z.string().regex(/^[a-z_]{1,40}$/, 'Check the filters.'),
    z.string('Check the filters.').max(maxValueLength, 'Check the filters.'),
  )
  .refine(params => Object.keys(params).length <= 30, 'Check the filters.');

export const runOutcomeNames = { sent: 'Sent', skipped: 'Skipped', failed: 'Failed' } as const;
const runOutcome = z.enum(['sent', 'skipped', 'failed']);
export type RunOutcome = z.output<typeof runOutcome>;

const reportRun = z.object({
  id,
  at: instant,
  outcome: runOutcome,
  /** Why it was not sent, or why the email did not arrive. */
  reason: z.string().nullable(),
  /** Sent by a user and not by the schedule. */
  by: z.string().nullable(),
});

const plan = {
  every: z.enum(['day', 'week', 'month'], 'Choose how often.'),
  weekday: z.int().min(1).max(7).nullable().meta({ description: '1 is Monday. For `week` only.' }),
  month_day: z.int().min(1).max(31).nullable().meta({ description: '31 is the last day. For `month` only.' }),
  hour: z.int('Choose an hour.').min(0, 'Choose an hour.').max(23, 'Choose an hour.'),
  format: z.enum(reportFormats, 'Choose PDF, XLSX or CSV.'),
  skip_if_empty: z.boolean(),
};

export const scheduleStateNames = { active: 'Active', paused: 'Paused', stopped: 'Stopped' } as const;
const reportSchedule = z.object({
  ...plan,
  recipients: z.array(z.string()),
  state: z.enum(['active', 'paused', 'stopped']),
  stopped_because: z.string().nullable(),
  next_at: instant.nullable(),
});

const savedReport = z.object({
  id,
  report: reportName,
  name: z.string(),
  params: z.record(z.string(), z.string()),
  is_shared: z.boolean(),
  owner: z.object({ id, name: z.string() }),
  /** True for its owner and for administrators: they may change it and see its schedule. */
  may_change: z.boolean(),
  /** The filter value that no longer exists, in words. */
  problem: z.string().nullable(),
  schedule: reportSchedule.nullable(),
  last_run: reportRun.nullable(),
  version,
});

const access = canAny('view_dashboard', 'view_ledger', 'view_stock');
/** Reports are sent by email, so both permissions are required, now and on each run. */
const sendAccess = can('export_data', 'create_email');
const name = requiredText('Name', 80);

const addresses = z
  .array(z.string('Enter email addresses.').max(1000, 'Enter email addresses.'), 'Enter email addresses.')
  .min(1, 'Enter at least one email address.')
  .max(maxRecipients, `Enter at most ${maxRecipients} email addresses.`)
  .overwrite(all =>
    all
      .map(address => address.trim())
      .filter((one, at, trimmed) => trimmed.findIndex(other => sameAddress(one, other)) === at),
  )
  // Reported on the field as a whole, because users see one field.
  .refine(
    all => all.every(address => emailAddress.safeParse(address).success),
    'Enter email addresses such as name@example.co.uk, one per line.',
  );
const sameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const scheduleBody = z
  .strictObject({
    ...plan,
    weekday: plan.weekday.optional(),
    month_day: plan.month_day.optional(),
    recipients: addresses,
    is_paused: z.boolean().default(false),
    version: version.optional(),
  })
  .refine(({ every, weekday }) => (every === 'week') === (weekday != null), {
    path: ['weekday'],
    message: 'Choose a day of the week.',
  })
  .refine(({ every, month_day }) => (every === 'month') === (month_day != null), {
    path: ['month_day'],
    message: 'Choose a day of the month.',
  });

const lists = listCalls('/saved-reports', {
  summary: 'List your saved reports and those that others share',
  access,
  exportAccess: can('export_data'),
  listing: {
    sort: ['name', 'next_at'],
    defaultSort: { by: 'name', order: 'asc' },
    filters: {
      report: severalOf(reportName),
      owner: z.enum(['me', 'others'], 'Choose mine or other people’s.'),
      scheduled: z.enum(['yes', 'no'], 'Choose Scheduled or Not scheduled.'),
    },
  },
  row: savedReport,
});

export const savedReports = {
  list: lists.list,
  create: call('POST', '/saved-reports', {
    summary: 'Save a report with its filters',
    access,
    body: z.strictObject({
      report: reportName,
      name,
      params: reportParams,
      is_shared: z.boolean().default(false),
    }),
    reply: savedReport,
  }),
  update: call('PUT', '/saved-reports/{id}', {
    summary: 'Rename or share a saved report, or replace its filters',
    access,
    body: z.strictObject({
      name,
      is_shared: z.boolean(),
      params: reportParams.optional(),
      version: version.optional(),
    }),
    reply: savedReport,
  }),
  remove: call('DELETE', '/saved-reports/{id}', {
    summary: 'Delete a saved report and its schedule',
    access,
    reply: done,
  }),
  runs: call('GET', '/saved-reports/{id}/runs', {
    summary: 'List the last fifty runs of a saved report',
    access,
    reply: z.object({ data: z.array(reportRun) }),
  }),
  schedule: call('PUT', '/saved-reports/{id}/schedule', {
    summary: 'Schedule a saved report to be sent by email',
    access: sendAccess,
    body: scheduleBody,
    reply: savedReport,
  }),
  unschedule: call('DELETE', '/saved-reports/{id}/schedule', {
    summary: 'Remove the schedule of a saved report',
    access,
    reply: savedReport,
  }),
  send: call('POST', '/saved-reports/{id}/send', {
    summary: 'Send a scheduled report now',
    access: sendAccess,
    reply: done,
    perMinute: 20,
  }),
};

export type SavedReport = z.output<typeof savedReport>;
export type ReportRun = z.output<typeof reportRun>;
export type { ReportName };
