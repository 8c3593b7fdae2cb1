import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { replicated, startReplicated, urlOf } from './installations';
import { longestAnswer } from './subject';
import { underLoad } from './under-load';

/** In milliseconds, after which an answer that was on its way when the standby froze has arrived. */
const onTheWay = 5_000;

/** Writes wait for the standby for seconds and answer 503; none is confirmed (R08), and reads go on (R09). */
async function freezeStandby(random: Random): Promise<Figures> {
  const { pair, subject } = await replicated();
  const isLong = random.in100(25);
  const frozenFor = isLong ? random.between(30_000, 60_000) : random.between(1_000, 8_000);
  return underLoad(subject, random, async writers => {
    await pause(random.between(20, 1_000));
    writers.note();
    pair.standby.freeze();
    try {
      const frozenAt = performance.now();
      let before: number | null = null;
      while (performance.now() < frozenAt + frozenFor) {
        const askedAt = performance.now();
        if (askedAt >= frozenAt + onTheWay) before ??= writers.acknowledged;
        const { status } = await subject.ask('/api/suppliers');
        const seconds = (performance.now() - askedAt) / 1000;
        insist(status === 200, `A read was answered with ${status} while the standby was frozen.`);
        insistInTime(
          seconds <= longestAnswer,
          `A read took ${seconds.toFixed(1)} s while the standby was frozen.`,
        );
        await pause(100);
      }
      const confirmed = writers.acknowledged - (before ?? writers.acknowledged);
      insist(confirmed === 0, `With the standby frozen, ${confirmed} writes were acknowledged.`);
    } finally {
      pair.standby.thaw();
    }
    await writers.more(5);
  });
}

/** In seconds, from the loss of the primary to the first new write that is saved (R06). */
export const longestOutage = 15;

/** The primary is lost, sometimes while its standby is behind, and the standby is promoted. */
async function failOver(random: Random): Promise<Figures> {
  const { pair, subject, backupDir, close } = await startReplicated();
  try {
    const figures = await underLoad(subject, random, async writers => {
      await pause(random.between(20, 1_500));
      const isBehind = random.in100(40);
      const frozenFor = random.between(200, 6_000);
      if (isBehind) {
        pair.standby.freeze();
        await pause(frozenFor);
      }
      writers.note();
      await pair.primary.kill();
      pair.standby.thaw();
      await pair.standby.ask('select pg_promote()');
      await writers.more(10);
    });
    insistInTime(
      figures.outage <= longestOutage,
      `Writes were saved again after ${figures.outage.toFixed(1)} s; ${longestOutage} are allowed.`,
    );
    // It waits for no standby, and would take writes (R07).
    await pair.primary.start({ synchronous_standby_names: '' });
    const other = spawnCounterfoil({
      DATABASE_URL: urlOf('counterfoil', pair.primary.port),
      // On another machine, which shares only the folder of the backups.
      DATA_DIR: join(temporaryFolder(), 'data'),
      BACKUP_DIR: backupDir,
      PORT: String(await freePort()),
    });
    const end = await other.ready().then(
      () => 'accepted',
      () => other.ended(),
    );
    other.signal('SIGKILL');
    insist(
      end === 1 && other.printed().includes('has been replaced'),
      `The server that had been replaced was not refused in a sentence (${end}): ${other.printed()}`,
    );
    return figures;
  } finally {
    await close();
  }
}

export const standbyFaults: readonly Fault[] = [
  {
    name: 'freeze-standby',
    promises: ['R08', 'R09'],
    summary: 'A synchronous standby stops answering for seconds, sometimes for up to a minute',
    run: freezeStandby,
  },
  {
    name: 'fail-over',
    promises: ['R06', 'R07', 'R08'],
    summary: 'The primary is lost, its standby promoted; the old primary comes back',
    run: failOver,
  },
];
