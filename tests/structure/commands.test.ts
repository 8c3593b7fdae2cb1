import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** The programs of the server read their own words, because they also run without npm; npm test passes them on. */
const others = ['start', 'verify', 'restore', 'training', 'audit', 'test', 'format'];
const commands = Object.entries(scripts).filter(([name]) => !others.includes(name));

/** Runs a command in an empty folder, where nothing but its own words can decide what it does. */
function run(script: string, ...words: string[]) {
  const file = script.replace('node ', '');
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${process.cwd()}/${file}`, ...words], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
    env: { ...process.env, PATH: '' },
  });
  return { status, stdout, stderr };
}

test('every command is tried', () => {
  expect(commands.map(([name]) => name).toSorted()).toEqual([
    'bench',
    'build',
    'check',
    'cluster',
    'faults',
    'generate',
    'model',
    'mutants',
    'sbom',
    'soak',
    'spec',
  ]);
});

test.each(commands)('npm run %s says how it is used, and refuses what it does not know', (name, script) => {
  const help = run(script, '--help');
  expect(help).toMatchObject({ status: 0, stderr: '' });
  expect(help.stdout).toMatch(new RegExp(`^Usage: npm run ${name}`));
  const refused = run(script, '--paris');
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr.trim()).toBe(`"--paris" is not an option.\n\n${help.stdout.trim()}`);
});

test('options have values of their kind, and words that are not expected are named', () => {
  const refusalOf = (script: string, ...words: string[]) =>
    run(script, ...words)
      .stderr.trim()
      .split('\n')[0];
  const { soak = '', faults = '', bench = '', sbom = '' } = scripts;
  expect(refusalOf(soak, '--rate', '0')).toBe('--rate must be a number above zero, but it is "0".');
  expect(refusalOf(soak, '--minutes=two')).toBe('--minutes must be a number above zero, but it is "two".');
  expect(refusalOf(faults, '--seed', '1.5')).toBe('--seed must be a whole number, but it is "1.5".');
  expect(refusalOf(faults, '--only')).toBe('--only needs a value.');
  expect(refusalOf(bench, '--quick=yes')).toBe('--quick takes no value.');
  expect(refusalOf(sbom, 'one.json', 'two.json')).toBe('"two.json" is not expected here.');
});

test('the server and the checks of the books refuse what they do not know before they open a database', () => {
  const folder = temporaryFolder();
  const runBuilt = (file: string, ...words: string[]) =>
    spawnSync(process.execPath, [`${process.cwd()}/dist/server/${file}`, ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  expect(runBuilt('main.js', '--paris').stderr).toMatch(/^"--paris" is not an option\.\n\nUsage: npm start/);
  expect(runBuilt('main.js', '--help').stderr).toMatch(/^Usage: npm start/);
  const verify = runBuilt('verify.js', '--paris');
  expect(verify).toMatchObject({ status: 1, stdout: '', stderr: 'Usage: npm run verify\n' });
  expect(readdirSync(folder)).toEqual([]);
});

test('F108 what refuses a start at once is loaded before the rest of the program', () => {
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import .*?"(.+)";$/gm)) {
      if (name.startsWith('.')) load(join(dirname(file), name));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  };
  load('dist/server/main.js');
  expect([...loaded].some(file => file.includes('listen-'))).toBe(true);
  expect([...loaded].filter(file => file.includes('start-'))).toEqual([]);
  // Of the settings: a password, an address of a database.
  expect([...packages].toSorted()).toEqual(['pg', 'zod']);
});
