import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webFolder } from '../support/web-folder';

test('F22 every file that the till keeps for offline is there: one missing, and its worker never starts', () => {
  const worker = readFileSync(join(webFolder, 'till-worker.js')).toString();
  const files = JSON.parse(/^const files = (\[.*\]);$/m.exec(worker)?.[1] ?? '[]') as string[];
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter(file => !existsSync(join(webFolder, file)))).toEqual([]);
});
