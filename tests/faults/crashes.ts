import { setTimeout as pause } from 'node:timers/promises';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import type { Random } from '../model/random';
import { signalTree } from '../support/signal-tree';
import { type Fault, insist, insistInTime } from './fault';
import { embedded } from './installations';
import { underLoad } from './under-load';
import type { Writers } from './writers';

type Installation = Awaited<ReturnType<typeof embedded>>;

/** In seconds: until the program is ready again (R01), and until the first new write is saved after the database died (R02). */
const longestStart = 5;
const longestRecovery = 10;

/** How long a start takes on this machine when nothing has happened before it, in seconds. */
let ordinaryStart: Promise<number> | undefined;

/** A machine that is busy with something else may take twice as long as for any other start (R01). */
async function startAgain({ subject }: Installation): Promise<void> {
  const took = await timed(subject.start);
  const allowed = Math.max(longestStart, 2 * ((await ordinaryStart) ?? 0));
  insistInTime(
    took <= allowed,
    `After a crash the program was ready after ${took.toFixed(1)} s; ${allowed.toFixed(1)} are allowed.`,
  );
}

async function restart({ subject }: Installation): Promise<number> {
  await subject.stop();
  return timed(subject.start);
}

async function timed(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return (performance.now() - startedAt) / 1000;
}

/** Several crashes of one installation under load, each with what it takes to run again. */
const crashes =
  (
    crash: (installation: Installation, random: Random) => Promise<void>,
    { needsStart }: { readonly needsStart: boolean },
  ): Fault['run'] =>
  async random => {
    const installation = await embedded();
    const times = random.between(1, 3);
    if (needsStart) await (ordinaryStart ??= restart(installation));
    const figures = await underLoad(installation.subject, random, async (writers: Writers) => {
      for (let nth = 0; nth < times; nth++) {
        await pause(random.between(20, 1_500));
        writers.note();
        await crash(installation, random);
        await writers.more(5);
      }
    });
    if (!needsStart)
      insistInTime(
        figures.outage <= longestRecovery,
        `Writes were saved again after ${figures.outage.toFixed(1)} s; ${longestRecovery} are allowed.`,
      );
    return figures;
  };

async function killApp({ subject }: Installation): Promise<void> {
  subject.process.signal('SIGKILL');
  await subject.process.ended();
}

/** The server alone, whose sessions notice it a moment later, or all of its processes. Whether it was running. */
export function killDatabase({ dataDir }: Pick<Installation, 'dataDir'>, random: Random): boolean {
  const pid = findPostmaster(placeOf(dataDir))?.process.pid;
  const withSessions = random.in100(50);
  if (pid === undefined) return false;
  if (withSessions) signalTree(pid, 'SIGKILL');
  else process.kill(pid, 'SIGKILL');
  return true;
}

/** The same, of one that must be running. */
export const killRunningDatabase = (place: Pick<Installation, 'dataDir'>, random: Random): void =>
  insist(killDatabase(place, random), 'The database that was to be killed was not running.');

export const crashFaults: readonly Fault[] = [
  {
    name: 'kill-app',
    promises: ['R01'],
    summary: 'The program is killed and started again',
    run: crashes(
      async installation => {
        await killApp(installation);
        await startAgain(installation);
      },
      { needsStart: true },
    ),
  },
  {
    name: 'kill-database',
    promises: ['R02'],
    summary: 'The embedded database is killed, alone or with its sessions; the program goes on',
    run: crashes(async (installation, random) => killRunningDatabase(installation, random), {
      needsStart: false,
    }),
  },
  {
    name: 'kill-both',
    promises: ['R01', 'R02'],
    summary: 'Program and database are killed together, in either order, and started at once',
    run: crashes(
      async (installation, random) => {
        const appFirst = random.in100(50);
        const between = random.between(0, 100);
        if (appFirst) await killApp(installation);
        else killRunningDatabase(installation, random);
        await pause(between);
        if (appFirst) killDatabase(installation, random);
        else await killApp(installation);
        await startAgain(installation);
      },
      { needsStart: true },
    ),
  },
];
