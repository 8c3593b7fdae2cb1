import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The result of reading a stored file and comparing it with the hash that names it. */
export type FileState = 'whole' | 'missing' | 'changed';

export async function inspectFile(path: string, sha256: string): Promise<FileState> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
  return hash.digest('hex') === sha256 ? 'whole' : 'changed';
}

/** The hashes of the files last stored before `before`, folder by folder. */
export async function* listOlder(folder: string, before: Date): AsyncGenerator<readonly string[]> {
  const folders = (await readdir(folder)).filter(name => /^[0-9a-f]{2}$/.test(name)).sort();
  for (const start of folders) {
    const older: string[] = [];
    for (const rest of await readdir(join(folder, start))) {
      if (/^[0-9a-f]{62}$/.test(rest) && (await isOlder(join(folder, start, rest), before)))
        older.push(start + rest);
    }
    if (older.length > 0) yield older;
  }
}

/**
 * Removes a file unless it has been stored again since `before`, and returns whether it did. The file is first moved
 * aside: an upload of the same content either touches it before that, which is seen here, or finds nothing and writes a
 * new one.
 */
export async function removeOlder(path: string, incoming: string, before: Date): Promise<boolean> {
  const aside = join(incoming, randomUUID());
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (await isOlder(aside, before)) {
    await rm(aside);
    return true;
  }
  await rename(aside, path);
  return false;
}

async function isOlder(path: string, before: Date): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isFile() === true && facts.mtimeMs < before.getTime();
}
