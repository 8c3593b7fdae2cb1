import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { releases } from '../upgrades/releases';

const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const folder = join(root, 'tests', 'fixtures', 'releases');

/** The versions that have a heading in the list of changes, oldest first. */
const releasedIn = (text: string) =>
  Array.from(text.matchAll(/^## (\d+\.\d+\.\d+)\b/gm), ([, name = '']) => name).reverse();

type Kept = {
  readonly migrations: (version: string) => readonly string[] | undefined;
  readonly hasBackup: (version: string) => boolean;
  readonly listed: readonly string[];
};

/** What is missing for the tests of upgrades: each release keeps its migrations, and one with a new schema its database. */
function missingOf(released: readonly string[], { migrations, hasBackup, listed }: Kept): string[] {
  return released.flatMap((name, index) => {
    const own = migrations(name)?.at(-1);
    if (own === undefined) return [`${name} has no ${name}.migrations.json`];
    if (own === migrations(released[index - 1] ?? '')?.at(-1)) return [];
    return [
      ...(hasBackup(name) ? [] : [`${name} has no ${name}.backup`]),
      ...(listed.includes(name) ? [] : [`${name} is not in tests/upgrades/releases.ts`]),
    ];
  });
}

const kept: Kept = {
  migrations: name => {
    const path = join(folder, `${name}.migrations.json`);
    return existsSync(path)
      ? Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object).toSorted()
      : undefined;
  },
  hasBackup: name => existsSync(join(folder, `${name}.backup`)),
  listed: releases.map(release => release.version),
};

describe('R27 what each release leaves for the tests of upgrades (node scripts/release-fixture.mjs)', () => {
  test('is there for every version in CHANGELOG.md, of which package.json has the last', () => {
    const released = releasedIn(changelog);
    expect(released.at(-1)).toBe(version);
    expect(missingOf(released, kept)).toEqual([]);
  });

  test('belongs to a version in CHANGELOG.md', () => {
    const names = readdirSync(folder).map(name => name.replace(/\.(?:backup|migrations\.json)$/, ''));
    expect([...new Set(names)].filter(name => !releasedIn(changelog).includes(name))).toEqual([]);
  });

  test('is missed when a release forgets it', () => {
    const schemas = new Map([
      ['1.0.0', ['0001.sql']],
      ['1.0.1', ['0001.sql']],
      ['1.1.0', ['0001.sql', '0002.sql']],
    ]);
    const planted: Kept = {
      migrations: name => schemas.get(name),
      hasBackup: name => name === '1.0.0',
      listed: ['1.0.0'],
    };
    const text = '# Changes\n\n## Unreleased\n\n## 1.2.0\n\n## 1.1.0\n\n## 1.0.1\n\n## 1.0.0\n';
    expect(missingOf(releasedIn(text), planted)).toEqual([
      '1.1.0 has no 1.1.0.backup',
      '1.1.0 is not in tests/upgrades/releases.ts',
      '1.2.0 has no 1.2.0.migrations.json',
    ]);
  });
});
