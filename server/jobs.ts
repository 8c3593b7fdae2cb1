import { allConstraints } from './constraints';
import { type BackupPlace, backupJobs } from './features/backups';
import { checkBooks, checkBooksHandler } from './features/books';
import { remindOfDocuments, remindOfDocumentsHandler } from './features/employees';
import { bulkChangeJobs } from './features/bulk-changes';
import { bulkEmailJobs } from './features/bulk-emails';
import { exportJobs } from './features/exports';
import { createScheduledExpenses, createScheduledExpensesHandler } from './features/expenses';
import { sampleDataJobs } from './features/get-started';
import { importJobs } from './features/imports';
import {
  forgetNotifications,
  forgetNotificationsHandler,
  runScan,
  runScanHandler,
  remind,
  remindHandler,
  sendDigests,
  sendDigestsHandler,
} from './features/notifications';
import { orderMailAccepted, orderMailPurpose } from './features/purchase-orders';
import { type ReportJobParts, sendDueReports, sendDueReportsHandler } from './features/saved-reports';
import {
  cleanUpAccess,
  cleanUpAccessHandler,
  passwordMailComposers,
  passwordRequestHandler,
  notifyFailedSignInsHandler,
} from './features/session';
import { voidOldBaskets, voidOldBasketsHandler } from './features/tills';
import { allInvariants } from './invariants';
import { keepErasuresHandler } from './restore/keep-erasures';
import { keepErasures } from './kernel/backups';
import { maintainDailyTotals, maintainDailyTotalsHandler } from './kernel/ledger';
import { keepRowCounts, keepRowCountsHandler } from './kernel/row-counts';
import { type OutboxParts, outboxJobs } from './kernel/outbox';
import { sweepFiles, sweepFilesHandler, type SweepParts } from './kernel/stored-files';
import type { FileStore } from './platform/files/file-store';
import type { LaggingReads } from './platform/database/standby';
import { registerConstraintWords } from './platform/http/constraint-words';
import type { JobsOptions } from './platform/jobs/start-jobs';

export type JobServices = Omit<OutboxParts, 'composers' | 'onAccepted'> &
  SweepParts &
  ReportJobParts & {
    readonly files: Pick<FileStore, 'read' | 'put'>;
    /** Reminders that could not be sent are not used up. */
    readonly isMailConfigured: () => Promise<boolean>;
    /** For exports, whose rows may be a second old. */
    readonly laggingReads?: LaggingReads | undefined;
    /** Without it, no backups are made. */
    readonly backupPlace?: BackupPlace;
  };

/** Many shops switch their computer off at night: missed jobs run in the morning. */
const catchUpHours = 20;

/** All background jobs: those after a commit, and scheduled ones. */
export function allJobs(services: JobServices): Pick<JobsOptions, 'handlers' | 'periodic'> {
  // Imports report constraint violations by row, in these words.
  registerConstraintWords(allConstraints);
  const { db, clock, publicUrl } = services;
  const imports = importJobs(services);
  const exported = exportJobs(services);
  const bulkChanges = bulkChangeJobs(services);
  const bulkEmails = bulkEmailJobs(services);
  const sample = sampleDataJobs(services);
  const backups = services.backupPlace
    ? backupJobs({ ...services, place: services.backupPlace, invariants: allInvariants })
    : { handlers: [], periodic: [] };
  const outbox = outboxJobs({
    ...services,
    composers: passwordMailComposers(publicUrl),
    onAccepted: { [orderMailPurpose]: orderMailAccepted },
  });
  return {
    handlers: [
      ...outbox.handlers,
      ...imports.handlers,
      ...exported.handlers,
      ...bulkChanges.handlers,
      ...bulkEmails.handlers,
      ...sample.handlers,
      ...backups.handlers,
      passwordRequestHandler(db, clock),
      notifyFailedSignInsHandler(db, clock),
      cleanUpAccessHandler(db, clock),
      voidOldBasketsHandler(db, clock),
      createScheduledExpensesHandler(db, clock),
      remindOfDocumentsHandler(services),
      runScanHandler(db, clock),
      remindHandler(db, clock),
      sendDigestsHandler(services),
      forgetNotificationsHandler(db, clock),
      sweepFilesHandler({ ...services, server: services.backupPlace?.server }),
      sendDueReportsHandler(services),
      maintainDailyTotalsHandler(db, clock),
      keepRowCountsHandler(db),
      keepErasuresHandler(db, services.backupPlace?.folder),
      checkBooksHandler(services, allInvariants),
    ],
    periodic: [
      ...outbox.periodic,
      ...imports.periodic,
      ...exported.periodic,
      ...bulkChanges.periodic,
      ...bulkEmails.periodic,
      ...sample.periodic,
      ...backups.periodic,
      { match: '17 * * * *', job: cleanUpAccess },
      { match: '23 2 * * *', job: voidOldBaskets, catchUpHours },
      { match: '7 1 * * *', job: createScheduledExpenses, catchUpHours },
      { match: '37 6 * * *', job: remindOfDocuments, catchUpHours },
      { match: '41 6 * * *', job: remind, catchUpHours },
      { match: '49 6 * * *', job: sendDigests, catchUpHours },
      { match: '*/5 * * * *', job: sendDueReports },
      { match: '*/5 * * * *', job: runScan },
      { match: '53 2 * * *', job: forgetNotifications },
      { match: '43 2 * * *', job: sweepFiles, catchUpHours },
      { match: '3 * * * *', job: maintainDailyTotals },
      { match: '*/10 * * * *', job: keepRowCounts },
      { match: '47 * * * *', job: keepErasures },
      // A check that was due while the program was off runs at its next start.
      { match: '11 * * * *', job: checkBooks, catchUpHours: 1 },
    ],
  };
}
