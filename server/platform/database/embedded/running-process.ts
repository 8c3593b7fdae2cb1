import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * One process, distinguished from a later one with the same id: containers reuse the same few ids at every start.
 * `mark` is the boot id and the start time on Linux, empty elsewhere.
 */
export interface RunningProcess {
  readonly pid: number;
  readonly mark: string;
}

/** The process that has this id now; null when there is none, or when it is a zombie. */
export function findProcess(pid: number): RunningProcess | null {
  if (process.platform !== 'linux') return canBeSignalled(pid) ? { pid, mark: '' } : null;
  const stat = readProc(`${pid}/stat`);
  // /proc may be mounted so that other users' processes are hidden; a signal still finds them.
  if (stat === null) return canBeSignalled(pid) ? { pid, mark: '' } : null;
  const fields = fieldsOf(stat);
  if (hasEnded(fields)) return null;
  return { pid, mark: `${readProc('sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19]}` };
}

/** Whether the process with this id has ended, and its parent has not taken note yet. */
export function isDead(pid: number): boolean {
  const stat = process.platform === 'linux' ? readProc(`${pid}/stat`) : null;
  return stat !== null && hasEnded(fieldsOf(stat));
}

// The second field is the program's name in brackets, which may itself contain brackets and spaces.
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');
const hasEnded = ([state]: readonly string[]): boolean => state === 'Z' || state === 'X';

/** Whether that exact process is still running. */
export function isRunning(process: RunningProcess): boolean {
  const found = findProcess(process.pid);
  return found !== null && (found.mark === process.mark || found.mark === '' || process.mark === '');
}

/** The program and its arguments, or null when they are unknown. */
export function commandLineOf(pid: number): string[] | null {
  if (process.platform === 'linux') return readProc(`${pid}/cmdline`)?.split('\0') ?? null;
  const listed = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  return listed.status === 0 ? [listed.stdout.trim()] : null;
}

function readProc(path: string): string | null {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return null;
  }
}

function canBeSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
