import { createServer, type Server, connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection between browser and server that can be cut and restored at a fixed address. */
export async function rawConnectionTo(address: string) {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const listen = async (port: number): Promise<number> => {
    const opened = createServer(client => {
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
    server = opened;
    await new Promise<void>(resolve => opened.listen(port, '127.0.0.1', resolve));
    return (opened.address() as AddressInfo).port;
  };
  const pull = async () => {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise(resolve => closing.close(resolve));
  };
  const port = await listen(0);
  return {
    address: `http://127.0.0.1:${port}`,
    pull,
    putIn: () => listen(port),
  };
}
