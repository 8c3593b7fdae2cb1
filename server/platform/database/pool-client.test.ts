import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../tests/support/postgres-for-tests';
import { openPool } from './open-database';

/** Passes everything on to a server until it falls silent without closing a connection, as a lost machine does. */
async function proxyTo(path: string) {
  const sockets: Socket[] = [];
  const server = createServer(client => {
    const behind = connect(path);
    sockets.push(client, behind);
    for (const socket of [client, behind]) socket.on('error', () => undefined);
    client.pipe(behind);
    behind.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => sockets.forEach(socket => socket.unpipe().pause()),
  };
}

test('R09 a server that falls silent fails the statement in time, and is asked again over a new connection', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { host, port } = database.connection;
  const proxy = await proxyTo(`${host}/.s.PGSQL.${port}`);
  const pool = openPool({ ...database.connection, host: '127.0.0.1', port: proxy.port }, 1, {
    answersWithin: 500,
  });
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  proxy.fallSilent();
  await expect(pool.query('select 1')).rejects.toThrow('Connection terminated');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
