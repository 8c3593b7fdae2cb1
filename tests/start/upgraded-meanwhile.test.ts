import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { placeOf } from '../../server/platform/database/embedded/place';
import { start } from '../../server/start';
import { freePort } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';

test('R27 a process that lost its connection while a later version upgraded the database stops when it is back', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const port = await freePort();
  const running = await start(
    { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', DRAIN_SECONDS: '20' },
    temporaryFolder(),
  );
  const place = placeOf(dataDir);
  const client = new pg.Client({
    host: place.socketDir,
    port: 5432,
    user: 'postgres',
    password: readPasswords(place).postgres,
    database: 'counterfoil',
  });
  await client.connect();
  onTestFinished(() => running.stop());
  const cut = () =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'counterfoil listener'`);
  const listeners = async () =>
    (await client.query(`select from pg_stat_activity where application_name = 'counterfoil listener'`))
      .rowCount;
  let isOutdated = false;
  void running.outdated.then(() => (isOutdated = true));

  // A lost connection alone changes nothing.
  await cut();
  await expect.poll(listeners).toBe(1);
  expect(isOutdated).toBe(false);
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);

  await client.query(`insert into kysely_migration (name, timestamp) values ('9999_later', now())`);
  await cut();
  await running.outdated;
  await client.end();
  const from = performance.now();
  await running.stop();
  expect(performance.now() - from, 'without the pause for load balancers').toBeLessThan(15_000);
  await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
});
