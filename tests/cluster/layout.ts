import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { randomInt } from 'node:crypto';

/** The ports of one database machine. */
export type DatabasePorts = {
  readonly name: string;
  readonly postgres: number;
  readonly patroni: number;
  readonly etcd: number;
  readonly etcdPeer: number;
};

/** Where everything of a cluster listens on 127.0.0.1. */
export type Layout = {
  readonly databases: readonly [DatabasePorts, DatabasePorts, DatabasePorts];
  readonly processes: readonly [number, number];
  /** HAProxy, the address of users. */
  readonly office: number;
  /** HAProxy's own page. */
  readonly status: number;
};

/** Chooses free ports for a cluster. */
export async function freeLayout(): Promise<Layout> {
  const ports = await freePorts(16);
  const next = () => ports.pop() ?? 0;
  const database = (name: string) => ({
    name,
    postgres: next(),
    patroni: next(),
    etcd: next(),
    etcdPeer: next(),
  });
  return {
    databases: [database('db1'), database('db2'), database('db3')],
    processes: [next(), next()],
    office: next(),
    status: next(),
  };
}

/**
 * Ports below those that Linux gives to outgoing connections: while a server is down its port must not be taken by one.
 */
async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  const ports: number[] = [];
  for (let port = randomInt(15_000, 31_000); ports.length < count; port++) {
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      held.push(server);
      ports.push(port);
    } catch {
      // In use; the next one.
    }
  }
  for (const server of held) {
    server.close();
    await once(server, 'close');
  }
  return ports;
}
