import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { type ArchiveEntry, BrokenArchive, readArchive, writeArchive } from '.';

const files = [
  { name: 'empty', content: Buffer.alloc(0) },
  { name: 'tables/one/00001.copy', content: Buffer.from('1\tone\n2\ttwo\n') },
  { name: 'files/block', content: Buffer.alloc(512, 7) },
  { name: 'files/large', content: randomBytes(300_000) },
];

async function* entriesOf(contents: typeof files): AsyncGenerator<ArchiveEntry> {
  for (const { name, content } of contents) yield { name, bytes: content.length, content: [content] };
}

async function readAll(path: string): Promise<typeof files> {
  const found = [];
  for await (const { name, content } of readArchive(path)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    found.push({ name, content: Buffer.concat(pieces) });
  }
  return found;
}

let folder: string;
let whole: string;
beforeAll(async () => {
  folder = temporaryFolder();
  whole = join(folder, 'whole');
  await writeArchive(whole, entriesOf(files));
});

test('what was written can be read back, is readable by this account only, and is never overwritten', async () => {
  expect(await readAll(whole)).toEqual(files);
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
  await expect(writeArchive(whole, entriesOf(files))).rejects.toThrow(/EEXIST/);
  expect(await readAll(whole)).toEqual(files);
});

test('any tar program can open it', () => {
  expect(execFileSync('tar', ['-tzf', whole], { encoding: 'utf8' }).trim().split('\n')).toEqual(
    files.map(({ name }) => name),
  );
});

test('unread entries are skipped', async () => {
  const names = [];
  for await (const { name } of readArchive(whole)) names.push(name);
  expect(names).toEqual(files.map(({ name }) => name));
});

test('a failed write leaves nothing behind', async () => {
  const path = join(folder, 'never');
  async function* broken(): AsyncGenerator<ArchiveEntry> {
    yield* entriesOf(files);
    throw new Error('the table is gone');
  }
  await expect(writeArchive(path, broken())).rejects.toThrow('the table is gone');
  expect(existsSync(path)).toBe(false);
  const short = [{ name: 'a', bytes: 3, content: [Buffer.alloc(2)] }];
  await expect(
    writeArchive(
      path,
      (async function* () {
        yield* short;
      })(),
    ),
  ).rejects.toThrow('2 bytes, not 3');
  expect(existsSync(path)).toBe(false);
});

test('refuses an archive truncated anywhere, or with altered content', async () => {
  const content = await readFile(whole);
  const path = join(folder, 'other');
  await fc.assert(
    fc.asyncProperty(fc.nat(content.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      await writeFile(path, content.subarray(0, at));
      await expect(readAll(path)).rejects.toThrow(BrokenArchive);
      // The first ten bytes are the gzip header, not content.
      const changed = Buffer.from(content);
      const place = Math.max(10, at);
      changed[place] = (changed[place] ?? 0) ^ change;
      await writeFile(path, changed);
      // A few padding bits between blocks carry no data, so altering them leaves the content whole.
      const read = await readAll(path).catch((error: unknown) => error);
      if (!(read instanceof BrokenArchive)) expect(read).toEqual(files);
    }),
    { numRuns: 100 },
  );
});

test('R31 the reading ends with an error of the function that counts it, as when the server stops', async () => {
  const stopped = new Error('The server stops.');
  const reading = async () => {
    for await (const { name } of readArchive(whole, () => {
      throw stopped;
    }))
      expect(name).toBeUndefined();
  };
  await expect(reading()).rejects.toBe(stopped);
});
