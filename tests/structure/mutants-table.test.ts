import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutants } from '../mutants/posting.mjs';

const root = join(import.meta.dirname, '..', '..');

test.each(mutants)('F88 a change of the table of mutants fits one place of $file: $why', mutant => {
  const places = readFileSync(join(root, mutant.file), 'utf8').split(mutant.find).length - 1;
  expect(places).toBe(1);
  expect(existsSync(join(root, mutant.test))).toBe(true);
});
