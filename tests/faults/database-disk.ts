import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { fillDisk, fillLog } from '../support/fill-disk';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { cramped } from './installations';
import { longestAnswer, type Subject } from './subject';
import { underLoad } from './under-load';

/** In seconds, from space on the disk to the first write that is saved (R10). */
const longestWithSpace = 10;

const isFull = new Set([503, 507]);

/** Writes until the database has no space for one more. */
async function untilRefused(subject: Subject): Promise<void> {
  for (;;) {
    const { status } = await subject.ask('/api/suppliers', {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: 'Filler', address: 'x'.repeat(400) }),
    });
    if (isFull.has(status)) return;
    insist(status === 200, `With the disk of the database full, a write was answered with ${status}.`);
  }
}

/**
 * The disk of the database is full: its tables cannot grow, and sometimes its log cannot either, which ends the server.
 * Reads are answered or refused meanwhile. With more space, everything goes on by itself (R10).
 */
async function fillDatabaseDisk(random: Random): Promise<Figures | null> {
  const { installation } = await cramped();
  if (installation === null) return null;
  const { subject, dataDir, disk } = installation;
  const { pid } = subject.process;
  const waits = random.between(20, 1_000);
  const endsServer = random.in100(50);
  const fullFor = random.between(1_000, 8_000);
  return underLoad(subject, random, async writers => {
    await pause(waits);
    writers.note();
    fillDisk(disk.folder);
    await untilRefused(subject);
    if (endsServer) await fillLog(dataDir);
    const freedAt = performance.now() + fullFor;
    try {
      while (performance.now() < freedAt) {
        const askedAt = performance.now();
        const { status } = await subject.ask('/api/suppliers');
        const seconds = (performance.now() - askedAt) / 1000;
        insist(status === 200 || status === 503, `With the disk full, a read was answered with ${status}.`);
        insistInTime(seconds <= longestAnswer, `With the disk full, a read took ${seconds.toFixed(1)} s.`);
        await pause(100);
      }
    } finally {
      // After a limit that was missed, the next round has the same disk.
      disk.grow();
    }
    const grownAt = performance.now();
    await writers.more(1);
    const seconds = (performance.now() - grownAt) / 1000;
    insistInTime(
      seconds <= longestWithSpace,
      `With space again, a write was saved after ${seconds.toFixed(1)} s; ${longestWithSpace} are allowed.`,
    );
    await writers.more(10);
    insist(subject.process.pid === pid, 'The program was started again.');
  });
}

export const databaseDiskFaults: readonly Fault[] = [
  {
    name: 'fill-database-disk',
    promises: ['R10'],
    summary: 'The disk of the database is full, then has space again',
    run: fillDatabaseDisk,
  },
];
