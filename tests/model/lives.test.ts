import { expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { compareReports } from './compare-reports';
import { drawLife, live } from './live';
import type { Step } from './plain/steps';
import { shorten } from './shorten';
import { inWords, onPath } from './words';

// npm run model sets these. Without them the same few lives are lived each time, bounded by their steps.
const {
  MODEL_MINUTES: minutes,
  MODEL_SEED: first = '1',
  MODEL_STEPS: steps = '120',
  MODEL_PATH: path,
} = process.env;
const length = Number(steps);

const attempt = (life: readonly Step[]) =>
  live(life, {
    every: 40,
    of: async (firm, played) => [
      ...(await compareReports(firm, played)),
      ...(await breachesOf(played.app.db)),
    ],
  });

/** Fails with the shortest life that shows where model and product part. */
async function liveOut(seed: number): Promise<void> {
  const life = drawLife(seed, length);
  const parting = await attempt(path === undefined ? life : onPath(life, path));
  if (!parting) return;
  expect.fail(inWords(seed, length, path === undefined ? await shorten(parting, attempt) : parting));
}

if (minutes === undefined)
  test.each([2, 4, 6, 7, 8, 9])(
    'F01 F02 F03 F04 I P V W the books agree with a plain model of the rules after every step of life %i',
    seed => liveOut(seed),
    300_000,
  );
else
  test(`the books agree with a plain model of the rules for ${minutes} minutes`, async () => {
    const ends = Date.now() + Number(minutes) * 60_000;
    let seed = Number(first);
    do {
      await liveOut(seed);
      process.stdout.write(`Life ${seed}: ${length} steps, as the rules say.\n`);
      seed += 1;
    } while (Date.now() < ends && path === undefined);
  }, 86_400_000);
