import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { londonDate } from '#domain/kernel/dates';
import { createFolder } from '../../platform/files/make-folder';

const ending = '.backup';
/** The suffix of a file being written. One found at start was left by a killed process. */
const unfinished = '.part';

const timeOfLondon = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * `counterfoil-2026-11-22-0215.backup`: when it was requested, London time. A second one in the same minute
 * gets `-2`.
 */
export function fileNameFor(at: Date, isTaken: (name: string) => boolean): string {
  const stem = `counterfoil-${londonDate(at)}-${timeOfLondon.format(at).replace(':', '')}`;
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${ending}`;
    if (!isTaken(name)) return name;
  }
}

export const unfinishedPath = (folder: string, name: string): string => join(folder, name + unfinished);

/** The names of the backups in the folder. */
export async function listFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(name => name.endsWith(ending)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function openFolder(folder: string): Promise<void> {
  if (createFolder(folder, 0o700) !== undefined) await chmod(folder, 0o700);
}

export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith(ending + unfinished)) await rm(join(folder, name), { force: true });
}

/** Renames a complete file so that it survives a power cut. */
export async function finishFile(folder: string, name: string): Promise<void> {
  await rename(unfinishedPath(folder, name), join(folder, name));
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const removeFile = (folder: string, name: string): Promise<void> =>
  rm(join(folder, name), { force: true });

/** The hash of a file; undefined if it does not exist. */
export async function sumOfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
