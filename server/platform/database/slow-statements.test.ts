import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closedGate } from '../../../tests/support/gate';
import { during } from '../current-work';
import { logSlowStatements, timeStatements } from './slow-statements';

test('a slow statement is logged with what it belongs to, in one line and not too long', async () => {
  const lines: unknown[] = [];
  const slow = logSlowStatements({ warn: facts => lines.push(facts) }, 100);
  await during({ job: 'check-books' }, async () =>
    slow?.report({ text: `select\n    1 ${'x'.repeat(5_000)}`, milliseconds: 123.4 }),
  );
  expect(lines).toEqual([
    { job: 'check-books', milliseconds: 123, statement: `select 1 ${'x'.repeat(5_000)}`.slice(0, 1_000) },
  ]);
});

test('a limit of zero logs none', () => {
  expect(logSlowStatements({ warn: () => undefined }, 0)).toBeUndefined();
});

test('of statements sent together, the slow one is reported, failed or not, and not those behind it', async () => {
  const slow: string[] = [];
  let now = 0;
  const time = timeStatements({ limit: 100, report: ({ text }) => slow.push(text) }, () => now);
  const [failing, answering] = [closedGate(), closedGate()];
  time(
    'first',
    failing.opened.then(() => Promise.reject(new Error('failed'))),
  );
  time('second', answering.opened);
  now = 200;
  failing.open();
  await pause(0);
  now = 201;
  answering.open();
  await pause(0);
  expect(slow).toEqual(['first']);
});
