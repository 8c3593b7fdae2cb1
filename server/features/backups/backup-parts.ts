import type { DatabaseServer } from '../../platform/database/databases';
import type { Database } from '../../platform/database/open-database';
import type { Recovery } from '../../platform/database/recovery';
import type { FileStore } from '../../platform/files/file-store';
import type { Invariant } from '../../kernel/verifier';

/** The backup folder, and the server used for test restores. */
export type BackupPlace = {
  readonly folder: string;
  readonly server: DatabaseServer;
  /** Whether requests sign in with another role than migrations; shown with the system status. */
  readonly rolesApart: boolean;
  /** The product version. */
  readonly version: string;
  /** The archive for recovery to any second; only with the embedded database. */
  readonly recovery?: Recovery;
  /** Where the embedded database is, and the copy of a test restore. */
  readonly databaseFolder?: string;
  /** Aborts a backup when the server stops. */
  readonly stopping?: AbortSignal;
};

export type BackupParts = {
  readonly place: BackupPlace;
  readonly db: Database;
  readonly files: Pick<FileStore, 'read' | 'inspect'>;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
  readonly invariants: readonly Invariant[];
};
