import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, version } from '../kernel/fields';

export const backupState = z.enum(['waiting', 'writing', 'checking', 'kept', 'failed']);

const backup = z.object({
  id,
  file_name: z.string(),
  /** Started by a user, scheduled, or found in the folder. */
  origin: z.enum(['asked', 'scheduled', 'found']),
  asked_by: z.string().nullable(),
  state: backupState,
  requested_at: instant,
  taken_at: instant.nullable(),
  bytes: z.int().nullable(),
  /** Null for one that was found in the folder. */
  sha256: z.string().nullable(),
  schema_step: z.string().nullable(),
  product_version: z.string().nullable(),
  row_count: z.int().nullable(),
  file_count: z.int().nullable(),
  /** The progress in percent. */
  progress: z.int(),
  /** Whether the last test restore succeeded; null before the first. */
  holds: z.boolean().nullable(),
  checked_at: instant.nullable(),
  check_milliseconds: z.int().nullable(),
  /** What failed, in sentences. */
  reasons: z.array(z.string()),
  /** The file is no longer in the folder. */
  is_gone: z.boolean(),
  /** The latest verified backup. */
  is_last_good: z.boolean(),
});

const hourMessage = 'Choose an hour from 0 to 23.';
const keepMessage = 'Enter 2 to 365 backups.';

const plan = z.object({
  is_on: z.boolean(),
  /** The hour in London. */
  hour: z.int(hourMessage).min(0, hourMessage).max(23, hourMessage),
  /** The number of scheduled backups to keep. */
  keep: z.int(keepMessage).min(2, keepMessage).max(365, keepMessage),
});

/** Two in the morning: the shop is closed, and other nightly jobs finish before people arrive. */
export const defaultPlan = { is_on: true, hour: 2, keep: 14 };

/** The archive for recovery to any second. */
const recovery = z.object({
  is_on: z.boolean(),
  /** The first moment that can be restored; null before the first base backup is verified. */
  from: instant.nullable(),
  /** Everything saved until then is in the archive. */
  to: instant.nullable(),
  /** Since when nothing can be added to the archive, and why; null while it works. */
  failing_since: instant.nullable(),
  failing_reason: z.string().nullable(),
});

/** Where the backups are. */
const place = z.object({
  folder: z.string(),
  /** Whether the folder is there, or can be made; not if it is on a drive that is not connected. */
  is_reachable: z.boolean(),
  /** Whether one failing disk would take data and backups; null with a database server of your own, or out of reach. */
  is_on_data_disk: z.boolean().nullable(),
});

const page = z.object({
  data: z.array(backup),
  /** Null for users who are not administrators, because it names a folder of the server. */
  place: place.nullable(),
  /** When the next scheduled backup is due; null if none are scheduled. */
  next_at: instant.nullable(),
  last_good_at: instant.nullable(),
  /** Backups are scheduled, but the last verified one is older than two days. */
  is_overdue: z.boolean(),
  /** Null with a database server of your own. */
  recovery: recovery.nullable(),
});

const stored = plan.extend({ version });

export const backups = {
  list: call('GET', '/settings/backups', {
    summary: 'List backups with their results',
    access: can('view_setting'),
    reply: page,
  }),
  start: call('POST', '/settings/backups', {
    summary: 'Make a backup now and verify it',
    access: can('edit_setting'),
    reply: done,
    perMinute: 20,
  }),
  verify: call('POST', '/settings/backups/{id}/verify', {
    summary: 'Verify a backup by test-restoring it',
    access: can('edit_setting'),
    reply: done,
    perMinute: 20,
  }),
  download: call('GET', '/settings/backups/{id}/download', {
    summary: 'Download a backup, or the rest of it with a Range header',
    // A backup contains everything, including data that no screen shows.
    access: 'administrator',
    needsConfirmation: true,
    reply: z.unknown(),
    replyKind: 'file',
    perMinute: 20,
  }),
  remove: call('DELETE', '/settings/backups/{id}', {
    summary: 'Delete a backup',
    access: 'administrator',
    needsConfirmation: true,
    query: z.strictObject({
      /** Required to delete the last verified backup. */
      even_the_last: z.enum(['true']).optional(),
    }),
    reply: done,
  }),
  plan: call('GET', '/settings/backups/plan', {
    summary: 'Show the backup schedule',
    access: can('view_setting'),
    reply: stored,
  }),
  savePlan: call('PUT', '/settings/backups/plan', {
    summary: 'Edit the backup schedule',
    // Fewer backups to keep deletes the others, and without a schedule recovery to any second ends.
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ ...plan.shape, version: version.optional() }),
    reply: stored,
  }),
};

export type Backup = z.output<typeof backup>;
export type BackupsPage = z.output<typeof page>;
export type BackupFolder = z.output<typeof place>;
export type BackupPlan = z.output<typeof stored>;
export const backupPlan = plan;
