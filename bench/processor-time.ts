import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the processor time that a PostgreSQL server has used so far (ms), all its processes together. Only on Linux. A
 * process that has ended counts with what it had used when it was last read.
 */
export function processorTimeOf(dataFolder: string): () => number {
  const [pid = ''] = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(pid);
  const used = new Map<number, number>();
  return () => {
    for (const name of processes()) {
      const ms = usedBy(name, postmaster);
      if (ms > 0) used.set(name, ms);
    }
    return [...used.values()].reduce((sum, ms) => sum + ms, 0);
  };
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Each process of PostgreSQL has one thread, so its own figure in nanoseconds is complete. */
function usedBy(pid: number, postmaster: number): number {
  try {
    if (pid !== postmaster && parentOf(pid) !== postmaster) return 0;
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // It has ended since the folder was read.
    return 0;
  }
}

/** The fourth field, after the name in parentheses, which may itself have any characters. */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
