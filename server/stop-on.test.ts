import { expect, test } from 'vitest';
import { stopOnSignals } from './stop-on';

function stopping() {
  const seen = { stops: 0, codes: [] as number[], at: 0 };
  let finish = () => {};
  const signalled = stopOnSignals({
    stop: () => {
      seen.stops += 1;
      return new Promise(resolve => (finish = resolve));
    },
    exit: code => void seen.codes.push(code),
    now: () => seen.at,
  });
  return { seen, signalled, finish: () => finish() };
}

test('F95 signals within a second of the first are one signal: an orderly shutdown with exit code 0', async () => {
  const { seen, signalled, finish } = stopping();
  signalled();
  seen.at = 5;
  signalled();
  seen.at = 999;
  signalled();
  expect(seen).toMatchObject({ stops: 1, codes: [] });
  finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(seen.codes).toEqual([0]);
});

test('F95 a later signal does not wait', () => {
  const { seen, signalled } = stopping();
  signalled();
  seen.at = 1_000;
  signalled();
  expect(seen).toMatchObject({ stops: 1, codes: [130] });
});
