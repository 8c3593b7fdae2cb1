import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';

const daysWithin = (least: number, most: number) => {
  const message = `Enter ${least} to ${most} days.`;
  return z.int(message).min(least, message).max(most, message);
};
const isOn = z.boolean('Choose whether reminders are sent.');

/** What people are reminded of in the morning, and how long before or after its day. */
export const reminders = z.object({
  bills: isOn,
  /** Before a supplier's bill is due; 0 is the day itself. */
  bill_days: daysWithin(0, 90),
  invoices: isOn,
  /** After the day on which a customer's invoice was to be paid. */
  invoice_days: daysWithin(1, 365),
  documents: isOn,
  /** Before a document of an employee expires; from then on it counts as expiring wherever it is shown. */
  document_days: daysWithin(1, 365),
});
export type Reminders = z.output<typeof reminders>;

export const usualReminders: Reminders = {
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
