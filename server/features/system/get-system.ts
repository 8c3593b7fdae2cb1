import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findingsOf } from '#domain/settings/system-health';
import type { SystemState } from '#domain/settings/system.contract';
import type { Recovery } from '../../platform/database/recovery';
import type { Reader } from '../../platform/database/open-database';
import { storedFacts } from './system.queries';

export type SystemPlace = {
  /** The archive for recovery to any second; only with the embedded database. */
  readonly recovery?: Recovery | undefined;
  /** The backup folder, for its free space. */
  readonly folder: string;
  readonly version: string;
  /** Whether requests sign in to the database with another role than migrations. */
  readonly rolesApart: boolean;
};

const startedAt = new Date(Date.now() - process.uptime() * 1000);

/** System status with findings. */
export async function getSystem(
  db: Reader,
  { folder, version, rolesApart, recovery: archive }: SystemPlace,
  now: Date,
): Promise<SystemState> {
  const [facts, disk, state] = await Promise.all([storedFacts(db), roomIn(folder), archive?.state()]);
  const recovery = state
    ? { is_on: state.isOn, from: state.from, failing: state.failing?.reason ?? null }
    : null;
  return {
    version,
    started_at: startedAt,
    node: process.versions.node,
    database: { version: facts.version, bytes: facts.bytes, step: facts.step },
    disk,
    backup_at: facts.backup?.at ?? null,
    check_at: facts.check?.at ?? null,
    findings: findingsOf({ ...facts, disk, recovery, roles_apart: rolesApart }, now),
  };
}

/** Free and total bytes, of the parent folder if it does not exist yet; null if unknown. */
async function roomIn(folder: string): Promise<{ free: number; total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    const above = dirname(folder);
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder ? roomIn(above) : null;
  }
}
