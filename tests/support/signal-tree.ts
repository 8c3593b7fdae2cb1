import { spawnSync } from 'node:child_process';

/** Sends a signal to a process and its children, such as a database server with all its sessions. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const each of [pid, ...stdout.split('\n').map(Number).filter(Boolean)])
    try {
      process.kill(each, signal);
    } catch {
      // It has ended meanwhile.
    }
}
