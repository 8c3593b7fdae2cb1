import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionsOf } from '#domain/access-check/subjects';
import { recordRules } from '#domain/kernel/record-rules';
import { everyRoute } from '../support/every-route';
import { tableRows } from '../support/permission-table';

const root = join(import.meta.dirname, '..', '..');

test('every use case that answers 403 by itself is listed with how the access check shows it', async () => {
  const files = (await readdir(join(root, 'server'), { recursive: true }))
    .map(name => `server/${name}`)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('server/demo/'));
  const refusing: string[] = [];
  for (const name of files)
    if (/throw forbidden\(|new Refusal\(\s*'forbidden'/.test(await readFile(join(root, name), 'utf8')))
      refusing.push(name);
  const listed = tableRows('refusals-inside.tsv');
  expect(listed.map(([file = '']) => file).toSorted()).toEqual(
    // The function that makes such a refusal.
    refusing.filter(name => name !== 'server/platform/http/refusal.ts').toSorted(),
  );
  for (const [file, how = '', why = ''] of listed) {
    expect(['record', 'approval', 'admission', 'part', '-'], file).toContain(how);
    expect(why, file).not.toBe('');
    if (how === 'record')
      for (const rule of why.split(', ')) expect(Object.keys(recordRules)).toContain(rule);
  }
});

test('every rule about records names routes that exist, and every action has a name of its own', () => {
  const routes = new Set(everyRoute.map(({ call }) => `${call.method} ${call.path}`));
  for (const [name, { calls }] of Object.entries(recordRules))
    expect(
      calls.filter(call => !routes.has(call)),
      name,
    ).toEqual([]);
  const actions = actionsOf(everyRoute.map(({ call }) => call));
  const labels = actions.map(({ label, group }) => `${group}: ${label}`);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  expect(actions.filter(({ label }) => !/^[A-Z][a-z]+[ ,]/.test(label)).map(({ label }) => label)).toEqual(
    [],
  );
});
