import { expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { unauditedJournals } from '../support/unaudited-journals';
import { compareReports } from './compare-reports';
import { drawHistory, runHistory } from './run-history';
import type { Step } from './plain/steps';
import { shorten } from './shorten';
import { inWords, onPath } from './words';

// npm run model sets these. Without them the same few histories run each time, limited by their steps.
const {
  MODEL_MINUTES: minutes,
  MODEL_SEED: first = '1',
  MODEL_STEPS: steps = '120',
  MODEL_PATH: path,
} = process.env;
const length = Number(steps);

const attempt = (history: readonly Step[]) =>
  runHistory(history, {
    every: 40,
    of: async (firm, replayed) => [
      ...(await compareReports(firm, replayed)),
      ...(await breachesOf(replayed.app.db)),
      ...(await unauditedJournals(replayed.app.db)),
    ],
  });

/** Fails with the shortest history in which model and product differ. */
async function checkHistory(seed: number): Promise<void> {
  const history = drawHistory(seed, length);
  const divergence = await attempt(path === undefined ? history : onPath(history, path));
  if (!divergence) return;
  expect.fail(inWords(seed, length, path === undefined ? await shorten(divergence, attempt) : divergence));
}

/** New histories until the time is over, or the requested one. */
async function checkHistories(seed: number, ends: number): Promise<void> {
  await checkHistory(seed);
  process.stdout.write(`History ${seed}: ${length} steps, as the rules say.\n`);
  if (Date.now() < ends && path === undefined) await checkHistories(seed + 1, ends);
}

// Together they have every kind of step at least three times, and so each deal in prices including and excluding VAT.
const fixedHistories = [1, 52, 97, 287, 355, 378];

test.each(minutes === undefined ? fixedHistories : [Number(first)])(
  'F01 F02 F03 F04 I P V W the books agree with a plain model of the rules after every step of history %i',
  seed =>
    minutes === undefined ? checkHistory(seed) : checkHistories(seed, Date.now() + Number(minutes) * 60_000),
  minutes === undefined ? 600_000 : 86_400_000,
);
