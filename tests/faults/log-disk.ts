import { readFileSync, statSync, truncateSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { fillDisk, freeDisk } from '../support/fill-disk';
import { administrator } from './client';
import { killRunningDatabase } from './crashes';
import { type Fault, type Figures, insist } from './fault';
import { logging } from './installations';
import { lostLinesOf } from './lost-lines';
import { underLoad } from './under-load';

const tellsLosses = 'some log lines could not be written and are lost';

/** What a file may still take of a disk that is full, in bytes. */
const page = 4096;

/**
 * The disk of the log is full: lines are lost and counted, and everything else goes on, also when the database has to be
 * started again meanwhile. With space again, the log goes on with whole lines (R40).
 */
async function fillLogDisk(random: Random): Promise<Figures | null> {
  const { installation } = await logging();
  if (installation === null) return null;
  const { subject, dataDir, metricsToken, folder, files } = installation;
  const { pid } = subject.process;
  const waits = random.between(20, 1_000);
  const count = random.between(20, 60);
  const losesDatabase = random.in100(50);
  return underLoad(subject, random, async writers => {
    await pause(waits);
    // As a rotation of logs does: the disk has space for one round.
    truncateSync(files[0]);
    const lost = () => lostLinesOf(subject, metricsToken);
    const before = await lost();
    fillDisk(folder);
    writers.note();
    const filled = statSync(files[0]).size;
    if (losesDatabase) killRunningDatabase({ dataDir }, random);
    while ((await lost()) === before) await writers.more(1);
    await writers.more(count);
    const grown = statSync(files[0]).size - filled;
    insist(grown <= page, `The log grew by ${grown} bytes although its disk was full.`);
    freeDisk(folder);
    while (!readFileSync(files[0], 'utf8').includes(tellsLosses)) await writers.more(1);
    insist(subject.process.pid === pid, 'The program was started again.');
    insistOnWholeLines(readFileSync(files[0], 'utf8'));
    insistOnNoSecrets(files, [administrator.password, subject.token(), metricsToken]);
  });
}

/** Each begins and ends as one object; what `npm start` itself prints is plain text. */
function insistOnWholeLines(log: string): void {
  // The last one may be being written.
  for (const line of log.split('\n').slice(0, -1)) {
    if (!line.startsWith('{')) continue;
    try {
      JSON.parse(line);
    } catch {
      insist(false, `The log has a line that is not whole: ${line.slice(0, 200)}`);
    }
  }
}

function insistOnNoSecrets(files: readonly string[], secrets: readonly string[]): void {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    insist(!secrets.some(secret => text.includes(secret)), `${file} contains a password or a token.`);
  }
}

export const fillLogDiskFault: Fault = {
  name: 'fill-log-disk',
  promises: ['R40'],
  summary: 'The disk of the log is full, then has space again',
  run: fillLogDisk,
};
