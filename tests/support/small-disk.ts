import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = { readonly folder: string; readonly unmount: () => void };

/** A disk of one megabyte, or null where this account may not mount one. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return null;
  }
  return {
    folder,
    unmount: () => {
      spawnSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}
