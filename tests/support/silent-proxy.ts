import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Passes everything on to a server until it falls silent without closing a connection, as a lost machine does. */
export async function silentProxyTo({ host, port }: { host: string; port: number }) {
  const sockets: Socket[] = [];
  const server = createServer(client => {
    const behind = connect(`${host}/.s.PGSQL.${port}`);
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
