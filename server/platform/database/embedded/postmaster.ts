import { closeSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused } from '../../start-refused';
import type { Launcher } from './account';
import type { Binaries } from './binaries';
import type { Place } from './place';
import { cannotRun, logSince, reasonIn, startProgram } from './run-program';
import { commandLineOf, findProcess, isDead, isRunning, type RunningProcess } from './running-process';
import { openServerLog } from './server-log';

/** The running server process of one cluster. */
export interface Postmaster {
  readonly process: RunningProcess;
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<void>;
}

/** How a server runs. */
export type ServerOptions = {
  /** False for disposable databases: nothing is synced to disk. */
  readonly durable: boolean;
  readonly settings?: readonly string[];
};

/** How long the processes of a killed server may take to end, in milliseconds: as long as a statement may run. */
const endingMs = 30_000;
const betweenTries = 100;

/** What PostgreSQL says while processes of an earlier server on the same files are still ending. */
const earlierServer = /lock file "postmaster\.pid" already exists|pre-existing shared memory block/;

/**
 * Starts the server and waits until it accepts connections, however long crash recovery takes. Processes of a server
 * that was killed a moment ago are waited for (R01).
 */
export async function launchPostmaster(
  place: Place,
  binaries: Binaries,
  launcher: Launcher,
  options: ServerOptions,
  say: (message: string) => void,
): Promise<Postmaster> {
  await lockReleased(place);
  for (let waited = 0; ; waited += betweenTries) {
    removeForeignLock(place);
    const { postmaster, failure, output } = await tryToLaunch(place, binaries, launcher, options, say);
    if (postmaster) return postmaster;
    if (failure || waited >= endingMs || !earlierServer.test(output))
      throw failure ?? cannotStart(place, output);
    if (waited === 0) say('Waiting for the processes of a killed database server to end.');
    await pause(betweenTries);
  }
}

type Launched = { readonly postmaster?: Postmaster; readonly failure?: Error; readonly output: string };

async function tryToLaunch(
  place: Place,
  binaries: Binaries,
  launcher: Launcher,
  options: ServerOptions,
  say: (message: string) => void,
): Promise<Launched> {
  const log = openServerLog(place.logFile);
  const before = statSync(place.logFile).size;
  const child = startProgram(
    launcher,
    binaries.postgres,
    ['-D', place.clusterDir, ...settings(place, options)],
    log,
  );
  closeSync(log);
  // The child does not keep this process alive; the caller must stop it.
  child.unref();
  let failure: Error | undefined;
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', error => {
      failure = cannotRun(binaries.postgres, error);
      resolve();
    });
  });
  const found = child.pid === undefined ? null : findProcess(child.pid);
  const postmaster = { process: found ?? { pid: child.pid ?? -1, mark: '' }, exited };
  if (await becomesReady(postmaster, place, say)) return { postmaster, output: '' };
  return { ...(failure ? { failure } : {}), output: logSince(place.logFile, before) };
}

/** The server already running on this cluster, left by a killed Counterfoil; null when there is none. */
export function findPostmaster(place: Place): Postmaster | null {
  const pid = readLock(place)?.pid;
  const running = pid === undefined ? null : findProcess(pid);
  if (!running || !servesCluster(running.pid, place)) return null;
  return { process: running, exited: waitUntilExited(running) };
}

/** Resolves to true when the server accepts connections, to false when it ended first. */
export async function becomesReady(
  postmaster: Postmaster,
  place: Place,
  say: (message: string) => void,
): Promise<boolean> {
  let ended = false;
  void postmaster.exited.then(() => {
    ended = true;
  });
  for (let waited = 0; ; waited += 10) {
    const lock = readLock(place);
    if (lock?.pid === postmaster.process.pid && isAccepting(lock.status)) return true;
    // `ended` alone is not enough: an adopted server is only polled.
    if (ended || !isRunning(postmaster.process)) return false;
    if (waited > 0 && waited % 5000 === 0)
      say('The database is still starting. It is recovering after a crash.');
    await pause(10);
  }
}

/** A recovering server answers questions as a standby does. */
const isAccepting = (status: string): boolean => status === 'ready' || status === 'standby';

/** Stops the server: closes open sessions, with everything committed on disk. Waits until the process has ended. */
export async function stopPostmaster(postmaster: Postmaster, say: (message: string) => void): Promise<void> {
  signal(postmaster.process, 'SIGINT');
  const patience = setInterval(() => {
    // An immediate shutdown loses nothing either; the next start replays the log.
    say('The database did not stop in time. Stopping it immediately; it will recover at the next start.');
    signal(postmaster.process, 'SIGQUIT');
  }, 30_000);
  await postmaster.exited;
  clearInterval(patience);
}

function signal(target: RunningProcess, name: NodeJS.Signals): void {
  try {
    if (isRunning(target)) process.kill(target.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A process that is not our child raises no event when it ends. */
async function waitUntilExited(target: RunningProcess): Promise<void> {
  while (isRunning(target)) await pause(100, undefined, { ref: false });
}

/** Durability is set here and not in postgresql.conf, where it could be edited. */
function settings(place: Place, { durable, settings: more = [] }: ServerOptions): string[] {
  const safe = durable ? 'on' : 'off';
  return [
    'listen_addresses=',
    'port=5432',
    `unix_socket_directories="${place.socketDir.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `fsync=${safe}`,
    `full_page_writes=${safe}`,
    `synchronous_commit=${safe}`,
    // The application reports failed statements; the server log would copy personal data.
    'log_min_messages=log',
    'log_checkpoints=off',
    'logging_collector=off',
    'log_destination=stderr',
    ...more,
  ].flatMap(setting => ['-c', setting]);
}

function readLock(place: Place): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(place.clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

const servesCluster = (pid: number, place: Place) =>
  commandLineOf(pid)?.join(' ').includes(`-D ${place.clusterDir} `) ?? false;

/** A killed server keeps its process id until its parent has taken note, which is usually a matter of milliseconds. */
const deadProcessMs = 2_000;

async function lockReleased(place: Place): Promise<void> {
  for (let waited = 0; waited < deadProcessMs; waited += 10) {
    const lock = readLock(place);
    if (!lock || !isDead(lock.pid)) return;
    await pause(10);
  }
}

/**
 * PostgreSQL trusts the process id in its lock file. When another program now has that id, which is usual in containers
 * after a kill, or the dead server keeps it because no parent takes note, it would never start again. The lock stays
 * when that program is any postgres. PostgreSQL itself still waits for sessions of the dead server.
 */
function removeForeignLock(place: Place): void {
  const lock = readLock(place);
  if (!lock) return;
  const words = findProcess(lock.pid) ? commandLineOf(lock.pid) : null;
  const isForeign = words !== null && !words.some(word => word.includes('postgres'));
  if (isForeign || isDead(lock.pid)) rmSync(join(place.clusterDir, 'postmaster.pid'), { force: true });
}

function cannotStart(place: Place, output: string): StartRefused {
  return new StartRefused(
    `The database in ${place.clusterDir} does not start: ${reasonIn(output)}. Nothing was changed. See ${place.logFile} for details.`,
  );
}
