// npm run sbom: lists the packages that run in production, with versions, hashes and licences, as a CycloneDX
// file (dist/counterfoil-VERSION.cdx.json). It reads package-lock.json, and needs neither a network nor an installation.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readCommandLine } from './lib/command-line.mjs';
import { exceptionFor } from './lib/licences.mjs';
import { productionPackages } from './lib/lock-file.mjs';
import { ScriptError, inProject, readJson, runScript } from './lib/project.mjs';
import { runQuietly } from './lib/steps.mjs';

const started = process.cwd();

const usage = 'Usage: npm run sbom [-- FILE]';

await runScript(async () => {
  const [requested] = readCommandLine(usage, { mostOperands: 1 }).operands;
  const { name, version } = readJson('package.json');
  const file = requested ? resolve(started, requested) : inProject('dist', `${name}-${version}.cdx.json`);
  const { code, output } = await runQuietly(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'],
    { shell: process.platform === 'win32' },
  );
  if (code !== 0) throw new ScriptError(`npm could not list the packages:\n\n${output.trim()}`);
  const list = JSON.parse(output);
  // npm names it after the folder.
  list.metadata.component.name = name;
  const { packages } = readJson('package-lock.json');
  const used = new Set(Array.from(productionPackages(), path => `${nameOf(path)}@${packages[path].version}`));
  list.components = list.components.filter(component => used.has(component['bom-ref']));
  list.dependencies = list.dependencies
    .filter(({ ref }) => used.has(ref) || ref === list.metadata.component['bom-ref'])
    .map(one => ({ ...one, dependsOn: one.dependsOn.filter(ref => used.has(ref)) }));
  for (const component of list.components) {
    const exception = exceptionFor(component.name);
    if (!component.licenses?.length && exception)
      component.licenses = [{ license: { name: exception.licence } }];
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  console.log(`${list.components.length} packages are listed in ${file}`);
});

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
