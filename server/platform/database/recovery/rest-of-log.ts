import { type ArchiveOptions, WalArchive } from './wal-archive';
import { commitMark, openWalSession } from './wal-database';

/**
 * Adds the log that a database wrote after its archive was last written, if it has one. The program that keeps the
 * archive must be stopped. Returns why it could not be added, or null.
 */
export async function addRestOfLog(options: ArchiveOptions): Promise<string | null> {
  const session = await openWalSession(options.server);
  try {
    // A commit after everything else, so that every moment up to now can be found in the log.
    await commitMark(session);
  } finally {
    await session.end();
  }
  const archive = new WalArchive(options);
  try {
    await archive.catchUp();
    return archive.state.failing?.reason ?? null;
  } finally {
    await archive.stop();
  }
}
