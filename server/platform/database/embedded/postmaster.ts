import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartRefused } from '../../start-refused';
import type { Launcher } from './account';
import type { Binaries } from './binaries';
import type { Place } from './place';
import { cannotRun, logSince, reasonIn, startProgram } from './run-program';
import { commandLineOf, findProcess, isRunning, type RunningProcess } from './running-process';

/** The running server process of one cluster. */
export interface Postmaster {
  readonly process: RunningProcess;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
}

const maxLog = 20 * 1024 * 1024;

/** Starts the server and waits until it takes connections, however long the recovery after a crash lasts. */
export async function launchPostmaster(
  place: Place,
  binaries: Binaries,
  launcher: Launcher,
  durable: boolean,
  say: (message: string) => void,
): Promise<Postmaster> {
  removeForeignLock(place);
  truncateLog(place.logFile);
  const log = openSync(place.logFile, 'a', 0o600);
  const before = statSync(place.logFile).size;
  const child = startProgram(
    launcher,
    binaries.postgres,
    ['-D', place.clusterDir, ...settings(place, durable)],
    log,
  );
  closeSync(log);
  // The server's life does not keep this process alive; stopping it is the caller's duty.
  child.unref();
  let failure: Error | null = null;
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', error => {
      failure = cannotRun(binaries.postgres, error);
      resolve();
    });
  });
  const found = child.pid === undefined ? null : findProcess(child.pid);
  const postmaster = { process: found ?? { pid: child.pid ?? -1, mark: '' }, exited };
  if (await becomesReady(postmaster, place, say)) return postmaster;
  throw failure ?? cannotStart(place, logSince(place.logFile, before));
}

/** The server that already runs on this cluster, left behind when its Counterfoil was killed; null when none does. */
export function findPostmaster(place: Place): Postmaster | null {
  const pid = readLock(place)?.pid;
  const running = pid === undefined ? null : findProcess(pid);
  if (!running || !servesCluster(running.pid, place)) return null;
  return { process: running, exited: waitUntilExited(running) };
}

/** Resolves to true when the server takes connections, to false when it ended first. */
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
    if (lock?.pid === postmaster.process.pid && lock.status === 'ready') return true;
    // Not `ended` alone: an adopted server is only looked at now and then.
    if (ended || !isRunning(postmaster.process)) return false;
    if (waited > 0 && waited % 5000 === 0)
      say('The database is still starting. It is recovering after a crash.');
    await pause(10);
  }
}

/** Ends the server: open sessions are cut off, everything committed is on disc. Waits until the process is gone. */
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

/** A process that is not our child sends no event when it ends. */
async function waitUntilExited(target: RunningProcess): Promise<void> {
  while (isRunning(target)) await pause(100, undefined, { ref: false });
}

/** The safety of the data is set here and not in postgresql.conf, where it could be edited away. */
function settings(place: Place, durable: boolean): string[] {
  const safe = durable ? 'on' : 'off';
  return [
    'listen_addresses=',
    'port=5432',
    `unix_socket_directories="${place.socketDir.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    `fsync=${safe}`,
    `full_page_writes=${safe}`,
    `synchronous_commit=${safe}`,
    // Statements that fail are the application's to report; here they would copy people's data into a log.
    'log_min_messages=log',
    'log_checkpoints=off',
    'logging_collector=off',
    'log_destination=stderr',
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

/**
 * PostgreSQL trusts the number in its lock file: when another program has that number now, which in containers is
 * usual after a kill, it would refuse to start for ever. The lock stays whenever that program is any postgres.
 */
function removeForeignLock(place: Place): void {
  const lock = readLock(place);
  const words = lock && findProcess(lock.pid) ? commandLineOf(lock.pid) : null;
  if (words && !words.some(word => word.includes('postgres'))) {
    rmSync(join(place.clusterDir, 'postmaster.pid'), { force: true });
  }
}

function truncateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLog) renameSync(file, `${file}.1`);
}

function cannotStart(place: Place, output: string): StartRefused {
  return new StartRefused(
    `The database in ${place.clusterDir} does not start: ${reasonIn(output)}. Nothing was changed. See ${place.logFile} for details.`,
  );
}
