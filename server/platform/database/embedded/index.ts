import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartRefused } from '../../start-refused';
import { chooseLauncher } from './account';
import { findBinaries } from './binaries';
import { clusterExists, createCluster, readPasswords } from './cluster';
import { connectionsOf, type DatabaseConnection } from './connections';
import { prepareDataDirectory } from './data-directory';
import { ownDataDirectory } from './data-directory-owner';
import { type Place, placeOf } from './place';
import {
  becomesReady,
  findPostmaster,
  launchPostmaster,
  type Postmaster,
  stopPostmaster,
} from './postmaster';
import { recoveringFolder, removeServerFolder } from './recover-beside';
import { ensureRuntimeRole } from './runtime-role';
import { keepServerLogSmall } from './server-log';
import { prepareSocketDir } from './socket-dir';

export type { DatabaseConnection } from './connections';
export { DataDirectoryInUse, ownDataDirectory } from './data-directory-owner';
export {
  BaseBackupDamaged,
  recoverBeside,
  type RecoveredServer,
  RecoveryRefused,
  removeServerFolder,
} from './recover-beside';

export interface EmbeddedPostgres {
  /** The owner of the database, for migrations and backups. It is no superuser. */
  readonly connection: DatabaseConnection;
  /** The role of requests and jobs, which can change no table's structure. */
  readonly runtime: DatabaseConnection;
  /** The superuser, for backups and tests. */
  readonly superuser: DatabaseConnection;
  /** Stops the server and releases the data directory. Resolves when the server process has ended. */
  readonly stop: () => Promise<void>;
}

interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedOptions {
  /** The data folder; created when missing. */
  dataDir: string;
  log: Log;
  /** False only for disposable test databases: nothing is synced to disk. */
  durable?: boolean;
}

/**
 * Starts PostgreSQL on `dataDir`/postgres and restarts it when it dies. Adopts a server left by a killed Counterfoil.
 * Throws `StartRefused` (including `DataDirectoryInUse`).
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options;
  const dataDir = prepareDataDirectory(options.dataDir);
  const place = placeOf(dataDir);
  const binaries = findBinaries();
  const owner = await ownDataDirectory(dataDir).catch(error => {
    throw asRefusal(error, dataDir);
  });
  try {
    const launcher = chooseLauncher(binaries, dataDir, place.clusterDir);
    if (!clusterExists(place, binaries)) {
      log.info(`Creating the database in ${place.clusterDir}`);
      await createCluster(place, binaries, launcher, durable);
    }
    prepareSocketDir(place, launcher);
    const { connection, superuser } = connectionsOf(place, readPasswords(place));
    // A killed program leaves the server with which it tested a base backup.
    await removeServerFolder(join(dataDir, recoveringFolder));

    const say = (message: string) => log.warn(message);
    const launch = () => launchPostmaster(place, binaries, launcher, { durable }, say);
    const first = (await adopt(place, connection, log)) ?? (await launch());
    const stop = restartOnExit(first, launch, log);
    const leaveLog = keepServerLogSmall(place.logFile, say);
    const runtime = await ensureRuntimeRole(place, launcher, superuser).catch(async (error: unknown) => {
      await leaveLog();
      await stop();
      throw error;
    });
    return {
      connection,
      runtime,
      superuser,
      stop: async () => {
        await leaveLog();
        await stop();
        rmSync(place.socketDir, { recursive: true, force: true });
        owner.release();
      },
    };
  } catch (error) {
    owner.release();
    throw asRefusal(error, dataDir);
  }
}

/**
 * Signs in to the server on `dataDir` while its program runs, or starts it meanwhile. Throws `StartRefused` if there is
 * no database.
 */
export async function joinEmbeddedPostgres(
  options: EmbeddedOptions,
  onClose: (close: () => Promise<void>) => void,
): Promise<Pick<EmbeddedPostgres, 'connection'>> {
  const place = placeOf(existsSync(options.dataDir) ? realpathSync(options.dataDir) : options.dataDir);
  if (!clusterExists(place, findBinaries()))
    throw new StartRefused(`There is no database in ${options.dataDir}. Start Counterfoil first.`);
  const { connection } = connectionsOf(place, readPasswords(place));
  if (findPostmaster(place) && (await answers(connection))) return { connection };
  const server = await startEmbeddedPostgres(options);
  onClose(server.stop);
  return server;
}

/** Adopts the server of a killed Counterfoil when it accepts our credentials; else stops it to start a new one. */
async function adopt(place: Place, connection: DatabaseConnection, log: Log): Promise<Postmaster | null> {
  const say = (message: string) => log.warn(message);
  const orphan = findPostmaster(place);
  if (!orphan || !(await becomesReady(orphan, place, say))) return null;
  if (await answers(connection)) {
    log.info(
      `Taking over the database server ${orphan.process.pid} left running by an earlier Counterfoil process`,
    );
    return orphan;
  }
  log.warn(
    `The database server ${orphan.process.pid} of an earlier Counterfoil process does not respond. Restarting it`,
  );
  await stopPostmaster(orphan, say);
  return null;
}

async function answers(connection: DatabaseConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  // A server that goes away in the middle also raises an error event.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Restarts the server whenever it dies. Returns the function that stops it for good. */
function restartOnExit(first: Postmaster, launch: () => Promise<Postmaster>, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  let current = first;

  const watch = async () => {
    for (;;) {
      await current.exited;
      if (stopping.signal.aborted) return;
      log.error('The database server stopped unexpectedly. Restarting it');
      // Sessions of the dead server may hold its shared memory for a moment, and the start fails until they end.
      for (let next: Postmaster | null = null; !next && !stopping.signal.aborted; ) {
        next = await launch().catch((error: Error) => {
          log.error(error.message);
          return null;
        });
        if (next) current = next;
        else await pause(500, undefined, { signal: stopping.signal }).catch(() => {});
      }
      if (stopping.signal.aborted) return;
    }
  };
  const watching = watch();

  return async () => {
    stopping.abort();
    await stopPostmaster(current, message => log.warn(message));
    await watching;
    // A restart that was already under way when the stop was requested has started another server.
    await stopPostmaster(current, message => log.warn(message));
  };
}

/** A full disk or a missing permission is for the administrator to fix; anything else is a bug of ours. */
function asRefusal(error: unknown, dataDir: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof StartRefused || !['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code ?? ''))
    return error;
  return new StartRefused(
    `The data directory ${dataDir} cannot be used: ${message}. Start Counterfoil under the account that owns it and check the free disk space, or set DATA_DIR to another folder.`,
  );
}
