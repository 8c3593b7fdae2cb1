import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { temporaryFolder } from '../support/temporary-folder';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { replicated, urlOf } from './installations';
import { startSubject } from './subject';
import { underLoad } from './under-load';

/** In seconds, from the first moment of being read-only, beyond the time that it is so (R06). */
const longestOutage = 15;

/** The database becomes read-only, as one does that is replaced, and takes writes again some seconds later. */
async function turnReadOnly(random: Random): Promise<Figures> {
  const { pair } = await replicated();
  // Named alone, it is read meanwhile; with others, one that takes writes is looked for.
  const isAlone = random.in100(50);
  const readOnlyFor = random.between(500, 8_000);
  const endsReadOnly = random.in100(50);
  // Sessions that are there already keep what they were opened with.
  const turn = async (words: string, endsSessions: boolean) => {
    await pair.primary.ask(`alter database counterfoil ${words}`);
    if (endsSessions)
      await pair.primary.ask(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'counterfoil'`,
      );
  };
  const subject = await startSubject({
    DATABASE_URL: urlOf('counterfoil', ...(isAlone ? [] : [pair.standby.port]), pair.primary.port),
    DATA_DIR: join(temporaryFolder(), 'data'),
  });
  try {
    const figures = await underLoad(subject, random, async writers => {
      await pause(random.between(20, 1_500));
      writers.note();
      await turn('set default_transaction_read_only = on', true);
      try {
        await insistOnReads(subject.ask, readOnlyFor, isAlone);
      } finally {
        await turn('reset default_transaction_read_only', endsReadOnly);
      }
      await writers.more(10);
    });
    const allowed = longestOutage + readOnlyFor / 1000;
    insistInTime(
      figures.outage <= allowed,
      `Writes were saved again after ${figures.outage.toFixed(1)} s; ${allowed.toFixed(1)} are allowed.`,
    );
    return figures;
  } finally {
    await subject.stop();
  }
}

async function insistOnReads(
  ask: (path: string) => Promise<Response>,
  forMs: number,
  isAlone: boolean,
): Promise<void> {
  for (const until = performance.now() + forMs; performance.now() < until; await pause(100)) {
    const { status } = await ask('/api/suppliers');
    // The sessions that were ended are among those that a read may meet.
    insist(
      status === 200 || status === 503,
      `A read was answered with ${status} while the database was read-only.`,
    );
  }
  if (!isAlone) return;
  const { status } = await ask('/api/suppliers');
  insist(status === 200, `A read was answered with ${status} by the only database, which was read-only.`);
}

export const turnReadOnlyFault: Fault = {
  name: 'turn-read-only',
  promises: ['R06', 'R07'],
  summary: 'The database ends its sessions and is read-only for some seconds',
  run: turnReadOnly,
};
