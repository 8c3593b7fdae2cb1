import { expect, test } from 'vitest';
import { limitConcurrency } from './turns';

/** Work that ends when `end` is called. */
function piece() {
  let end = () => {};
  let fail = (_error: Error) => {};
  const done = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { done, end, fail };
}

test('limits how many run at a time, and starts the others in order, also after a failure', async () => {
  const turns = limitConcurrency(2);
  const started: number[] = [];
  const pieces = [piece(), piece(), piece(), piece()];
  const all = pieces.map(({ done }, index) =>
    turns(() => {
      started.push(index);
      return done;
    }),
  );
  expect(started).toEqual([0, 1]);
  pieces[1]?.fail(new Error('no'));
  await expect(all[1]).rejects.toThrow('no');
  expect(started).toEqual([0, 1, 2]);
  pieces[0]?.end();
  await all[0];
  expect(started).toEqual([0, 1, 2, 3]);
  for (const running of pieces) running.end();
  await Promise.allSettled(all);
  // Every turn was returned: two can start at once again.
  const later = [piece(), piece()];
  const more = later.map(({ done }, index) =>
    turns(() => {
      started.push(10 + index);
      return done;
    }),
  );
  expect(started.slice(4)).toEqual([10, 11]);
  for (const running of later) running.end();
  await Promise.all(more);
});
