import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** A committed file generated from the code: compared with the expected content, or written by `npm run generate`. */
export function expectCurrent(path: string, content: string): void {
  const file = join(import.meta.dirname, '..', '..', path);
  if (process.env.UPDATE_GENERATED) writeFileSync(file, content);
  const committed = readFileSync(file, 'utf8');
  expect(committed === content, `${path} is out of date: run "npm run generate" and commit it`).toBe(true);
}
