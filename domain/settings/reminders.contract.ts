import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';

const daysWithin = (min: number, max: number) => {
  const message = `Enter ${min} to ${max} days.`;
  return z.int(message).min(min, message).max(max, message);
};
const isOn = z.boolean('Choose whether reminders are sent.');

/** Which reminders are sent, and how many days before or after the date. */
export const reminders = z.object({
  bills: isOn,
  /** Days before a supplier bill is due; 0 is the due date. */
  bill_days: daysWithin(0, 90),
  invoices: isOn,
  /** Days after the due date of a customer invoice. */
  invoice_days: daysWithin(1, 365),
  documents: isOn,
  /** Days before an employee document expires. From then on it is flagged everywhere. */
  document_days: daysWithin(1, 365),
});
export type Reminders = z.output<typeof reminders>;

export const defaultReminders: Reminders = {
  bills: true,
  bill_days: 7,
  invoices: true,
  invoice_days: 7,
  documents: true,
  document_days: 30,
};

const reply = reminders.extend({ version });

export const reminderSettings = {
  get: call('GET', '/settings/reminders', {
    summary: 'Show the reminder settings',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/reminders', {
    summary: 'Edit the reminder settings',
    access: can('edit_setting'),
    body: z.strictObject({ ...reminders.shape, version: version.optional() }),
    reply,
  }),
};

export type ReminderSettings = z.output<typeof reply>;
