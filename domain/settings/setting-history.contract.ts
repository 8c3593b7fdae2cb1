import * as z from 'zod';
import { auditEntry } from '../audit/audit.contract';
import { can } from '../kernel/access';
import { call } from '../kernel/call';

/** The settings, as the audit log names them: those with parts by what is before the first comma or colon. */
export const settingNames = [
  'Approval limits',
  'Backups',
  'Bank details',
  'Company',
  'Email wording',
  'Expenses',
  'Financial year',
  'Get started',
  'Mailbox',
  'New products',
  'Numbering',
  'Outgoing email',
  'Payment at the till',
  'Purchasing',
  'Receipts',
  'Reminders',
  'Security',
  'Selling',
  'Sign-in provider',
  'Time-stamping of the audit log',
  'Two-factor sign-in',
  'VAT',
] as const;
/** The most changes of a setting that are shown. */
export const settingChangesShown = 100;

export type SettingName = (typeof settingNames)[number];

const settingChange = auditEntry.pick({
  id: true,
  at: true,
  actor: true,
  action: true,
  record_name: true,
  changes: true,
});

/** The changes of one setting, newest first. They hold what its card shows, so permission to see settings is enough. */
export const settingHistory = call('GET', '/settings/history', {
  summary: 'Show who changed a setting, when, and from what to what',
  access: can('view_setting'),
  query: z.strictObject({ setting: z.enum(settingNames, 'Choose one of the settings.') }),
  reply: z.object({ data: z.array(settingChange) }),
});

export type SettingChange = z.output<typeof settingChange>;
