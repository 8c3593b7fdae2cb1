import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../support/temporary-folder';

type Component = {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly licenses?: readonly unknown[];
};

test('the list of packages for a release names every production package with version, hash and licence', () => {
  const file = join(temporaryFolder(), 'sbom.json');
  execFileSync(process.execPath, ['scripts/sbom.mjs', file]);
  const list = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: Component[];
  };
  expect(list.bomFormat).toBe('CycloneDX');
  expect(list.metadata.component).toMatchObject({ name: 'counterfoil', version: project.version });
  const versionOf = (name: string) =>
    list.components.filter(one => one.name === name).map(one => one.version);
  for (const [name, version] of Object.entries(project.dependencies))
    expect(versionOf(name)).toContain(version);
  for (const name of Object.keys(project.devDependencies).filter(one => !one.startsWith('@types/')))
    expect([name, versionOf(name)]).toEqual([name, []]);
  const incomplete = list.components.filter(one => !one.hashes?.length || !one.licenses?.length);
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});
