import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatMoment } from '#domain/kernel/dates';
import { BrokenArchive } from '../../archive';
import { isVerified, type BaseBackup } from '../recovery/recovery-folder';
import { unpackBase, unpackLog } from '../recovery/unpack';
import { Session } from '../session';
import { chooseLauncher } from './account';
import { findBinaries } from './binaries';
import { readPasswords } from './cluster';
import type { DatabaseConnection } from './connections';
import { connectionsOf } from './connections';
import { type Place, placeOf } from './place';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster';
import { reasonIn } from './run-program';
import { prepareSocketDir } from './socket-dir';

export type RecoveredServer = {
  /** The application's own role. */
  readonly connection: DatabaseConnection;
  /** The last commit that is included; null when none came after the base backup. */
  readonly lastCommit: Date | null;
  /** The folder that `stop` deletes. */
  readonly folder: string;
  /** Stops the server and deletes its files. */
  readonly stop: () => Promise<void>;
};

/** The database could not be recovered. The message says why and, where possible, up to when it can be. */
export class RecoveryRefused extends Error {
  override readonly name: string = 'RecoveryRefused';
}

/** The file of the base backup is damaged; an older one may not be. */
export class BaseBackupDamaged extends RecoveryRefused {
  override readonly name = 'BaseBackupDamaged';
}

/** Below the data folder: where a recovered server runs. */
export const recoveringFolder = 'postgres.recovering';

type Options = {
  readonly dataDir: string;
  readonly base: BaseBackup;
  /** Includes what was committed up to this moment. Null: stops as soon as the base backup is consistent. */
  readonly until: Date | null;
  readonly say: (message: string) => void;
  /** Ends the recovery early. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Starts a second server on a base backup and the log after it, as the database was at one moment. It runs in a folder
 * of its own below the data folder, and the product's database is not touched. What a killed run left is removed first.
 */
export async function recoverBeside(options: Options): Promise<RecoveredServer> {
  const { dataDir, base, until, say, signal } = options;
  const place = placeOf(join(realpathSync(dataDir), recoveringFolder));
  await removeServerFolder(place.dataDir);
  const binaries = findBinaries();
  mkdirSync(place.dataDir);
  // The account of the database has to pass through.
  chmodSync(place.dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const launcher = chooseLauncher(binaries, place.dataDir, join(realpathSync(dataDir), 'postgres'));
  await refuseDamaged(() => unpackBase(base, place.clusterDir, launcher.account, signal));
  const { missing } = await unpackLog(
    base.line,
    base.start,
    join(place.clusterDir, 'pg_wal'),
    launcher.account,
  );
  await writeFile(join(place.clusterDir, 'recovery.signal'), '');
  prepareSocketDir(place, launcher);
  const failed = (error: unknown) => refusalOf(place, base, missing, error);
  const settings = recoverySettings(until);
  const postmaster = await launchPostmaster(
    place,
    binaries,
    launcher,
    { durable: false, settings },
    say,
  ).catch((error: unknown) => {
    throw failed(error);
  });
  const stop = async () => {
    await stopPostmaster(postmaster, say);
    removeFolders(place);
  };
  const { connection, superuser } = connectionsOf(place, readPasswords(place));
  try {
    const lastCommit = await untilRecovered(superuser, postmaster, say, signal);
    return { connection, lastCommit, folder: place.dataDir, stop };
  } catch (error) {
    const refusal = signal?.aborted ? error : failed(error);
    await stop();
    throw refusal;
  }
}

/** Removes the folder of a server that is not needed any more, also one that still runs because this program was killed. */
export async function removeServerFolder(folder: string): Promise<void> {
  const place = placeOf(folder);
  const orphan = findPostmaster(place);
  if (orphan) await stopPostmaster(orphan, () => undefined);
  removeFolders(place);
}

function removeFolders({ dataDir, socketDir }: Place): void {
  for (const folder of [dataDir, socketDir])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/**
 * The server leaves recovery at its target. If it paused there, transactions that had not committed would keep their
 * locks, and a table that was about to be dropped could not be read.
 */
const recoverySettings = (until: Date | null): string[] => [
  'hot_standby=on',
  'restore_command=false',
  'recovery_target_action=promote',
  'recovery_target_timeline=current',
  'archive_mode=off',
  ...(until ? [`recovery_target_time=${asOffset(until)}`] : ['recovery_target=immediate']),
];

/** The setting is read before the names of time zones are known, `Z` among them. */
const asOffset = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

async function refuseDamaged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof BrokenArchive ? new BaseBackupDamaged(error.message) : error;
  }
}

/** Waits until the target is reached, and returns the time of the last commit. */
async function untilRecovered(
  superuser: DatabaseConnection,
  postmaster: Postmaster,
  say: (message: string) => void,
  signal: AbortSignal | undefined,
): Promise<Date | null> {
  const over = new AbortController();
  void postmaster.exited.then(() => over.abort());
  const session = new Session({ ...superuser, connectionTimeoutMillis: 5_000 });
  await session.connect();
  try {
    for (let waited = 0; !over.signal.aborted; waited += 100) {
      signal?.throwIfAborted();
      const { rows } = await session.query<{ reached: boolean; last: Date | null }>(
        'select not pg_is_in_recovery() as reached, pg_last_xact_replay_timestamp() as last',
      );
      const [state] = rows;
      if (state?.reached) return state.last;
      if (waited > 0 && waited % 10_000 === 0)
        say(`Replaying the log${state?.last ? `: ${formatMoment(state.last)}` : ''}…`);
      await pause(100);
    }
    throw new Error('The recovering server has ended');
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** Why it ended before the target, from the server's own log. */
function refusalOf(place: Place, base: BaseBackup, missing: string | null, error: unknown): RecoveryRefused {
  const output = readLog(place);
  const last = /last completed transaction was at log time (.+)/.exec(output)?.[1];
  // The server writes `+00`, which is no ISO offset.
  const until = last === undefined ? base.finishedAt : new Date(`${last.replace(' ', 'T')}:00`);
  if (missing !== null)
    return new RecoveryRefused(
      `The log segment ${missing} is missing or damaged in ${base.line.folder}. The books can be restored up to ${formatMoment(until)}.`,
    );
  if (output.includes('recovery ended before configured recovery target was reached'))
    return new RecoveryRefused(
      `The log in ${base.line.folder} ends before that moment. The books can be restored up to ${formatMoment(until)}.`,
    );
  const isReported = /\b(FATAL|PANIC):/.test(output);
  return new RecoveryRefused(
    `The ${isVerified(base) ? 'verified ' : ''}base backup ${base.name} could not be recovered: ${isReported ? reasonIn(output) : String(error)}.`,
  );
}

function readLog(place: Place): string {
  try {
    return readFileSync(place.logFile, 'utf8');
  } catch {
    return '';
  }
}
