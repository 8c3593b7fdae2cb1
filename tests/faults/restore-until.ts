import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackupsPage } from '#domain/settings/backups.contract';
import type { Random } from '../model/random';
import { spawnCounterfoil } from '../support/counterfoil-process';
import { asSuperuserOf } from '../support/superuser-of';
import { temporaryFolder } from '../support/temporary-folder';
import { killDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { secretKey, startSubject, type Subject } from './subject';
import { underLoad } from './under-load';
import type { Writers } from './writers';

/** Waits until a base backup is verified, from which on every second can be restored. */
async function makeBase(subject: Subject, dataDir: string): Promise<void> {
  // A scheduled backup in its hour would be made first.
  const plan = { is_on: true, hour: (new Date().getUTCHours() + 12) % 24, keep: 14 };
  await subject.ask('/api/settings/backups/plan', { method: 'PUT', body: JSON.stringify(plan) });
  await asSuperuserOf(dataDir, `select graphile_worker.add_job('maintain-recovery', '{}')`);
  for (const until = performance.now() + 300_000; ; await pause(500)) {
    const { recovery } = (await (await subject.ask('/api/settings/backups')).json()) as BackupsPage;
    if (recovery?.from) return;
    insist(performance.now() < until, `No base backup was made: ${recovery?.failing_reason}`);
  }
}

/** The next full second: what was answered before is before it, and what is sent later after it. */
async function fullSecond(): Promise<Date> {
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000);
  await pause(at.getTime() - Date.now() + 20);
  return at;
}

async function restore(folders: Readonly<Record<string, string>>, until: Date): Promise<void> {
  const restoring = spawnCounterfoil(
    { ...folders, SECRET_KEY: secretKey },
    { script: 'scripts/restore.mjs', options: ['--until', until.toISOString(), '--yes'] },
  );
  const code = await restoring.ended();
  insist(code === 0, `The restore to ${until.toISOString()} ended with ${code}: ${restoring.printed()}`);
}

/** What was answered before one moment is there, and what was sent after the other is not. Both prove something. */
export async function insistOnSpan(writers: Writers, from: Date, to: Date): Promise<void> {
  const [before, after] = [writers.savedBefore(from), writers.sentAfter(to)];
  insist(before.length > 0 && after.length > 0, 'Nothing was saved before the moment, or nothing after it.');
  const found = new Set(await writers.found());
  const lost = before.filter(mark => !found.has(mark)).length;
  const late = after.filter(mark => found.has(mark)).length;
  insist(
    lost === 0 && late === 0,
    `As at ${from.toISOString()}, ${lost} earlier writes are missing and ${late} later ones are there.`,
  );
}

/** Program and database are killed, and the books restored as at a second in the middle of the load (R26). */
async function restoreUntil(random: Random): Promise<Figures> {
  const root = temporaryFolder();
  const folders = { DATA_DIR: join(root, 'data'), BACKUP_DIR: join(root, 'other-disk') };
  const subject = await startSubject(folders);
  try {
    await makeBase(subject, folders.DATA_DIR);
    const load: { writers?: Writers; moment?: Date } = {};
    const figures = await underLoad(subject, random, async writers => {
      await pause(random.between(100, 4_000));
      writers.note();
      Object.assign(load, { writers, moment: await fullSecond() });
      await writers.more(random.between(10, 40));
    });
    subject.process.signal('SIGKILL');
    await subject.process.ended();
    killDatabase({ dataDir: folders.DATA_DIR }, random);
    const { writers, moment } = load as Required<typeof load>;
    await restore(folders, moment);
    await subject.start();
    // Sessions of before end with a restore.
    await subject.signIn();
    await insistOnSpan(writers, moment, moment);
    return figures;
  } finally {
    await subject.stop();
  }
}

export const restoreUntilFault: Fault = {
  name: 'restore-until',
  promises: ['R26'],
  summary: 'Program and database are killed, and the books restored as at a second in the middle of the load',
  run: restoreUntil,
};
