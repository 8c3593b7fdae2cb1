import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject, root } from './project.mjs';

const collector = pathToFileURL(inProject('tests', 'mutants', 'collected-tests.mjs')).href;
const entry = 'mutated-tests';

/** A mutant must be noticed by the same cases each time, or the score is random. */
const sameCases = "import fc from 'fast-check';\nfc.configureGlobal({ seed: 20_261_122 });";

/**
 * Puts every change that Stryker knows into the rules, each behind a switch, and bundles them with the tests into one
 * module. Texts are not changed: what a refusal says is no calculation. Returns the mutants in order.
 */
export async function bundleMutants(files, tests, into) {
  const instrumented = await instrument(files);
  const sources = new Map(instrumented.files.map(({ name, content }) => [name, content]));
  const mutants = instrumented.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location, replacement }) => ({
      id,
      file: fileName.slice(root.length),
      ...location,
      replacement,
    }));
  writeFileSync(join(into, 'mutants.json'), JSON.stringify(mutants));
  // Every mutated file is loaded, so that tables of files which no test loads count like those of the others.
  const loaded = [...sources.keys(), ...tests.map(name => inProject(name))].map(
    path => `import ${JSON.stringify(path)};`,
  );
  // Only now, because the script that calls this installs what is missing first.
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        resolveId: id =>
          id === entry ? `\0${entry}` : id === 'vitest' ? { id: collector, external: true } : null,
        load: id => (id === `\0${entry}` ? [sameCases, ...loaded].join('\n') : sources.get(id)),
      },
    ],
    build: {
      ssr: true,
      outDir: into,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: entry,
        treeshake: false,
        output: { entryFileNames: 'tests.mjs', codeSplitting: false },
      },
    },
  });
  return mutants;
}

async function instrument(files) {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const silent = { debug() {}, info() {}, warn() {}, error() {}, isDebugEnabled: () => false };
  const given = files.map(file => {
    const name = inProject(file);
    return { name, content: readFileSync(name, 'utf8'), mutate: true };
  });
  return new Instrumenter(silent).instrument(given, {
    plugins: null,
    ignorers: [],
    excludedMutations: ['StringLiteral'],
  });
}
