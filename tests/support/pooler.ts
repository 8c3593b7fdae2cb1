import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseConnection } from '../../server/platform/database/embedded';
import { freePort } from './counterfoil-process';
import { temporaryFolder } from './temporary-folder';

const program = '/usr/sbin/pgbouncer';
export const isPoolerInstalled = spawnSync(program, ['--version']).status === 0;

/** PgBouncer in front of a database, on a port of its own. */
export type Pooler = {
  readonly port: number;
  readonly start: () => Promise<void>;
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>;
};

/** Prepares a pooler, which is not running yet. */
export async function poolerFor(
  server: DatabaseConnection,
  { mode, size = 10 }: { readonly mode: string; readonly size?: number },
): Promise<Pooler> {
  const folder = temporaryFolder();
  const port = await freePort();
  writeFileSync(join(folder, 'users'), `"${server.user}" "${server.password}"\n`);
  writeFileSync(
    join(folder, 'pooler.ini'),
    [
      '[databases]',
      `${server.database} = host=${server.host} port=${server.port}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = scram-sha-256\nauth_file = ${join(folder, 'users')}`,
      `pool_mode = ${mode}\ndefault_pool_size = ${size}`,
    ].join('\n'),
  );
  for (const file of ['users', 'pooler.ini']) chmodSync(join(folder, file), 0o644);
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  let running: ChildProcess | undefined;
  const hasEnded = () => running?.exitCode !== null || running.signalCode !== null;
  return {
    port,
    start: async () => {
      running = spawn(program, [...asUser, '-q', join(folder, 'pooler.ini')], { stdio: 'ignore' });
      while (!(await answers(port))) {
        if (hasEnded()) throw new Error('PgBouncer does not start.');
        await pause(50);
      }
    },
    kill: async (signal = 'SIGINT') => {
      if (!running || hasEnded()) return;
      running.kill(signal);
      await once(running, 'exit');
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
