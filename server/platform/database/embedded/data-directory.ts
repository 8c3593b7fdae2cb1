import { chmodSync, realpathSync } from 'node:fs';
import { createFolder } from '../../files/make-folder';
import { StartRefused } from '../../start-refused';

/** Creates the data directory where it is missing, and returns its real path. StartRefused says why it cannot be made. */
export function prepareDataDirectory(path: string): string {
  try {
    // Root runs the database under another account, which must be able to pass through this folder.
    const created = createFolder(path);
    if (created !== undefined) chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700);
    return realpathSync(path);
  } catch (error) {
    throw new StartRefused(
      `The data directory ${path} cannot be created: ${(error as Error).message}. Set DATA_DIR to a folder that this account can write to.`,
    );
  }
}
