import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installFingerprint } from './install.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { ScriptError, inProject, root } from './project.mjs';
import { runQuietly, step } from './steps.mjs';

const halves = [
  {
    name: 'web',
    config: 'vite.config.ts',
    sources: ['domain', 'web', 'scripts/lib', 'vite.config.ts', 'package.json'],
  },
  {
    name: 'server',
    config: 'vite.server.config.ts',
    sources: ['domain', 'server', 'vite.server.config.ts', 'package.json'],
  },
];

/** Builds the browser and server bundles when their sources have changed since the last build. */
export async function ensureBuilt() {
  if (stale().length === 0) return;
  await oneAtATime(async () => {
    // Another process may have built while this one waited.
    const outdated = stale();
    if (outdated.length > 0) await step('Building', () => Promise.all(outdated.map(build)));
  });
}

const stale = () =>
  halves.filter(half => readStamp(half) !== fingerprint(half) || !existsSync(inProject('dist', half.name)));

async function build(half) {
  const before = fingerprint(half);
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await runQuietly(process.execPath, [
    vite,
    'build',
    '--config',
    half.config,
    '--logLevel',
    'warn',
  ]);
  if (code !== 0)
    throw new ScriptError(`The ${half.name} half of Counterfoil could not be built:\n\n${output.trim()}`);
  // Taken before the build: a file saved meanwhile makes the next start build again.
  writeFileSync(stampOf(half), before);
}

const stampOf = half => inProject('dist', `.built-${half.name}`);

function readStamp(half) {
  return existsSync(stampOf(half)) ? readFileSync(stampOf(half), 'utf8') : null;
}

/** Names, sizes and times of the sources, not their contents: cheap enough for every start. */
function fingerprint(half) {
  const hash = createHash('sha256').update(installFingerprint());
  for (const source of half.sources) addTo(hash, source);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats || path.includes('.test.')) return;
  if (stats.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(hash, `${path}/${name}`);
  } else hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
}
