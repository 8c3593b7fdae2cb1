import type { Database } from '../../../platform/database/open-database';

export type SyncParts = { readonly db: Database; readonly clock: () => Date };

export type FolderToPush = {
  readonly id: number;
  readonly path: string;
  readonly uid_validity: string | null;
};
