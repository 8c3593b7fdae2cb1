import { setTimeout as pause } from 'node:timers/promises';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import type { Random } from '../model/random';
import { signalTree } from '../support/signal-tree';
import type { Fault } from './fault';
import { embedded } from './installations';
import { underLoad } from './under-load';
import type { Writers } from './writers';

type Installation = Awaited<ReturnType<typeof embedded>>;

/** Several crashes of one installation under load, each with what it takes to run again. */
const crashes =
  (crash: (installation: Installation, random: Random) => Promise<void>): Fault['run'] =>
  async random => {
    const installation = await embedded();
    const times = random.between(1, 3);
    return underLoad(installation.subject, random, async (writers: Writers) => {
      for (let nth = 0; nth < times; nth++) {
        await pause(random.between(20, 1_500));
        writers.note();
        await crash(installation, random);
        await writers.more(5);
      }
    });
  };

async function killApp({ subject }: Installation): Promise<void> {
  subject.process.signal('SIGKILL');
  await subject.process.ended();
}

/** The server alone, whose sessions notice it a moment later, or all of its processes. */
export function killDatabase({ dataDir }: Pick<Installation, 'dataDir'>, random: Random): void {
  const pid = findPostmaster(placeOf(dataDir))?.process.pid;
  const withSessions = random.in100(50);
  if (pid === undefined) return;
  if (withSessions) signalTree(pid, 'SIGKILL');
  else process.kill(pid, 'SIGKILL');
}

export const crashFaults: readonly Fault[] = [
  {
    name: 'kill-app',
    promises: ['R01'],
    summary: 'The program is killed and started again',
    run: crashes(async installation => {
      await killApp(installation);
      await installation.subject.start();
    }),
  },
  {
    name: 'kill-database',
    promises: ['R02'],
    summary: 'The embedded database is killed, alone or with its sessions; the program goes on',
    run: crashes(async (installation, random) => killDatabase(installation, random)),
  },
  {
    name: 'kill-both',
    promises: ['R01', 'R02'],
    summary: 'Program and database are killed together, in either order, and started at once',
    run: crashes(async (installation, random) => {
      const appFirst = random.in100(50);
      const between = random.between(0, 100);
      if (appFirst) await killApp(installation);
      else killDatabase(installation, random);
      await pause(between);
      if (appFirst) killDatabase(installation, random);
      else await killApp(installation);
      await installation.subject.start();
    }),
  },
];
