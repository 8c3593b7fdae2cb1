import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { id } from '#domain/kernel/fields';
import type { Tx } from '../../platform/database/open-database';
import { addJob } from '../../platform/jobs/add-job';
import { job } from '../../platform/jobs/job';
import { BackupRefused } from './backup-format';

const keptErasure = z.object({
  kind: z.enum(['customer', 'employee']),
  id,
  /** With the id, it names the record: another business has other times. */
  created_at: z.iso.datetime().transform(text => new Date(text)),
  erased_at: z.iso.datetime().transform(text => new Date(text)),
});
const erasureFile = z.object({ erased: z.array(keptErasure) });

/** Someone whose personal data was erased, without any personal data. */
export type KeptErasure = z.output<typeof keptErasure>;

/** In the folder of the backups: a restore erases these people again, also when the database itself is lost. */
const pathIn = (folder: string): string => join(folder, 'erasures.json');

export const keepErasures = job('keep-erasures', z.object({}));

/** Asks for the file to be written after the commit: as a job, so that a kill in between only delays it. */
export const askToKeepErasures = (tx: Tx): Promise<void> =>
  addJob(tx, keepErasures, {}, { key: keepErasures.name, maxAttempts: 20 });

/** The erasures in a folder; none without a file. Throws `BackupRefused` for a file that cannot be read. */
export async function readErasures(folder: string): Promise<KeptErasure[]> {
  let text: string;
  try {
    text = await readFile(pathIn(folder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return erasureFile.parse(JSON.parse(text)).erased;
  } catch {
    throw new BackupRefused(
      `The file ${pathIn(folder)} is damaged. It names the people whose data was erased, who would be back after a restore. Repair it from a copy, or move it away.`,
    );
  }
}

/** Each record once, the first of them. */
export function mergeErasures(...lists: readonly (readonly KeptErasure[])[]): KeptErasure[] {
  const byRecord = new Map<string, KeptErasure>();
  for (const one of lists.flat()) {
    const key = `${one.kind} ${one.id} ${one.created_at.toISOString()}`;
    if (!byRecord.has(key)) byRecord.set(key, one);
  }
  return [...byRecord.values()];
}

/** Adds erasures to the file, which is replaced as a whole and is on the disk afterwards. */
export async function addErasures(folder: string, erased: readonly KeptErasure[]): Promise<void> {
  const before = await readErasures(folder);
  const all = mergeErasures(before, erased);
  if (all.length === before.length) return;
  const unfinished = `${pathIn(folder)}.${randomUUID()}`;
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ erased: all }, null, 1)}\n`);
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(unfinished, pathIn(folder));
  const entries = await open(folder, 'r');
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}
