// Started by mutate-domain.mjs with the folder of a bundle and the number of its first mutant to try. Sends what became
// of each mutant, in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeTests } from '../../tests/mutants/collected-tests.mjs';

const [folder, first] = process.argv.slice(2);
const mutants = JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8'));

/** The switches of the instrumented code: which mutant is active, and how often it was reached. */
const switches = {};
Object.defineProperty(globalThis, '__stryker__', { value: switches });

const bundle = pathToFileURL(join(folder, 'tests.mjs')).href;
await import(bundle);
const tests = takeTests();
/** The tests that reach each mutant, quickest first; how often they do; the mutants reached while files load. */
const coverage = await runUnchanged();
/** Modules loaded again are never released, so that another process has to continue after this many. */
const maxLoads = 60;
let loads = 0;
for (const [index, { id }] of mutants.entries()) {
  if (index < Number(first)) continue;
  if (loads === maxLoads) process.exit(3);
  const result = await resultOf(id, index);
  await new Promise(sent => void process.send(result, sent));
}
process.disconnect();

/** Runs every test once, and finds out which mutants it reaches how often. */
async function runUnchanged() {
  for (const one of tests) {
    switches.currentTestId = one.id;
    const started = performance.now();
    try {
      await one.run();
    } catch (error) {
      console.error(`${one.name}: ${error.message}`);
      process.exit(2);
    }
    one.ms = performance.now() - started;
  }
  switches.currentTestId = undefined;
  const { static: whileLoading = {}, perTest = {} } = switches.mutantCoverage ?? {};
  switches.mutantCoverage = undefined;
  const [reaching, reached] = [new Map(), new Map()];
  // The quickest tests first: one that notices the change is enough.
  for (const one of tests.toSorted((a, b) => a.ms - b.ms))
    for (const [id, times] of Object.entries(perTest[one.id] ?? {})) {
      reaching.set(id, [...(reaching.get(id) ?? []), one.id]);
      reached.set(id, (reached.get(id) ?? 0) + times);
    }
  const quick = new Set(tests.filter(({ ms }) => ms < 200).map(({ id }) => id));
  return { reaching, reached, whileLoading, quick };
}

async function resultOf(id, index) {
  const chosen = coverage.reaching.get(id);
  // What runs once while files load is reached by every test, and is outside of the score.
  if (!chosen) return coverage.whileLoading[id] ? 'loaded' : 'untested';
  const result = await tryOn(tests, chosen, id);
  if (result !== 'survived') return result;
  // A value that a module keeps from an earlier run may hide the change: again, with modules that have run nothing.
  // Tests that take long draw many cases, which depend on no such value.
  loads += 1;
  await import(`${bundle}?${index}`);
  return tryOn(
    takeTests(),
    chosen.filter(test => coverage.quick.has(test)),
    id,
  );
}

async function tryOn(all, chosen, id) {
  const byId = new Map(all.map(one => [one.id, one]));
  Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: 100 * coverage.reached.get(id) });
  try {
    for (const test of chosen) await byId.get(test).run();
    return 'survived';
  } catch {
    // A loop that became endless is ended by the limit.
    return switches.hitCount > switches.hitLimit ? 'endless' : 'noticed';
  } finally {
    switches.activeMutant = undefined;
  }
}
