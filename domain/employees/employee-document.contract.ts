import * as z from 'zod';
import { can } from '../kernel/access';
import { attachmentCalls } from '../kernel/attachment-calls';
import { call } from '../kernel/call';
import { addDays, type CalendarDate, calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, optionalText, version } from '../kernel/fields';

export const maxDocuments = 50;

export const expiryState = z.enum(['valid', 'expiring', 'expired']);
export type ExpiryState = z.infer<typeof expiryState>;

/**
 * Whether a document is valid: until the end of its expiry date, or always without one. It is expiring for this many
 * days before, as set for reminders.
 */
export function expiryOf(expiresOn: CalendarDate | null, today: CalendarDate, soonDays: number): ExpiryState {
  if (expiresOn === null || expiresOn > addDays(today, soonDays)) return 'valid';
  return expiresOn < today ? 'expired' : 'expiring';
}

const employeeDocument = z.object({
  id,
  file_name: z.string(),
  bytes: z.int(),
  added_by: z.string(),
  added_at: instant,
  /** The title: "Right to work", "Forklift licence". */
  title: z.string().nullable(),
  expires_on: calendarDate.nullable(),
  expiry: expiryState,
  version: z.int(),
});

const view = can('view_employee');
const edit = can('edit_employee');

/** The documents of an employee, each with a title and an expiry date. */
const papers = attachmentCalls('/employees/{id}/documents', {
  record: 'an employee',
  one: 'document',
  view,
  add: edit,
  remove: edit,
});

export const employeeDocuments = {
  ...papers,
  list: { ...papers.list, reply: z.object({ data: z.array(employeeDocument) }) },
  describe: call('PUT', '/employees/{id}/documents/{attachment_id}', {
    summary: 'Set the title and expiry date of an employee document',
    access: edit,
    body: z.strictObject({
      title: optionalText('Title', 120),
      expires_on: enteredDate.nullish(),
      version: version.optional(),
    }),
    reply: z.object({ data: z.array(employeeDocument) }),
  }),
};

export type EmployeeDocument = z.output<typeof employeeDocument>;
