import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  readonly folder: string;
  /** Gives the disk another size. */
  readonly resize: (megabytes: number) => void;
  readonly unmount: () => void;
};

/** A disk of so many megabytes, or null where this account may not mount one. */
export function mountSmallDisk(megabytes = 1): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-small-disk-'));
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    rmdirSync(folder);
    return null;
  }
  return {
    folder,
    resize: size => {
      if (!run('mount', '-o', `remount,size=${size}m`, folder)) throw new Error(`${folder} kept its size`);
    },
    unmount: () => {
      // Lazily, as a process may still be closing its files.
      run('umount', '-l', folder);
      rmdirSync(folder);
    },
  };
}

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
