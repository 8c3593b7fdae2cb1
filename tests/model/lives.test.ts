import { expect, test } from 'vitest';
import { breachesOf } from '../support/books';
import { drawLife, live } from './live';
import type { Step } from './plain/steps';
import { shorten } from './shorten';
import { inWords } from './words';

const seeds = (process.env.MODEL_SEEDS ?? '1').split(',').map(Number);
const length = Number(process.env.MODEL_STEPS ?? 100);
const checks = {
  every: 50,
  of: (
    _: unknown,
    { app }: { app: Parameters<typeof breachesOf>[0] extends infer Db ? { db: Db } : never },
  ) => breachesOf(app.db),
};

test.each(seeds)(
  'F01 F02 seed %i',
  async seed => {
    const attempt = (steps: readonly Step[]) => live(steps, checks as never);
    const started = Date.now();
    const steps = drawLife(seed, length);
    const parting = await attempt(steps);
    console.log(seed, length, Date.now() - started, 'ms');
    if (parting) expect.fail(inWords(seed, length, await shorten(parting, attempt)));
  },
  600_000,
);
