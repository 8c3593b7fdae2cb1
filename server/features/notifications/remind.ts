import { sql } from 'kysely';
import * as z from 'zod';
import { londonDate } from '#domain/kernel/dates';
import type { Reminders } from '#domain/settings/reminders.contract';
import { findReminders } from '../../kernel/company';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { handles, job, type JobHandler } from '../../platform/jobs/job';
import { findNewConditions, notifyNew } from './notify-new';
import { type Due, everyReminder, type Reminder } from './reminders';

export const remind = job('remind', z.object({}));

/** Sends the morning's reminders, once for each item however often it runs. */
export const remindHandler = (db: Database, clock: () => Date): JobHandler =>
  handles(remind, async () => {
    const settings = await findReminders(db);
    for (const reminder of everyReminder)
      if (reminder.isOn(settings)) await inTransaction(db, tx => remindOf(tx, reminder, settings, clock()));
  });

async function remindOf(
  tx: Tx,
  { kind, open, until, one, several }: Reminder,
  settings: Reminders,
  now: Date,
): Promise<void> {
  const today = londonDate(now);
  const dues = await findNewConditions<Due>(tx, now, {
    kind,
    find: sql`select * from (${open}) o where o.day <= ${until(today, settings)}::date`,
    // A shorter notice period does not repeat earlier reminders.
    held: sql`select key from (${open}) o`,
  });
  const drafts = dues.map(due => ({ kind, key: due.key, ...one(due, today) }));
  await notifyNew(tx, now, drafts, { atOnce: 1, asOne: () => several(dues, today, settings) });
}
