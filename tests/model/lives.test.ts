import { expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { compareReports } from './compare-reports';
import { drawLife, live } from './live';
import type { Step } from './plain/steps';
import { shorten } from './shorten';
import { inWords, onPath } from './words';

// npm run model sets these. Without them the same few lives run each time, limited by their steps.
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

/** Fails with the shortest life in which model and product differ. */
async function liveOut(seed: number): Promise<void> {
  const life = drawLife(seed, length);
  const parting = await attempt(path === undefined ? life : onPath(life, path));
  if (!parting) return;
  expect.fail(inWords(seed, length, path === undefined ? await shorten(parting, attempt) : parting));
}

/** New lives until the time is over, or the requested one. */
async function liveOn(seed: number, ends: number): Promise<void> {
  await liveOut(seed);
  process.stdout.write(`Life ${seed}: ${length} steps, as the rules say.\n`);
  if (Date.now() < ends && path === undefined) await liveOn(seed + 1, ends);
}

const fixedLives = [2, 4, 6, 7, 8, 9];

test.each(minutes === undefined ? fixedLives : [Number(first)])(
  'F01 F02 F03 F04 I P V W the books agree with a plain model of the rules after every step of life %i',
  seed => (minutes === undefined ? liveOut(seed) : liveOn(seed, Date.now() + Number(minutes) * 60_000)),
  minutes === undefined ? 300_000 : 86_400_000,
);
