import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';

/** Only Linux shows these of another process. */
export const showsProcesses = process.platform === 'linux';

const megabytes = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
};

/** The resident memory of a process, in MB. From here on its peak is measured anew. */
export function watchMemory(pid: number): { readonly start: number; readonly peak: () => number } {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return { start: megabytes(pid, 'VmRSS'), peak: () => megabytes(pid, 'VmHWM') };
}

/** What the descriptors of a process lead to. One may be closed while they are read. */
export const descriptorsOf = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap(name => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
