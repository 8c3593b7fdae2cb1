import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection between browser and server that can be cut and restored at a fixed address. */
export async function restorableConnectionTo(address: string) {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isIn = true;
  // It listens also while the wire is pulled: someone else might take the port.
  const server = createServer(client => {
    client.on('error', () => undefined);
    if (!isIn) return void client.resetAndDestroy();
    const behind = connect(Number(target.port), target.hostname);
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    client.pipe(behind);
    behind.pipe(client);
  });
  server.unref();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pull: async () => {
      isIn = false;
      for (const socket of sockets) socket.destroy();
    },
    putIn: async () => {
      isIn = true;
    },
  };
}
