import type { DatabaseServer } from '../../platform/database/databases';
import type { Database } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import type { Invariant } from '../../kernel/verifier';

/** Where backups lie, and the server on which they are tried. */
export type BackupPlace = {
  readonly folder: string;
  readonly server: DatabaseServer;
  /** Of the product. */
  readonly version: string;
  /** Ends a backup in the middle when the program stops. */
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
