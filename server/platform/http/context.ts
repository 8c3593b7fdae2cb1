import type { Actor } from './actor';
import type { Database, Tx } from '../database/open-database';
import type { FileStore } from '../files/file-store';

/** What an entry of the audit log says, before it is chained. `record_name` keeps the name as it was. */
export type AuditDraft = {
  readonly action: string;
  readonly recordType: string;
  readonly recordId?: number | null;
  readonly recordName?: string | null;
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
  /** Only where nobody is signed in: who it is said to be. */
  readonly actor?: { readonly id: number | null; readonly name: string };
};

/** What a read is given. */
export type ReadContext = {
  readonly db: Database;
  readonly files: Pick<FileStore, 'read'>;
  readonly actor: Actor;
  readonly now: Date;
};

/** What a use case is given first: one transaction, who acts, and the one clock of the request. */
export type WriteContext = {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly now: Date;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** Entries for the audit log, in order; they are written last, just before the commit. */
  readonly audits: AuditDraft[];
  /** Runs when the transaction has committed, in this process. For caches; nothing that must succeed. */
  readonly afterCommit: (effect: () => void) => void;
};

/** The actor of calls without a signed-in user. */
export const anonymousActor: Actor = {
  id: 0,
  name: 'Anonymous',
  email: '',
  sessionId: 0,
  roles: [],
  permissions: [],
  mustChangePassword: false,
};
