// The product as a server in a process of its own.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../server/app';
import { openListener } from '../server/platform/database/listen';
import { type Connection, openDatabase, openPool } from '../server/platform/database/open-database';
import { openFileStore } from '../server/platform/files/file-store';
import { openSecrets } from '../server/platform/secrets';
import { answerParent } from './answer-parent';
import { statementCounter } from './count-statements';

const { BENCH_CONNECTION = '{}', BENCH_FILES = '', BENCH_WEB = '' } = process.env;
const connection = JSON.parse(BENCH_CONNECTION) as Connection;
const pool = openPool(connection, 20);
const db = openDatabase(pool);

async function startProduct(): Promise<number> {
  const app = await buildApp({
    db,
    pool,
    files: await openFileStore(BENCH_FILES),
    secrets: openSecrets(randomBytes(32)),
    listener: openListener(connection),
    log: pino({ level: 'error' }),
    publicUrl: 'http://localhost',
    backupPlace: {
      folder: join(BENCH_FILES, 'backups'),
      server: { connection, maintenance: connection },
      rolesApart: false,
      version: 'bench',
    },
    webFolder: BENCH_WEB,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

const port = await startProduct();
answerParent(port, statementCounter());
