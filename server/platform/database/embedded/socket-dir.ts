import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { StartRefused } from '../../start-refused';
import type { Launcher } from './account';
import type { Place } from './place';

/** Creates the folder of a server's socket, which only the account of the database may enter. */
export function prepareSocketDir(place: Place, launcher: Launcher): void {
  const uid = launcher.account?.uid ?? process.getuid?.();
  const existing = lstatSync(place.socketDir, { throwIfNoEntry: false });
  if (
    existing &&
    (!existing.isDirectory() || (existing.uid !== uid && place.socketDir.startsWith(tmpdir())))
  ) {
    throw new StartRefused(
      `The socket folder ${place.socketDir} of the database belongs to another account. Remove it, or set DATA_DIR to a folder with a shorter path.`,
    );
  }
  if (!existing) mkdirSync(place.socketDir);
  chmodSync(place.socketDir, 0o700);
  if (launcher.account) chownSync(place.socketDir, launcher.account.uid, launcher.account.gid);
}
