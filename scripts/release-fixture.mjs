// node scripts/release-fixture.mjs: keeps a small database of a release, for the tests of upgrades. FOLDER holds
// the program of that release (by default this one), such as a worktree of its commit.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine } from './lib/command-line.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ScriptError, inProject, root, runScript } from './lib/project.mjs';
import { startDemo } from './lib/start-demo.mjs';

const calledFrom = process.cwd();

const usage = 'Usage: node scripts/release-fixture.mjs [FOLDER]';

await runScript(async () => {
  const [given] = readCommandLine(usage, { mostOperands: 1 }).operands;
  await ensureInstalled({ dev: true });
  const tree = given === undefined ? root : resolve(calledFrom, given);
  const { version } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-release-'));
  const product = await startDemo(folder, tree);
  try {
    const backup = await makeBackup(product);
    const releases = inProject('tests', 'fixtures', 'releases');
    mkdirSync(releases, { recursive: true });
    copyFileSync(join(product.dataDir, 'backups', backup), join(releases, `${version}.backup`));
    const migrations = `${JSON.stringify(hashesOf(join(tree, 'server', 'migrations')), null, 2)}\n`;
    writeFileSync(join(releases, `${version}.migrations.json`), migrations);
    console.log(
      `Kept ${version}.backup and its migrations. Enter its figures in tests/upgrades/releases.ts.`,
    );
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Asks the release for a backup, and waits until it is verified. Returns the name of the file. */
async function makeBackup({ address, email, password }) {
  const call = async (method, path, body, token) => {
    const response = await fetch(`${address}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new ScriptError(`${path} was answered with ${response.status}.`);
    return response.json();
  };
  const { token } = await call('POST', '/auth/login', { email, password });
  await call('POST', '/settings/backups', {}, token);
  for (;;) {
    await pause(500);
    const { data } = await call('GET', '/settings/backups', undefined, token);
    const [backup] = data;
    if (backup?.state === 'kept' && backup.holds) return backup.file_name;
    if (backup?.state === 'failed' || backup?.holds === false)
      throw new ScriptError(`The backup failed: ${backup.reasons.join(' ')}`);
  }
}

/** The migrations of the release with their hashes: a released migration is never changed. */
function hashesOf(migrations) {
  const hashOf = name =>
    createHash('sha256')
      .update(readFileSync(join(migrations, name)))
      .digest('hex');
  return Object.fromEntries(
    readdirSync(migrations)
      .sort()
      .map(name => [name, hashOf(name)]),
  );
}
