import { closeSync, mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { keepServerLogSmall, openServerLog } from './server-log';

const often = { maxBytes: 100, everyMs: 5 };

/** A log as a server holds it open, and what is said about it. */
function openedLog() {
  const file = join(temporaryFolder(), 'postgres.log');
  const opened = openServerLog(file);
  onTestFinished(() => closeSync(opened));
  const said: string[] = [];
  const keep = () => onTestFinished(keepServerLogSmall(file, message => void said.push(message), often));
  return { file, said, keep, write: (text: string) => void writeSync(opened, text) };
}
const contentOf = (file: string) => readFileSync(file, 'utf8');

test('R40 a log that has become large is moved aside while the server goes on writing', async () => {
  const { file, said, keep, write } = openedLog();
  const large = `${'An error. '.repeat(20)}\n`;
  writeFileSync(`${file}.1`, 'of last year');
  write(large);
  keep();
  await expect.poll(() => contentOf(file)).toBe('');
  expect(contentOf(`${file}.1`)).toBe(large);
  write('The next.\n');
  expect(contentOf(file)).toBe('The next.\n');
  expect(said).toEqual([]);
});

test('R40 one that cannot be moved stays, and this is said', async () => {
  const { file, said, keep, write } = openedLog();
  mkdirSync(`${file}.1`);
  write('An error. '.repeat(20));
  keep();
  await expect
    .poll(() => said[0])
    .toMatch(/^The log of the database is large, and could not be moved to .+log\.1: /);
  expect(contentOf(file)).toBe('An error. '.repeat(20));
});
