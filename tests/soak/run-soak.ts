import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSoak, type Soak } from './soak';
import { inTable, problemsOf } from './soak-figures';

// npm run soak sets these.
const { SOAK_MINUTES = '120', SOAK_RATE = '20' } = process.env;

const print = (line: string) => void process.stdout.write(`${line}\n`);

let soak: Soak;
beforeAll(async () => {
  soak = await startSoak();
});
afterAll(() => soak?.close());

test('nothing grows and nothing becomes slower', async () => {
  print(`${SOAK_RATE} requests a second for ${SOAK_MINUTES} minutes.`);
  const run = await soak.run(Number(SOAK_MINUTES) * 60, Number(SOAK_RATE));
  print(`\n${inTable(run)}\n`);
  expect(problemsOf(run)).toEqual([]);
});
