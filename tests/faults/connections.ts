import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { cuttingProxyTo } from '../support/cutting-proxy';
import { isPoolerInstalled, poolerFor } from '../support/pooler';
import { pairPassword } from '../support/postgres-pair';
import { temporaryFolder } from '../support/temporary-folder';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { embedded, replicated, urlOf } from './installations';
import { longestOutage } from './standbys';
import { type Subject, startSubject } from './subject';
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
        await writers.untilInjected();
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
      await writers.untilInjected();
      cut = undefined;
    });
  } finally {
    await subject.stop();
    proxy.close();
  }
}

/** The pooler in front of the database is killed, and comes back at once; sharing connections, it is refused. */
async function killPooler(random: Random): Promise<Figures | null> {
  if (!isPoolerInstalled) return null;
  const { pair } = await replicated();
  const server = {
    host: '127.0.0.1',
    port: pair.primary.port,
    user: 'counterfoil',
    password: pairPassword,
    database: 'counterfoil',
  };
  const times = random.between(1, 4);
  const pooler = await poolerFor(server, { mode: 'session', size: 60 });
  const sharing = await poolerFor(server, { mode: 'transaction', size: 60 });
  const variables = (port: number) => ({
    DATABASE_URL: urlOf('counterfoil', port),
    DATA_DIR: join(temporaryFolder(), 'data'),
  });
  let subject: Subject | undefined;
  try {
    await pooler.start();
    subject = await startSubject(variables(pooler.port));
    const figures = await underLoad(subject, random, async writers => {
      for (let nth = 0; nth < times; nth++) {
        await pause(random.between(20, 1_500));
        writers.note();
        await pooler.kill('SIGKILL');
        await pause(random.between(0, 1_000));
        await pooler.start();
        await writers.more(10);
      }
    });
    insistInTime(
      figures.outage <= longestOutage,
      `Writes were saved again after ${figures.outage.toFixed(1)} s; ${longestOutage} are allowed.`,
    );
    await sharing.start();
    await insistOnRefusal(variables(sharing.port));
    return figures;
  } finally {
    await subject?.stop();
    await pooler.kill();
    await sharing.kill();
  }
}

async function insistOnRefusal(variables: Record<string, string>): Promise<void> {
  const refused = spawnCounterfoil({ ...variables, PORT: String(await freePort()) });
  const end = await refused.ready().then(
    () => 'accepted',
    () => refused.ended(),
  );
  refused.signal('SIGKILL');
  insist(
    end === 1 && refused.printed().includes('Set pool_mode = session for this database.'),
    `A pooler that shares connections was not refused in a sentence (${end}): ${refused.printed()}`,
  );
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
  {
    name: 'kill-pooler',
    promises: ['R08', 'R12'],
    summary: 'PgBouncer in session mode is killed and started again; in transaction mode it is refused',
    run: killPooler,
  },
];
