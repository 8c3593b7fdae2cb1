import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, spawnCounterfoil } from '../tests/support/counterfoil-process';

const idleForMs = 5_000;

/** The time of the `npm start` script to its ready line (s), and its memory when idle (MB). */
export async function measureStart(
  dataDir: string,
  options: { readonly idle: boolean; readonly onStarted: (stop: () => Promise<unknown>) => void },
): Promise<{ readyS: number; idleMb: number }> {
  const variables = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
  };
  const from = performance.now();
  const counterfoil = spawnCounterfoil(variables);
  const stop = async () => {
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
  };
  options.onStarted(stop);
  try {
    await counterfoil.ready();
    const readyS = (performance.now() - from) / 1000;
    // Nothing signals that a process is idle, so this is how long the figure's definition waits.
    if (options.idle) await pause(idleForMs);
    return { readyS, idleMb: options.idle ? residentMb(counterfoil.pid) : 0 };
  } finally {
    await stop();
  }
}

function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /VmRSS:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kib) / 1024;
}
