import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleMutants } from './bundle-mutants.mjs';
import { ScriptError, inProject } from './project.mjs';

/** Makes every change to the rules of some files, one at a time, and runs the tests that reach it. */
export async function triedMutants(files, tests) {
  const folder = inProject('node_modules', '.mutants');
  mkdirSync(folder, { recursive: true });
  const into = mkdtempSync(join(folder, 'domain-'));
  try {
    const mutants = await bundleMutants(files, tests, into);
    const results = await tryAll(into, mutants.length);
    return mutants.map((mutant, index) => ({ ...mutant, result: results[index] }));
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/** Property tests that do not notice a change take a while; nothing else takes as long as this. */
const longestMs = 300_000;

/** Tries every mutant. A process that does not return from one is ended, and another continues with the next. */
async function tryAll(into, count) {
  const results = [];
  while (results.length < count) {
    const outcome = await tryFrom(into, results);
    if (outcome === 'unsound')
      throw new ScriptError('The tests fail before anything is broken. Mend that first.');
    if (outcome === 'stuck' && results.length < count) results.push('endless');
  }
  return results;
}

/** Appends the results from the first mutant without one, until the process ends. Says why it did. */
const tryFrom = (into, results) =>
  new Promise(resolve => {
    const child = fork(inProject('scripts', 'lib', 'try-mutants.mjs'), [into, String(results.length)]);
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
    };
    wait();
    child.on('message', result => {
      results.push(result);
      wait();
    });
    child.once('close', code => {
      clearTimeout(timer);
      resolve({ 0: 'done', 2: 'unsound', 3: 'full' }[code] ?? 'stuck');
    });
  });
