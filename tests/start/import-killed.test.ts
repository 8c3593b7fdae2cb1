import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { placeOf } from '../../server/platform/database/embedded/place';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';

const rows = 15_000;
const administrator = { email: 'owner@firm.example', password: 'correct horse battery staple' };

/** Queries the embedded database beside the application. */
async function ask(dataDir: string, statement: string): Promise<Record<string, unknown> | undefined> {
  const place = placeOf(dataDir);
  const client = new pg.Client({
    host: place.socketDir,
    port: 5432,
    user: 'counterfoil',
    password: readPasswords(place).counterfoil,
    database: 'counterfoil',
  });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows[0];
  } finally {
    await client.end();
  }
}

test('kill -9 during an import leaves nothing of it; after the next start it is carried out once', async () => {
  const port = await freePort();
  const dataDir = join(temporaryFolder(), 'data');
  const variables = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    LOG_LEVEL: 'error',
  };
  const first = spawnCounterfoil(variables);
  onTestFinished(() => first.signal('SIGKILL'));
  await first.ready();

  let token = '';
  const call = async (method: string, path: string, body?: unknown) => {
    const form = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  token = String((await call('POST', '/auth/login', administrator)).token);
  const form = new FormData();
  form.append('kind', 'suppliers');
  const lines = Array.from({ length: rows }, (_, n) => `Firm ${n}`);
  form.append('file', new Blob([['Name', ...lines].join('\n')]), 'firms.csv');
  const id = Number((await call('POST', '/imports', form)).id);
  const until = async (found: (now: Record<string, unknown>) => boolean) => {
    for (;;) {
      const now = await call('GET', `/imports/${id}`);
      if (found(now)) return now;
      await pause(20);
    }
  };
  await until(now => now.state === 'mapping');
  await call('POST', `/imports/${id}/check`, { mapping: { name: 0 } });
  await until(now => now.state === 'checked');
  await call('POST', `/imports/${id}/commit`, {});
  await until(now => Number(now.progress) > 2_500);
  first.signal('SIGKILL');
  await first.ended();

  const count = async (table: string) => Number((await ask(dataDir, `select count(*) from ${table}`))?.count);
  expect(await count('suppliers')).toBe(0);
  expect(await ask(dataDir, 'select state from imports')).toEqual({ state: 'committing' });

  const second = spawnCounterfoil(variables);
  onTestFinished(async () => {
    second.signal('SIGTERM');
    await second.ended();
  });
  await second.ready();
  // The sweep would find it a minute after its last heartbeat.
  await ask(dataDir, `update imports set alive_at = now() - interval '2 minutes'`);
  await ask(dataDir, `select from graphile_worker.add_job('sweep-imports', '{}')`);
  await until(now => now.state === 'done');
  expect(await count('suppliers')).toBe(rows);
  expect(await count(`audit_log where action = 'created' and record_type = 'supplier'`)).toBe(rows);
});
