import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone's folder; every script works from here, wherever it was called from. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export const inProject = (...parts) => join(root, ...parts);

export const readJson = (...parts) => JSON.parse(readFileSync(inProject(...parts), 'utf8'));

/** The commit that a failure belongs to, besides its seed. */
export function commit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
}

/** An error that the user can fix; printed without a stack trace. */
export class ScriptError extends Error {}

/** Runs a script's body. An error becomes one line (with a stack trace only when it is a bug) and exit code 1. */
export async function runScript(body) {
  try {
    requireNode();
    process.chdir(root);
    await body();
  } catch (error) {
    console.error(error instanceof ScriptError ? `\n${error.message}` : error);
    process.exit(1);
  }
}

function requireNode() {
  const required = readJson('package.json').engines.node.replace('>=', '');
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)) return;
  throw new ScriptError(
    `Counterfoil needs Node ${required} or newer, but this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and try again.`,
  );
}
