import { countOf } from '#domain/kernel/count-of';
import { stopBulkChanges } from '../features/bulk-changes';
import { stopBulkEmails } from '../features/bulk-emails';
import { skipDocumentReminders } from '../features/employees';
import { stopExports } from '../features/exports';
import { stopSampleData } from '../features/get-started';
import { stopImports } from '../features/imports';
import { skipDigests } from '../features/notifications';
import { skipDueReports } from '../features/saved-reports';
import { holdEmails } from '../kernel/outbox';
import { renoteRowCounts } from '../kernel/row-counts';
import type { Tx } from '../platform/database/open-database';

/** What a restored database would have gone on with by itself, in words. */
export type HeldWork = readonly string[];

/**
 * Stops what was waiting or under way in a restored database. Most of it was completed after the backup, and some of it
 * is what the restore is meant to undo, so only a user may go on with it. What has no effect outside, such as drafts of
 * recurring expenses and notifications on screen, is made again.
 */
export async function holdOldWork(tx: Tx, now: Date): Promise<HeldWork> {
  await renoteRowCounts(tx);
  // First what queues emails, so that none is added afterwards.
  const bulkEmails = await stopBulkEmails(tx, now);
  const bulkChanges = await stopBulkChanges(tx, now);
  const imports = await stopImports(tx);
  const exported = await stopExports(tx, now);
  const isSampleStopped = await stopSampleData(tx);
  const reports = await skipDueReports(tx, now);
  const reminders = await skipDocumentReminders(tx, now);
  await skipDigests(tx, now);
  const emails = await holdEmails(tx, now);
  return [
    emails > 0 && `${countOf(emails, 'email')} held`,
    bulkEmails > 0 && `${countOf(bulkEmails, 'bulk email')} stopped`,
    bulkChanges > 0 && `${countOf(bulkChanges, 'bulk change')} stopped`,
    imports > 0 && `${countOf(imports, 'import')} stopped`,
    exported > 0 && `${countOf(exported, 'export')} stopped`,
    isSampleStopped && 'sample data stopped',
    reports > 0 && `${countOf(reports, 'scheduled report')} not sent`,
    reminders > 0 &&
      `${countOf(reminders, 'reminder of an expiring document', 'reminders of expiring documents')} not sent`,
  ].filter(words => words !== false);
}
