import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { createFolder } from './make-folder';

test('a folder is created with its parents, once', () => {
  const top = temporaryFolder();
  const path = join(top, 'a', 'b', 'c');
  expect(createFolder(path, 0o700)).toBe(join(top, 'a'));
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(createFolder(path)).toBeUndefined();
});

test('F108 a place that takes no folder is an error, not an endless wait', () => {
  expect(() => createFolder('/proc/x/data')).toThrow(/ENOENT|ENOTDIR|EACCES|EPERM/);
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => createFolder(join(file, 'below'))).toThrow(/ENOTDIR|ENOENT/);
  expect(existsSync(join(file, 'below'))).toBe(false);
  expect(() => createFolder(file)).toThrow(/EEXIST/);
});
