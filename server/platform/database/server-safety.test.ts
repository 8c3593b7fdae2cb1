import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/postgres-for-tests';
import { ensureSafeServer, StartRefused, unreachableDatabase } from './server-safety';

const answering = (row: Record<string, string>) =>
  ({ query: async () => ({ rows: [row] }) }) as unknown as pg.Client;

const safe = {
  version_number: '150018',
  version: '15.18',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  in_recovery: 'false',
};

test('R04 refuses a real server that does not sync its writes to disk, naming each such setting', async () => {
  // The tests' own server is not durable.
  const database = await freshDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  const check = ensureSafeServer(client);
  await expect(check).rejects.toThrow(StartRefused);
  await expect(check).rejects.toThrow('fsync = off and full_page_writes = off and synchronous_commit = off');
  await client.end();
  await database.drop();
});

// Old servers and standbys are not available here, so their answers are simulated.
test('PostgreSQL 15 is accepted, 14 is refused by its version', async () => {
  await expect(ensureSafeServer(answering(safe))).resolves.toBeUndefined();
  const old = ensureSafeServer(answering({ ...safe, version_number: '140012', version: '14.12' }));
  await expect(old).rejects.toThrow(
    'The database is PostgreSQL 14.12; Counterfoil needs PostgreSQL 15 or later.',
  );
});

test('a standby is refused', async () => {
  await expect(ensureSafeServer(answering({ ...safe, in_recovery: 'true' }))).rejects.toThrow(
    /is a read-only standby/,
  );
});

test.each(['local', 'remote_write', 'remote_apply'])(
  'synchronous_commit = %s is as safe on one machine',
  async value => {
    await expect(
      ensureSafeServer(answering({ ...safe, synchronous_commit: value })),
    ).resolves.toBeUndefined();
  },
);

test('F94 refuses synchronous_commit = local where a standby is relied on: it may lack confirmed writes', async () => {
  const withStandby = { ...safe, synchronous_commit: 'local', standby_names: 'FIRST 1 (other)' };
  await expect(ensureSafeServer(answering(withStandby))).rejects.toThrow(
    /has a synchronous standby but runs with synchronous_commit = local/,
  );
  await expect(
    ensureSafeServer(answering({ ...withStandby, synchronous_commit: 'on' })),
  ).resolves.toBeUndefined();
});

test('names an unreachable server by host and port, without the password', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => listener.once('listening', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise(resolve => listener.close(resolve));

  const at = { host: '127.0.0.1', port };
  const client = new pg.Client({ ...at, user: 'app', password: 'secret-word', database: 'shop' });
  const error = await client.connect().then(
    () => null,
    (reason: Error) => unreachableDatabase(reason, at),
  );
  expect(error).toBeInstanceOf(StartRefused);
  expect(error?.message).toContain(
    `The database at 127.0.0.1:${port} cannot be used: no server responds at this address and port.`,
  );
  expect(error?.message).not.toContain('secret-word');
});
