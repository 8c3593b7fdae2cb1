import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackupsPage } from '#domain/settings/backups.contract';
import type { Random } from '../model/random';
import { spawnCounterfoil } from '../support/counterfoil-process';
import { asSuperuserOf } from '../support/superuser-of';
import { temporaryFolder } from '../support/temporary-folder';
import { checkBooks } from './check-books';
import { killRunningDatabase } from './crashes';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { insistOnSpan } from './restore-until';
import { secretKey, startSubject, type Subject } from './subject';
import { underLoad } from './under-load';
import type { Writers } from './writers';

/** `npm run faults -- --gigabytes` sets it. Of text that hardly compresses; the tables are as large in the database. */
const gigabytes = Number(process.env.FAULTS_GIGABYTES ?? 0.25);
const rows = Math.ceil(512_000 * gigabytes);
const fill = `insert into suppliers (name, address, created_at, updated_at)
  select 'Stored ' || n, (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 58) part), now(), now()
  from generate_series(1, ${rows}) n`;

/** In seconds (R25): ten minutes a gigabyte. */
const longestRestore = 600 * gigabytes;
/** In seconds: ends a wait for a backup that is never made. */
const patience = 900;

type Kept = BackupsPage['data'][number];

/** Asks for a backup, and waits until it is made and verified. */
async function backUp(subject: Subject): Promise<Kept> {
  const { status } = await subject.ask('/api/settings/backups', { method: 'POST' });
  insist(status === 200, `A backup was answered with ${status}.`);
  for (const until = performance.now() + patience * 1000; ; await pause(500)) {
    const response = await subject.ask('/api/settings/backups');
    // Too busy at the moment (R33).
    if (response.status === 429 || response.status === 503) continue;
    const [made] = ((await response.json()) as BackupsPage).data;
    if (made?.state === 'kept' && made.holds === true) return made;
    insist(
      made?.state !== 'failed' && made?.holds !== false && performance.now() < until,
      `A backup is ${made?.state}: ${made?.reasons.join(' ')}`,
    );
  }
}

/**
 * A backup is made while clients write. Program, database and their disk are lost, and the backup is restored on an empty
 * one: what was answered before it was asked for is there, what was sent after it was made is not (R25).
 */
async function restoreBackup(random: Random): Promise<Figures> {
  const [dataDir, backupDir] = [join(temporaryFolder(), 'data'), temporaryFolder()];
  const elsewhere = { DATA_DIR: join(temporaryFolder(), 'data'), BACKUP_DIR: backupDir };
  const subject = await startSubject({ DATA_DIR: dataDir, BACKUP_DIR: backupDir });
  try {
    await asSuperuserOf(dataDir, fill);
    const load: { writers?: Writers; backup?: Kept; from?: Date; to?: Date } = {};
    const figures = await underLoad(subject, random, async writers => {
      await pause(random.between(100, 4_000));
      const from = new Date();
      const backup = await backUp(subject);
      Object.assign(load, { writers, backup, from, to: new Date() });
      writers.note();
      await writers.more(random.between(10, 40));
    });
    subject.process.signal('SIGKILL');
    await subject.process.ended();
    killRunningDatabase({ dataDir }, random);
    const { writers, backup, from, to } = load as Required<typeof load>;
    const startedAt = performance.now();
    const restoring = spawnCounterfoil(
      { ...elsewhere, SECRET_KEY: secretKey },
      { script: 'scripts/restore.mjs', options: [join(backupDir, backup.file_name), '--yes'] },
    );
    const code = await restoring.ended();
    const took = (performance.now() - startedAt) / 1000;
    insist(code === 0, `The restore ended with ${code}: ${restoring.printed()}`);
    await subject.start(elsewhere);
    await subject.signIn();
    await insistOnSpan(writers, from, to);
    await checkBooks(subject.ask);
    insistInTime(
      took <= longestRestore,
      `The restore of ${gigabytes} GB took ${took.toFixed(0)} s; ${longestRestore} are allowed.`,
    );
    return { ...figures, outage: took };
  } finally {
    await subject.stop();
  }
}

export const restoreBackupFault: Fault = {
  name: 'restore-backup',
  promises: ['R25'],
  summary:
    'A backup is made while clients write, everything else is lost, and it is restored on an empty disk',
  run: restoreBackup,
};
