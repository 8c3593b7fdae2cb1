import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/postgres-for-tests';
import { silentProxyTo } from '../../../tests/support/silent-proxy';
import { cancelledBy } from './cancellation';
import { openListener } from './listen';
import { openPool } from './open-database';

test('R09 a server that falls silent fails the statement in time, and is asked again over a new connection', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const proxy = await silentProxyTo(database.connection);
  const pool = openPool({ ...database.connection, host: '127.0.0.1', port: proxy.port }, 1, {
    answersWithin: 3_000,
  });
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  proxy.fallSilent();
  await expect(pool.query('select 1')).rejects.toThrow('Connection terminated');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('R09 a listener notices that its server has fallen silent, and listens again over a new connection', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const proxy = await silentProxyTo(database.connection);
  const listener = openListener(
    { ...database.connection, host: '127.0.0.1', port: proxy.port },
    { pulseMs: 100, answerMs: 3_000 },
  );
  onTestFinished(() => listener.close());
  const heard: (string | null)[] = [];
  await listener.subscribe('greetings', text => heard.push(text));
  proxy.fallSilent();
  // Nothing is known of the time between.
  await expect.poll(() => heard).toEqual([null]);
  const pool = openPool(database.connection, 1);
  onTestFinished(() => pool.end());
  await pool.query(`select pg_notify('greetings', 'hello')`);
  await expect.poll(() => heard).toEqual([null, 'hello']);
});

test('R32 a connection that replaces one of stopped work serves the next in the queue', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const pool = openPool(database.connection, 1);
  onTestFinished(() => pool.end());
  // However long a connection takes on a busy machine.
  pool.options.connectionTimeoutMillis = 0;
  const watcher = openPool(database.connection, 1);
  onTestFinished(() => watcher.end());
  const sleeping = async () =>
    (
      await watcher.query(
        "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      )
    ).rowCount;
  const ending = new AbortController();
  const stopped = cancelledBy(ending.signal, () => pool.query('select pg_sleep(600)'));
  stopped.catch(() => undefined);
  await expect.poll(sleeping).toBe(1);
  const next = pool.query('select 1 as one');
  ending.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('canceling statement');
  expect((await next).rows).toEqual([{ one: 1 }]);
});
