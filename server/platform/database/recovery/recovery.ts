import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recoverBeside, RecoveryRefused } from '../embedded/recover-beside';
import type { Connection } from '../open-database';
import { writeBaseBackup, type WrittenBase } from './base-backup';
import { defaultReserveBytes, ensureRoom, freeBytes } from '../../files/free-space';
import { isAboutFiles, reasonOf } from './folder-problems';
import {
  baseEnding,
  type BaseBackup,
  factsOf,
  isVerified,
  listBases,
  listLines,
  syncFolder,
  unfinished,
  writeFacts,
} from './recovery-folder';
import { pruneLines } from './prune-lines';
import { type ArchiveOptions, type ArchiveState, WalArchive } from './wal-archive';
import { openWalSession } from './wal-database';
import { formatPosition } from './wal-position';

export type RecoveryState = Omit<ArchiveState, 'line'> & {
  /** The first moment that can be restored; null without a verified base backup. */
  readonly from: Date | null;
};

type RecoveryOptions = ArchiveOptions & {
  /** The data folder of the database, in which base backups are recovered as a test. */
  readonly dataDir: string;
};

export type Recovery = ReturnType<typeof openRecovery>;

/** Why no base backup could be made, in a sentence. */
export class NoBaseBackup extends Error {
  override readonly name = 'NoBaseBackup';
}

/** Everything needed to restore the embedded database as at any second, kept in a folder. */
export function openRecovery(options: RecoveryOptions) {
  const { folder, clock } = options;
  const archive = new WalArchive(options);

  return {
    state: async (): Promise<RecoveryState> => {
      const { line, ...state } = archive.state;
      const bases = line ? (await listBases(line)).filter(isVerified) : [];
      return { ...state, from: bases[0]?.finishedAt ?? null };
    },
    /** The same without base backups, so without reading the folder, which may be on a network drive that is away. */
    archived: (): Omit<ArchiveState, 'line'> => archive.state,
    turn: (isOn: boolean): Promise<void> => archive.turn(isOn),
    /** The newest base backup of the line that is added to; undefined without one, null while no line is added to. */
    newestBase: async (): Promise<BaseBackup | undefined | null> => {
      const { line } = archive.state;
      return line && (await listBases(line)).at(-1);
    },

    /** Makes a base backup. It is used once `tryBase` has found nothing wrong with it. */
    makeBase: async (signal?: AbortSignal): Promise<BaseBackup> => {
      const line = (await archive.catchUp())?.line;
      if (!line) throw new NoBaseBackup(archive.state.failing?.reason ?? 'The log is not archived.');
      const name = `base-${clock().toISOString().replaceAll(/[-:]/g, '')}${baseEnding}`;
      const path = join(line.folder, name);
      const written = await writeBase(options, path + unfinished, signal);
      const finishedAt = clock();
      // Its own log has to be in the folder too.
      const reached = await archive.catchUp();
      if (reached?.line.folder !== line.folder || reached.end < written.end) {
        await rm(path + unfinished, { force: true });
        throw new NoBaseBackup(archive.state.failing?.reason ?? 'The log is not archived.');
      }
      await rename(path + unfinished, path);
      const base: BaseBackup = { line, name, ...written, finishedAt, checkedAt: null, reasons: [] };
      await writeBaseFacts(base);
      return base;
    },

    /** Recovers a base backup beside the database, and notes what `check` finds wrong with it. */
    tryBase: async (
      base: BaseBackup,
      check: (connection: Connection) => Promise<readonly string[]>,
      signal?: AbortSignal,
    ): Promise<readonly string[]> => {
      const reasons = await tryBase(options, base, check, signal);
      await writeBaseFacts({ ...base, checkedAt: clock(), reasons });
      return reasons;
    },

    /** Deletes base backups beyond the newest `keep` verified ones, and the log that only they needed. */
    prune: (keep: number): Promise<void> => pruneLines(folder, archive.state.line, keep),
    stop: (): Promise<void> => archive.stop(),
  };
}

async function writeBase(
  { server, folder, reserveBytes = defaultReserveBytes }: RecoveryOptions,
  path: string,
  signal: AbortSignal | undefined,
): Promise<WrittenBase> {
  const leaveRoom = () => ensureRoom(folder, reserveBytes);
  try {
    return await writeBaseBackup(server, path, { ensureRoom: leaveRoom, signal });
  } catch (error) {
    throw signal?.aborted || !isAboutFiles(error) ? error : new NoBaseBackup(reasonOf(error, folder));
  }
}

async function tryBase(
  { dataDir, log, server, reserveBytes = defaultReserveBytes }: RecoveryOptions,
  base: BaseBackup,
  check: (connection: Connection) => Promise<readonly string[]>,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const needed = (await readSize(server)) + base.line.segmentBytes + reserveBytes;
  if ((await freeBytes(dataDir)) < needed)
    return [`There is not enough free space in ${dataDir} to test the base backup.`];
  try {
    const recovered = await recoverBeside({ dataDir, base, until: null, say: () => undefined, signal });
    try {
      return await check(recovered.connection);
    } finally {
      await recovered.stop();
    }
  } catch (error) {
    if (!(error instanceof RecoveryRefused)) throw error;
    log.error({ err: error }, 'a base backup could not be recovered');
    return [error.message];
  }
}

/** The size of all databases of the server, in bytes. */
async function readSize(server: Connection): Promise<number> {
  const session = await openWalSession(server);
  try {
    const { rows } = await session.query<{ bytes: string }>(
      'select sum(pg_database_size(oid))::text as bytes from pg_database',
    );
    return Number(rows[0]?.bytes ?? 0);
  } finally {
    await session.end();
  }
}

async function writeBaseFacts(base: BaseBackup): Promise<void> {
  const { line, name, start, end, finishedAt, bytes, sha256, checkedAt, reasons } = base;
  await writeFacts(factsOf(line, name), {
    start: formatPosition(start),
    end: formatPosition(end),
    finished_at: finishedAt.toISOString(),
    bytes,
    sha256,
    checked_at: checkedAt?.toISOString() ?? null,
    reasons,
  });
  await syncFolder(line.folder);
}

/** Every verified base backup in the folder with its line, oldest first. */
export async function listVerifiedBases(folder: string): Promise<BaseBackup[]> {
  const bases: BaseBackup[] = [];
  for (const line of await listLines(folder)) bases.push(...(await listBases(line)).filter(isVerified));
  return bases.sort((one, other) => one.finishedAt.getTime() - other.finishedAt.getTime());
}
