// Stands in for vitest while rules are mutated: it collects the tests instead of running them, so that one process can
// run each of them thousands of times.
import {
  chai,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
export const expect = chai.expect;
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect });
setState({ assertionCalls: 0, environment: 'node' }, expect);

/** @type {{ name: string, run: () => unknown }[]} */
let collected = [];
let group = '';

/** The tests of the files loaded since the last call, in order. */
export function takeTests() {
  const tests = collected.map((one, index) => ({ ...one, id: `${index} ${one.name}` }));
  collected = [];
  return tests;
}

/** @param {string} name @param {() => unknown} run */
export function test(name, run) {
  collected.push({ name: `${group}${name}`, run });
}

/** @param {string} name @param {() => void} define */
export function describe(name, define) {
  const outer = group;
  group = `${outer}${name}: `;
  define();
  group = outer;
}

const withRow = (row, run) => (Array.isArray(row) ? run(...row) : run(row));
test.each = rows => (name, run) => {
  for (const row of rows) test(name, () => withRow(row, run));
};
