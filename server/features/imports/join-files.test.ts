import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { maxImportRows } from '#domain/imports/import-limits';
import type { ImportKind } from '#domain/imports/import-kinds';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { joinFiles, type NamedFile } from './join-files';

const folder = temporaryFolder();

async function fileOf(name: string, content: Buffer): Promise<NamedFile> {
  const path = join(folder, name);
  await writeFile(path, content);
  return { file_name: name, path, format: 'csv.gz' };
}

async function countRows(files: readonly NamedFile[], kind: ImportKind): Promise<number> {
  let count = 0;
  const rows = joinFiles(files, {
    kind,
    sheet: undefined,
    findHeaderRow: async () => ({ number: 1, mapping: {} }),
    onFile: () => {},
  });
  while (!(await rows.next()).done) count += 1;
  return count;
}

test('F66 an import has a limit of rows over all of its files, far above one file of before', async () => {
  const rows = 'n\n'.repeat(maxImportRows / 2);
  const half = await fileOf('half.csv.gz', gzipSync(`Name\n${rows}`));
  const more = await fileOf('more.csv.gz', gzipSync(`Name\n${rows}n\n`));
  await expect(countRows([half, more], 'suppliers')).rejects.toThrow(
    'An import can have at most 500,000 rows. Split it and import the parts one after another.',
  );
  // A history may have ten times as many. The header row counts once.
  expect(await countRows([half, more], 'sales_history')).toBe(maxImportRows + 2);
});
