import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { mutants } from '../../tests/mutants/posting.mjs';
import { printScore, storeScore } from './mutant-scores.mjs';
import { ScriptError, inProject, root } from './project.mjs';

const notCopied = new Set(['node_modules', '.git', 'dist', 'data']);

/**
 * Makes each change of the table in a copy of the project, runs its tests there, and says how many were noticed. The
 * score of the whole table is recorded; that of a part of it is only printed.
 */
export async function mutatePosting(pattern) {
  const chosen = mutants.filter(({ file }) => new RegExp(pattern).test(file));
  if (chosen.length === 0) throw new ScriptError(`No change in the table is in a file matching ${pattern}.`);
  const folder = inProject('node_modules', '.mutants');
  mkdirSync(folder, { recursive: true });
  const copy = mkdtempSync(join(folder, 'posting-'));
  try {
    for (const name of readdirSync(root))
      if (!notCopied.has(name)) cpSync(inProject(name), join(copy, name), { recursive: true });
    symlinkSync(inProject('node_modules'), join(copy, 'node_modules'), 'dir');
    ensureSound(copy, chosen);
    const survived = chosen.filter(mutant => !isNoticed(copy, mutant));
    for (const { file, why } of survived) console.log(`Survived: ${file}: ${why}`);
    const score = { killed: chosen.length - survived.length, survived: survived.length, untested: 0 };
    if (chosen.length === mutants.length) storeScore('posting', score);
    else printScore(`posting:${pattern}`, score);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** A test that fails without any change would notice everything. */
function ensureSound(copy, chosen) {
  const tests = [...new Set(chosen.map(({ test }) => test))];
  if (!passes(copy, tests))
    throw new ScriptError('The tests fail before anything is broken. Mend that first.');
}

function isNoticed(copy, { file, find, replace, test, why }) {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(find).length !== 2)
    throw new ScriptError(`${file} has “${find}” not once. Correct the table.`);
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  );
  const noticed = !passes(copy, [test]);
  writeFileSync(path, sound);
  console.log(`${noticed ? 'noticed ' : 'SURVIVED'} ${file}: ${why}`);
  return noticed;
}

function passes(copy, tests) {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: copy,
    stdio: 'ignore',
    timeout: 600_000,
  });
  return run.status === 0;
}
