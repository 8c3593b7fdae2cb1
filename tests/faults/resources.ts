import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { spawnCounterfoil, freePort } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';
import { pdfOf } from '../support/upload';
import { type Fault, type Figures, insist } from './fault';
import { crowded, replicated, unread, urlOf } from './installations';
import { lostLinesOf } from './lost-lines';
import { secretKey, type Subject, startSubject } from './subject';
import { underLoad } from './under-load';

async function upload(subject: Subject, order: number, bytes: number): Promise<number> {
  const body = new FormData();
  body.append('attachments[]', new Blob([new Uint8Array(pdfOf(bytes))]), 'bill.pdf');
  return (await subject.ask(`/api/purchases/${order}/attachments`, { method: 'POST', body })).status;
}

async function someOrder(subject: Subject): Promise<number> {
  const create = async (path: string, body: object) => {
    const response = await subject.ask(path, { method: 'POST', body: JSON.stringify(body) });
    return ((await response.json()) as { id: number }).id;
  };
  const supplier = await create('/api/suppliers', { name: `Order ${Date.now()}` });
  return create('/api/purchases', { supplier_id: supplier });
}

/** The disk of attachments is full: uploads answer 507, and everything else goes on (R10). */
async function fillDisk(random: Random): Promise<Figures | null> {
  const { installation } = await crowded();
  if (installation === null) return null;
  const { subject, files } = installation;
  const order = await someOrder(subject);
  const taken = random.between(600_000, 900_000);
  const filler = join(files, 'other-program');
  return underLoad(subject, random, async writers => {
    await writeFile(filler, Buffer.alloc(taken));
    writers.note();
    const refused = await upload(subject, order, 900_000);
    insist(refused === 507, `With a full disk an upload was answered with ${refused}.`);
    await writers.more(10);
    await rm(filler);
    const accepted = await upload(subject, order, 2_000);
    insist(accepted === 200, `With space again, an upload was answered with ${accepted}.`);
  });
}

/** Output that no one reads keeps no one waiting (R40). */
async function leaveOutputUnread(random: Random): Promise<Figures> {
  const { subject, metricsToken } = await unread();
  const count = random.between(20, 60);
  return underLoad(subject, random, async writers => {
    const endsAt = performance.now() + 60_000;
    const lost = () => lostLinesOf(subject, metricsToken);
    while ((await lost()) === 0 && performance.now() < endsAt) await pause(200);
    // Lines have been lost since the pipe is full, and every answer still arrives.
    insist((await lost()) > 0, 'No line of the log was lost in a minute: its pipe was never full.');
    writers.note();
    await writers.more(count);
  });
}

let started = 0;

/** Several processes start at once on an empty database, and one of them is killed meanwhile (R27). */
async function startTogether(random: Random): Promise<Figures> {
  const { pair } = await replicated();
  started += 1;
  const database = `started_${started}`;
  await pair.primary.ask(`create database ${database} owner counterfoil`);
  const variables = () => ({
    DATABASE_URL: urlOf(database, pair.primary.port),
    DATA_DIR: join(temporaryFolder(), 'data'),
    SECRET_KEY: secretKey,
  });
  const delays = [0, random.between(0, 1_000), random.between(0, 1_000)];
  const killedAfter = random.between(200, 5_000);
  const doomed = spawnCounterfoil({ ...variables(), PORT: String(await freePort()) });
  const killed = pause(killedAfter).then(() => doomed.signal('SIGKILL'));
  const starting = await Promise.allSettled(
    delays.map(async delay => {
      await pause(delay);
      return startSubject(variables());
    }),
  );
  await killed;
  const subjects = starting.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    for (const one of starting) if (one.status === 'rejected') throw one.reason;
    const [first] = subjects as [Subject];
    return await underLoad(first, random, async writers => {
      writers.note();
      for (const subject of subjects)
        insist(
          (await subject.ask('/api/suppliers')).status === 200,
          'Not every process that started answers.',
        );
      await writers.more(5);
    });
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}

export const resourceFaults: readonly Fault[] = [
  {
    name: 'fill-disk',
    promises: ['R10'],
    summary: 'The disk of attachments is full, then has space again',
    run: fillDisk,
  },
  {
    name: 'leave-output-unread',
    promises: ['R40'],
    summary: 'The log is written to a pipe that no one reads',
    run: leaveOutputUnread,
  },
  {
    name: 'start-together',
    promises: ['R27'],
    summary: 'Three processes start on an empty database, and a fourth is killed meanwhile',
    run: startTogether,
  },
];
