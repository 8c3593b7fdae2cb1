// One server in a process of its own: the product, or its raw twin with a pool of the same size.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../server/app';
import { openListener } from '../server/platform/database/listen';
import { type Connection, openDatabase, openPool } from '../server/platform/database/open-database';
import { openFileStore } from '../server/platform/files/file-store';
import { openSecrets } from '../server/platform/secrets';
import { twinActor, twins } from './lists';
import { watchEventLoop } from './watch-event-loop';

const { BENCH_MODE, BENCH_CONNECTION = '{}', BENCH_FILES = '', BENCH_WEB = '' } = process.env;
const connection = JSON.parse(BENCH_CONNECTION) as Connection;
const poolSize = 20;
const db = openDatabase(openPool(connection, poolSize));

async function startProduct(): Promise<number> {
  const app = await buildApp({
    db,
    files: await openFileStore(BENCH_FILES),
    secrets: openSecrets(randomBytes(32)),
    listener: openListener(connection),
    log: pino({ level: 'error' }),
    publicUrl: 'http://localhost',
    backupPlace: {
      folder: join(BENCH_FILES, 'backups'),
      server: { connection, maintenance: connection },
      version: 'bench',
    },
    webFolder: BENCH_WEB,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** No framework, sign-in or contract: the most that these queries can achieve on this machine. */
async function startTwin(): Promise<number> {
  const files = await openFileStore(BENCH_FILES);
  const parsedQueries = new Map<string, () => Promise<unknown>>();
  /** The query of an address, parsed once, because parsing is part of the contract. */
  const work = (address: string) => {
    const url = new URL(address, 'http://localhost');
    const route = twins.get(url.pathname);
    if (!route) throw new Error(`${url.pathname} is no list`);
    const query = route.call.query?.parse(Object.fromEntries(url.searchParams));
    return () => route.handle({ db, files, actor: twinActor, now: new Date(), params: {}, query } as never);
  };
  const server = createServer((request, response) => {
    const address = request.url ?? '/';
    const run = parsedQueries.get(address) ?? work(address);
    parsedQueries.set(address, run);
    run().then(
      page => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page)),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

// The servers end with the benchmark, however that ends.
process.on('disconnect', () => process.exit());
const port = await (BENCH_MODE === 'twin' ? startTwin() : startProduct());
const longestBlock = watchEventLoop();
process.on('message', () => process.send?.(longestBlock()));
process.send?.({ port });
