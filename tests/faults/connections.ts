import { join } from 'node:path';
import type { Random } from '../model/random';
import { cuttingProxyTo } from '../support/cutting-proxy';
import { temporaryFolder } from '../support/temporary-folder';
import type { Fault, Figures } from './fault';
import { embedded, replicated, urlOf } from './installations';
import { startSubject } from './subject';
import { underLoad } from './under-load';

/** The answer of the program is lost on its way to the client. */
async function cutReplies(random: Random): Promise<Figures> {
  const { subject } = await embedded();
  const percent = random.between(10, 50);
  const count = random.between(30, 80);
  let cut = () => undefined as void;
  const proxy = await cuttingProxyTo({ host: '127.0.0.1', port: subject.port }, () => {
    const isCut = random.in100(percent);
    if (isCut) cut();
    return isCut;
  });
  try {
    return await underLoad(
      subject,
      random,
      async writers => {
        cut = () => writers.note();
        await writers.more(count);
      },
      { port: proxy.port },
    );
  } finally {
    proxy.close();
  }
}

/** The database has committed, and its answer is lost on the way to the program. */
async function cutCommits(random: Random): Promise<Figures> {
  const { pair } = await replicated();
  const percent = random.between(5, 30);
  const count = random.between(30, 80);
  let cut: (() => void) | undefined;
  const proxy = await cuttingProxyTo({ host: '127.0.0.1', port: pair.primary.port }, answer => {
    if (!cut || !answer.includes('COMMIT\0') || !random.in100(percent)) return false;
    cut();
    return true;
  });
  const subject = await startSubject({
    DATABASE_URL: urlOf('counterfoil', proxy.port),
    DATA_DIR: join(temporaryFolder(), 'data'),
  });
  try {
    return await underLoad(subject, random, async writers => {
      cut = () => writers.note();
      await writers.more(count);
      cut = undefined;
    });
  } finally {
    await subject.stop();
    proxy.close();
  }
}

export const connectionFaults: readonly Fault[] = [
  {
    name: 'cut-replies',
    promises: ['R12'],
    summary: 'The connection of the client is cut after the change is saved, before the answer',
    run: cutReplies,
  },
  {
    name: 'cut-commits',
    promises: ['R08', 'R12'],
    summary: 'The connection to the database is cut after COMMIT, before its answer',
    run: cutCommits,
  },
];
