import type { Database, Reader, Tx } from '../database/open-database';
import type { LaggingReads } from '../database/standby';
import type { FileStore } from '../files/file-store';
import type { Identify, Recall } from './actor';
import type { AuditDraft, WriteContext } from './context';
import type { RefusalLimits } from './limit-refusals';
import type { RequestPool } from './refuse-overload';
import type { RequestLimits } from './request-limits';
import type { DateServices } from './relative-dates';

/** What the routes need. The kernel's audit log is passed in, because the platform does not depend on the kernel. */
export type RouteServices = DateServices & {
  readonly db: Database;
  /** For the reads that may be a second old; by default from `db` as all others. */
  readonly laggingReads?: LaggingReads | undefined;
  readonly files: FileStore;
  readonly identify: Identify;
  readonly recall: Recall;
  /** Writes the audit entries of one transaction, last before its commit. */
  readonly writeAudits: (
    tx: Tx,
    ctx: Pick<WriteContext, 'actor' | 'now' | 'requestId' | 'address'>,
    drafts: readonly AuditDraft[],
  ) => Promise<void>;
  /** Whether the user of a session confirmed who they are a few minutes ago at most. */
  readonly isConfirmed: (db: Reader, sessionId: number, now: Date) => Promise<boolean>;
  /** How many refusals one caller may have before a 429. */
  readonly refusalLimits?: RefusalLimits;
  /** The connections that requests wait for. */
  readonly pool: RequestPool;
  /** How long a request may take, and when further ones are refused. */
  readonly requestLimits?: RequestLimits;
  /** Called after each commit with an audit entry. It must neither wait nor fail. */
  readonly written: () => void;
};
