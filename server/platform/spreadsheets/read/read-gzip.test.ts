import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { heldBytes } from '../../../../tests/support/held-bytes';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { acceptTables } from './accept-table';
import { readTable } from './index';

const folder = temporaryFolder();
const damaged =
  'This gzip file is damaged or incomplete, so it cannot be decompressed. Compress the original again, then upload it.';

async function countRows(path: string, onRow: () => void = () => {}): Promise<number> {
  let count = 0;
  const rows = readTable({ path, format: 'csv.gz' }, { maxColumns: 20 });
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    count += 1;
    onRow();
  }
  return count;
}

/** Compresses blocks of text into a file without holding them. */
async function compressed(name: string, blocks: Iterable<string>): Promise<string> {
  const path = join(folder, name);
  await pipeline(Readable.from(blocks), createGzip(), createWriteStream(path));
  return path;
}

test('F66 a compressed file is read as a stream, without its content in memory', async () => {
  const lines = 250_000;
  function* blocks() {
    for (let n = 0; n < lines; n += 1_000)
      yield Array.from({ length: 1_000 }, (_, i) => `${n + i},Item ${n + i},${(n * 7919) % 9973}.99\n`).join(
        '',
      );
  }
  const path = await compressed('long.csv.gz', blocks());
  const before = heldBytes();
  let maxHeld = 0;
  let seen = 0;
  const rows = await countRows(path, () => {
    seen += 1;
    if (seen % 50_000 === 0) maxHeld = Math.max(maxHeld, heldBytes() - before);
  });
  expect(rows).toBe(lines);
  expect(maxHeld, 'bytes held').toBeLessThan(8 * 2 ** 20);
});

test('F66 a small file that expands without end is stopped at a limit', async () => {
  const block = '\n'.repeat(2 ** 20);
  const path = await compressed(
    'bomb.csv.gz',
    Array.from({ length: 80 }, () => block),
  );
  expect((await stat(path)).size).toBeLessThan(300_000);
  await expect(countRows(path)).rejects.toThrow(
    'This gzip file expands to more than 64 MB, over 200 times its own size, which no table does. Check what it contains.',
  );
});

test('F66 several compressed parts in one file are read to the end, and one that is cut or damaged is refused', async () => {
  const whole = Buffer.concat([gzipSync('Name\nAsh\n'), gzipSync('Beech\n')]);
  const write = async (name: string, content: Buffer) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  expect(await countRows(await write('parts.csv.gz', whole))).toBe(3);
  const text = Array.from({ length: 5_000 }, (_, n) => `Supplier ${n},${n * 31}`).join('\n');
  const good = gzipSync(text);
  await expect(countRows(await write('cut.csv.gz', good.subarray(0, -20)))).rejects.toThrow(damaged);
  const spoilt = Buffer.from(good);
  spoilt.fill(0xff, good.length / 2, good.length / 2 + 40);
  await expect(countRows(await write('spoilt.csv.gz', spoilt))).rejects.toThrow(damaged);
});

test('F66 a file above the limit is refused, with what to do', () => {
  expect(acceptTables({ maxBytes: 500 * 2 ** 20, maxFiles: 60 }).tooLarge('sales.csv')).toBe(
    'sales.csv is larger than 500 MB. Compress it with gzip, or split it and upload the parts together.',
  );
});
