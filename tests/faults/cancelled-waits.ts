import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import type { PairMember } from '../support/postgres-pair';
import { type Fault, type Figures, insistInTime } from './fault';
import { startReplicated } from './installations';
import { longestOutage } from './standbys';
import { underLoad } from './under-load';
import type { Writers } from './writers';

/**
 * A commit that waits for its standby is cancelled from outside, as an administrator or a script does: the server then
 * reports it as committed, with a warning, though it is on this server only. Mostly that server is lost next, and what
 * was taken for saved would be lost with it (R08).
 */
async function cancelWaits(random: Random): Promise<Figures> {
  const { pair, subject, close } = await startReplicated();
  try {
    const waits = random.between(20, 1_500);
    const cancelsFor = random.between(1_000, 8_000);
    // What was sent to one that only stands still arrives when it goes on.
    const isDead = random.in100(70);
    const isLost = random.in100(70);
    const figures = await underLoad(subject, random, async writers => {
      await pause(waits);
      if (isDead) await pair.standby.kill();
      else pair.standby.freeze();
      await cancelWhatWaits(pair.primary, cancelsFor, writers);
      if (isLost) await pair.primary.kill();
      if (isDead) await pair.standby.start();
      else pair.standby.thaw();
      if (isLost) await pair.standby.ask('select pg_promote()');
      await writers.more(10);
    });
    const allowed = longestOutage + cancelsFor / 1000;
    insistInTime(
      figures.outage <= allowed,
      `Writes were saved again after ${figures.outage.toFixed(1)} s; ${allowed.toFixed(1)} are allowed.`,
    );
    return figures;
  } finally {
    await close();
  }
}

/** Cancels every wait that begins in this time, and the first one however long that takes to begin. */
async function cancelWhatWaits(primary: PairMember, forMs: number, writers: Writers): Promise<void> {
  const endsAt = performance.now() + forMs;
  for (let cancelled = 0; cancelled === 0 || performance.now() < endsAt; await pause(20)) {
    const waiting = await primary.ask(`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = 'counterfoil' and wait_event = 'SyncRep'`);
    for (let nth = 0; nth < waiting.length; nth++) writers.note();
    cancelled += waiting.length;
  }
}

export const cancelWaitsFault: Fault = {
  name: 'cancel-waits',
  promises: ['R06', 'R08'],
  summary:
    'Commits that wait for the standby are cancelled from outside, and mostly the primary is lost before it is back',
  run: cancelWaits,
};
