import type { Actor } from './actor';
import type { Database, Tx } from '../database/open-database';
import type { LaggingReads } from '../database/standby';
import type { FileStore } from '../files/file-store';

/** An audit log entry before it is chained. `record_name` keeps the name as it was then. */
export type AuditDraft = {
  readonly action: string;
  readonly recordType: string;
  readonly recordId?: number | null;
  readonly recordName?: string | null;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
  /** Only where no user is signed in: the claimed identity. */
  readonly actor?: { readonly id: number | null; readonly name: string };
};

/** The services available to a read. */
export type ReadContext = {
  readonly db: Database;
  /** For a route that may read from a standby; without it, and without a standby, that is `db`. */
  readonly laggingReads?: LaggingReads | undefined;
  readonly files: Pick<FileStore, 'read'>;
  readonly actor: Actor;
  readonly now: Date;
  /** Aborted when the client closes the connection before it is answered; undefined for jobs. */
  readonly gone?: AbortSignal;
};

/** The first argument of a use case: one transaction, the actor, and the one clock of the request. */
export type WriteContext = {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** Entries for the audit log, in order; written last, just before the commit. */
  readonly audits: AuditDraft[];
  /** Runs in this process after the commit. For caches only; it may be lost. */
  readonly afterCommit: (effect: () => void) => void;
};

/** The context of a use case outside a request, such as a job's or a command's. No cache depends on what it writes. */
export const contextWithoutRequest = (tx: Tx, actor: Actor, now: Date): WriteContext => ({
  tx,
  actor,
  now,
  requestId: '',
  address: '',
  userAgent: '',
  audits: [],
  afterCommit: () => undefined,
});

/** The actor of public calls. */
export const anonymousActor: Actor = {
  id: 0,
  name: 'Anonymous',
  email: '',
  sessionId: 0,
  roles: [],
  permissions: [],
  mustChangePassword: false,
};
