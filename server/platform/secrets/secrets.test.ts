import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { StartRefused } from '../start-refused';
import { openSecrets, readSecretKey, SecretUnreadable } from '.';

const key = randomBytes(32);
const secrets = openSecrets(key);

describe('K8 a sealed text', () => {
  test('decrypts to the same text, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
        const sealed = secrets.seal(text, place);
        expect(secrets.unseal(sealed, place)).toBe(text);
        expect(secrets.seal(text, place)).not.toBe(sealed);
      }),
      { numRuns: 1000 },
    );
  });

  test('does not reveal its content', () => {
    expect(secrets.seal('QQ123456C', 'employee 1 pay')).not.toContain('QQ123456C');
  });

  test('decrypts with the same key after a restart, and with no other key or place', () => {
    const sealed = secrets.seal('12345678', 'employee 1 pay');
    expect(openSecrets(Buffer.from(key)).unseal(sealed, 'employee 1 pay')).toBe('12345678');
    expect(() => openSecrets(randomBytes(32)).unseal(sealed, 'employee 1 pay')).toThrow(/a different key/);
    expect(() => secrets.unseal(sealed, 'employee 2 pay')).toThrow(SecretUnreadable);
  });

  test('does not decrypt after any character was altered, or when it is not a secret', () => {
    const sealed = secrets.seal('12345678', 'here');
    fc.assert(
      fc.property(fc.nat(sealed.length - 2), at => {
        const other = sealed[at] === 'A' ? 'B' : 'A';
        const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
        expect(() => secrets.unseal(changed, 'here')).toThrow(SecretUnreadable);
      }),
    );
    for (const text of ['', 'v1', 'v1...', sealed.slice(0, -4), 'plain'])
      expect(() => secrets.unseal(text, 'here')).toThrow(SecretUnreadable);
  });

  test('can be found by a mark that reveals nothing', () => {
    expect(secrets.mark('employee 1')).toBe(openSecrets(Buffer.from(key)).mark('employee 1'));
    expect(secrets.mark('employee 1')).not.toBe(secrets.mark('employee 2'));
    expect(secrets.mark('employee 1')).not.toBe(openSecrets(randomBytes(32)).mark('employee 1'));
  });

  test('needs a key of 32 bytes', () => {
    expect(() => openSecrets(randomBytes(16))).toThrow(RangeError);
  });
});

describe('K8 the key', () => {
  test('is created at the first start for this account only, and stays', async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    const firstKey = await readSecretKey(data, null);
    expect(firstKey).toHaveLength(32);
    expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await readSecretKey(data, null)).toEqual(firstKey);
    expect(await readdir(data)).toEqual(['secret.key']);
  });

  test('is one, however many processes start at once', async () => {
    const data = temporaryFolder();
    const keys = await Promise.all(Array.from({ length: 8 }, () => readSecretKey(data, null)));
    expect(new Set(keys.map(readKey => readKey.toString('hex'))).size).toBe(1);
    expect(await readdir(data)).toEqual(['secret.key']);
  });

  test('is SECRET_KEY where set, and nothing is written', async () => {
    const data = temporaryFolder();
    expect(await readSecretKey(data, 'ab'.repeat(32))).toEqual(Buffer.alloc(32, 0xab));
    expect(await readdir(data)).toEqual([]);
  });

  test('is made private again after a restore left it readable', async () => {
    const data = temporaryFolder();
    await readSecretKey(data, null);
    await chmod(join(data, 'secret.key'), 0o644);
    await readSecretKey(data, null);
    expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  test('that is damaged stops the start, and is left as it is', async () => {
    const data = temporaryFolder();
    await writeFile(join(data, 'secret.key'), 'half');
    await expect(readSecretKey(data, null)).rejects.toThrow(StartRefused);
    expect(await readFile(join(data, 'secret.key'), 'utf8')).toBe('half');
    await mkdir(join(data, 'other', 'secret.key'), { recursive: true });
    await expect(readSecretKey(join(data, 'other'), null)).rejects.toThrow(/cannot be read/);
  });
});
