import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closedGate } from '../../../tests/support/gate';
import { keepRecent } from './recent';

const soon = 20;
const never = 600_000;

test('many who ask at once, and soon after each other, cause one read', async () => {
  let reads = 0;
  const gate = closedGate();
  const ask = keepRecent(
    async () => {
      await gate.opened;
      return ++reads;
    },
    { fresh: never, wait: never, oldest: never },
  );
  const asked = [ask(), ask(), ask()];
  gate.open();
  const first = { value: 1, isCurrent: true };
  expect(await Promise.all(asked)).toEqual([first, first, first]);
  expect(await ask()).toEqual(first);
});

test('no one waits longer than allowed; a value that arrives late is answered next time', async () => {
  const gate = closedGate();
  const ask = keepRecent(
    async () => {
      await gate.opened;
      return 'late';
    },
    { fresh: never, wait: soon, oldest: never },
  );
  expect(await ask()).toEqual({ value: null, isCurrent: false });
  gate.open();
  await gate.opened;
  await pause(0);
  expect(await ask()).toEqual({ value: 'late', isCurrent: true });
});

test('a failed read leaves the value before, until it is too old', async () => {
  let isAway = false;
  let now = 0;
  const ask = keepRecent(
    async () => {
      if (isAway) throw new Error('away');
      return 'read';
    },
    { fresh: 0, wait: never, oldest: 300 },
    () => now,
  );
  await ask();
  isAway = true;
  now = 300;
  expect(await ask()).toEqual({ value: 'read', isCurrent: false });
  now = 301;
  expect(await ask()).toEqual({ value: null, isCurrent: false });
  isAway = false;
  expect((await ask()).value).toBe('read');
});
