import type { FastifyBaseLogger } from 'fastify';
import { keepSealed, keepStamped } from './features/audit';
import type { BackupPlace } from './features/backups';
import { type MailboxNetwork, watchMailbox } from './features/inbox';
import { allJobs } from './jobs';
import type { Mailing } from './kernel/outbox';
import type { Config } from './platform/config';
import type { Listener } from './platform/database/listen';
import type { Connection, Database } from './platform/database/open-database';
import type { LaggingReads } from './platform/database/standby';
import type { FileStore } from './platform/files/file-store';
import { startJobs } from './platform/jobs/start-jobs';
import { openMailParser } from './platform/mail-parser';
import type { Secrets } from './platform/secrets';

type Parts = {
  readonly config: Config;
  readonly connection: Connection;
  readonly db: Database;
  readonly laggingReads: LaggingReads | undefined;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly mailing: Mailing;
  readonly reach: MailboxNetwork;
  readonly listener: Listener;
  /** A training copy reads no mailbox, and signs nothing that could pass for the log of the business. */
  readonly isTraining: boolean;
  readonly backupPlace: BackupPlace;
  /** The folder with the signed heads of the audit log. */
  readonly auditHeads: string;
  readonly log: FastifyBaseLogger;
};

/** Starts what runs beside the requests: jobs, the mailbox and the seals of the audit log. */
export async function startBackground(
  parts: Parts,
  onClose: (close: () => Promise<void>) => void,
): Promise<void> {
  const { config, connection, db, laggingReads, files, secrets, mailing, reach, listener, backupPlace, log } =
    parts;
  const clock = () => new Date();
  const services = {
    db,
    laggingReads,
    files,
    mailer: mailing.mailer(db),
    isMailConfigured: () => mailing.isConfigured(db),
    publicUrl: config.publicUrl,
    clock,
    log,
  };
  const jobs = await startJobs({ connection, log, ...allJobs({ ...services, backupPlace }) });
  onClose(jobs.stop);
  if (parts.isTraining) return;
  const parser = openMailParser();
  onClose(parser.close);
  onClose(watchMailbox({ db, files, parser, listener, secrets, reach, mailing, clock, log }).stop);
  const heads = { folder: parts.auditHeads, address: config.auditHeadsTo };
  onClose(keepSealed({ db, log, signing: secrets.signing, clock, ...heads }).stop);
  onClose(keepStamped({ db, log, clock, networks: reach.networks }).stop);
}
