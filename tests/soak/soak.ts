import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { connectionsOf } from '../../server/platform/database/embedded/connections';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { placeOf } from '../../server/platform/database/embedded/place';
import { startSubject, type Subject } from '../faults/subject';
import { startSmtpSink } from '../support/smtp-sink';
import { temporaryFolder } from '../support/temporary-folder';
import { enterStock, requestAt, type Stock } from './requests';
import type { Answer, Sample, SoakRun } from './soak-figures';

/** Each sample collects garbage, which makes requests wait. */
const samplesOf = (seconds: number) => Math.min(60, Math.max(8, Math.floor(seconds)));

export type Soak = {
  readonly subject: Subject;
  /** Sends so many requests a second for so long, and samples what the process holds. */
  readonly run: (seconds: number, perSecond: number) => Promise<SoakRun>;
  readonly close: () => Promise<void>;
};

/** Counterfoil with the embedded database and a mail server, and what else it is to load before. */
export async function startSoak(...preloads: readonly string[]): Promise<Soak> {
  const folder = temporaryFolder();
  const [dataDir, socketPath] = [join(folder, 'data'), join(folder, 'figures')];
  const sink = await startSmtpSink({ keepContent: false });
  const scripts = ['figures-of-process.mjs', ...preloads].map(name => join(import.meta.dirname, name));
  const subject = await startSubject({
    DATA_DIR: dataDir,
    SMTP_URL: sink.url,
    SOAK_SOCKET: socketPath,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: scripts.map(script => `--import=${pathToFileURL(script).href}`).join(' '),
  });
  const place = placeOf(dataDir);
  const database = new pg.Client(connectionsOf(place, readPasswords(place)).superuser);
  await database.connect();
  const stock = await enterStock(subject);
  const sample = async (at: number): Promise<Sample> => {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = 'counterfoil'`,
    );
    const held = await heldBy(socketPath);
    return { at, connections: rows[0]?.count ?? 0, ...held };
  };
  return {
    subject,
    run: (seconds, perSecond) => soakFor({ seconds, perSecond }, { subject, stock, sample }),
    close: async () => {
      await database.end();
      await subject.stop();
      await sink.close();
    },
  };
}

async function heldBy(socketPath: string): Promise<Omit<Sample, 'at' | 'connections'>> {
  const asking = request({ socketPath, agent: false }).end();
  const [response] = await once(asking, 'response');
  return JSON.parse(await text(response)) as Omit<Sample, 'at' | 'connections'>;
}

type Parts = {
  readonly subject: Subject;
  readonly stock: Stock;
  readonly sample: (at: number) => Promise<Sample>;
};

async function soakFor(
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
  { subject, stock, sample }: Parts,
): Promise<SoakRun> {
  const [answers, failures, samples]: [Answer[], string[], Sample[]] = [[], [], []];
  let busy = 0;
  let lastSale: number | null = null;
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const until = (at: number) => pause(Math.max(0, (at - elapsed()) * 1000));
  const ask = async (nth: number) => {
    const { path, body } = requestAt(nth, stock, lastSale);
    const at = elapsed();
    try {
      const response = await subject.ask(path, body === undefined ? {} : { method: 'POST', body });
      const reply = Buffer.from(await response.arrayBuffer());
      answers.push({ at, time: (elapsed() - at) * 1000 });
      if (response.status === 503) busy++;
      else if (!response.ok)
        failures.push(`${path} was answered with ${response.status}: ${reply.toString().slice(0, 300)}`);
      else if (path === '/api/sales' && body !== undefined)
        lastSale = (JSON.parse(reply.toString()) as { id: number }).id;
    } catch (error) {
      failures.push(`${path} was not answered: ${String(error)}`);
    }
  };
  const load = async () => {
    const underWay = new Set<Promise<void>>();
    // At their times, whether or not earlier ones have been answered.
    for (let nth = 0; nth < seconds * perSecond; nth++) {
      await until(nth / perSecond);
      const asking: Promise<void> = ask(nth).finally(() => underWay.delete(asking));
      underWay.add(asking);
    }
    await Promise.all(underWay);
  };
  const watch = async () => {
    const count = samplesOf(seconds);
    for (let nth = 0; nth < count; nth++) {
      await until((nth * seconds) / count);
      samples.push(await sample(elapsed()));
    }
  };
  await Promise.all([load(), watch()]);
  return { seconds, samples, answers, busy, failures };
}
