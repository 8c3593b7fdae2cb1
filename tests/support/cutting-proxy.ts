import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * Passes everything on to a server, and cuts a connection instead of passing on an answer that `cuts` chooses; a number is
 * that of its bytes that still arrive.
 */
export async function cuttingProxyTo(target: NetConnectOpts, cuts: (answer: Buffer) => boolean | number) {
  const sockets = new Set<Socket>();
  let times = 0;
  const server = createServer(client => {
    const behind = connect(target);
    const end = () => {
      client.destroy();
      behind.destroy();
    };
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.pipe(behind);
    behind.on('data', (answer: Buffer) => {
      const cut = cuts(answer);
      if (cut === false) return void client.write(answer);
      times += 1;
      if (cut === true) return end();
      behind.pause();
      client.write(answer.subarray(0, cut), end);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** How many connections were cut. */
    times: () => times,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
