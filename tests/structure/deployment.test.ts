import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { health } from '#domain/kernel/health.contract';
import { readConfig } from '../../server/platform/config';
import { connectionsOfProcess } from '../../server/platform/connections';
import { temporaryFolder } from '../support/temporary-folder';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const container = read('Containerfile');
const unit = read('deploy/counterfoil.service');
const install = read('docs/install.md');

/** Every variable that the configuration reads. */
const known = new Set<string>();
readConfig(
  new Proxy<NodeJS.ProcessEnv>(
    {},
    {
      get: (_, name) => {
        known.add(String(name));
        return undefined;
      },
    },
  ),
);
/** Node's own, which packages read. */
const ofNode = ['NODE_ENV'];

const settingsOf = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(/\b([A-Z][A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
  );
const inContainer = settingsOf(/^ENV (?:.*\\\n)*.*$/m.exec(container)?.[0] ?? '');
const inUnit = settingsOf(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '');

test('the container and the service set variables that the configuration reads, and such as it accepts', () => {
  expect(known.size).toBeGreaterThan(12);
  for (const settings of [inContainer, inUnit]) {
    expect(Object.keys(settings).length).toBeGreaterThan(2);
    expect(Object.keys(settings).filter(name => !known.has(name) && !ofNode.includes(name))).toEqual([]);
    expect(readConfig(settings).dataDir).toBe('/var/lib/counterfoil');
  }
  // The secrets that a comment in the unit places in a file of their own.
  const secrets = /# Readable by root only \(chmod 600\): (.+)/.exec(unit)?.[1]?.split(', ') ?? [];
  expect(secrets.length).toBeGreaterThan(3);
  expect(secrets.filter(name => !known.has(name))).toEqual([]);
});

test('the README names every variable that the configuration reads, and no other', () => {
  const rows = read('README.md').match(/^\| `[A-Z_]+`.*$/gm) ?? [];
  const named = rows.flatMap(row =>
    Array.from((row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g), ([, name]) => name),
  );
  expect(new Set(named)).toEqual(known);
});

test('the documents and the cluster allow for the connections that a process opens', () => {
  const said = `rocess opens up to ${connectionsOfProcess} connections`;
  expect(install).toContain(said);
  expect(read('deploy/cluster/patroni.yml')).toContain(said.replace(' opens', ' of Counterfoil opens'));
});

test('both use the paths that the documents name', () => {
  for (const path of [
    '/srv/counterfoil',
    '/var/lib/counterfoil',
    'deploy/counterfoil.service',
    'Containerfile',
  ])
    expect(install, path).toContain(path);
  expect(unit).toContain(`\nWorkingDirectory=/srv/counterfoil\n`);
  expect(unit).toContain('\nStateDirectory=counterfoil\n');
  expect(container).toContain('\nVOLUME /var/lib/counterfoil\n');
  const environmentFile = /^EnvironmentFile=-(.+)$/m.exec(unit)?.[1] ?? '';
  expect(install).toContain(environmentFile);
});

test('what they copy, run and ask for exists', () => {
  const copied = Array.from(
    container.matchAll(/^COPY --from=build \/srv\/counterfoil\/(\S+)/gm),
    ([, path = '']) => path,
  );
  const made = ['node_modules', 'dist'];
  expect(copied).toEqual(expect.arrayContaining(made));
  expect(copied.filter(path => !made.includes(path) && !existsSync(join(root, path)))).toEqual([]);
  expect(/^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit)?.[1]).toBe('scripts/start.mjs');
  expect(container).toContain('CMD ["node", "dist/server/main.js"]');
  expect(read('vite.server.config.ts')).toMatch(/outDir: 'dist\/server'[\s\S]*main: 'server\/main\.ts'/);
  expect(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)).toContain('build');
  const port = String(readConfig({}).port);
  expect(inContainer.PORT).toBe(port);
  expect(container).toContain(`\nEXPOSE ${port}\n`);
  expect(container).toContain(`/api${health.ready.path}`);
});

test('both run without root and with few rights', () => {
  const stages = container.split(/^FROM /m);
  expect(stages).toHaveLength(3);
  expect(stages[2]).toMatch(/^USER node$/m);
  // Nothing is fetched but packages.
  expect(container).not.toMatch(/\b(?:curl|wget|apt-get|apk|git clone)\b/);
  for (const setting of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'Restart=on-failure',
    'User=counterfoil',
  ])
    expect(unit.split('\n')).toContain(setting);
});

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0 && existsSync('/usr/bin/node');

test.skipIf(!canVerify)('(skipped where systemd is not installed) systemd understands the service', () => {
  const file = join(temporaryFolder(), 'counterfoil.service');
  // The account and the folder exist on the user's machine only.
  writeFileSync(file, unit.replace(/^(?:User|Group|WorkingDirectory)=.*\n/gm, ''));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  expect(stderr.split('\n').filter(line => line.includes('counterfoil.service'))).toEqual([]);
  expect(status).toBe(0);
});
