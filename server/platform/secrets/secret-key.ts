import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../files/make-folder';
import { StartRefused } from '../start-refused';
import { secretKeyBytes } from './secrets';

/**
 * The encryption key: SECRET_KEY when set, otherwise the file `secret.key` of the data folder, outside the database.
 * The file is created at the first start, readable by this account only. Where a database belongs to a key already, none
 * may be created.
 */
export async function readSecretKey(
  dataDir: string,
  secretKey: string | null,
  { mayCreate = true } = {},
): Promise<Buffer> {
  if (secretKey !== null) return Buffer.from(secretKey, 'hex');
  const path = join(dataDir, 'secret.key');
  const existing = await readKey(path);
  if (existing === null && !mayCreate)
    throw new StartRefused(
      `${path} is missing and SECRET_KEY is not set, but the database was written with a secret key. Put back the one that belongs to it. If that key is lost for good, see docs/backup.md: npm start -- --new-secret-key`,
    );
  const key = existing ?? (await makeKey(path));
  if (key.length !== secretKeyBytes)
    throw new StartRefused(
      `${path} must contain 64 hexadecimal digits. Restore the file from your backup: encrypted data cannot be read with any other key.`,
    );
  return key;
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim();
    await chmod(path, 0o600);
    return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new StartRefused(`${path} cannot be read (${code}). Make the Counterfoil account its owner.`);
  }
}

/**
 * Written in full and then renamed, so that no reader gets half a key, and two processes that start at once share the
 * first.
 */
async function makeKey(path: string): Promise<Buffer> {
  createFolder(dirname(path));
  const unnamed = `${path}.${randomUUID()}`;
  const file = await open(unnamed, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(secretKeyBytes).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(unnamed, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unnamed, { force: true });
  }
  return (await readKey(path)) ?? Buffer.alloc(0);
}
