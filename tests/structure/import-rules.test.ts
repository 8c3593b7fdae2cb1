import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';

// A checker whose patterns match nothing reports nothing, so each rule is shown to refuse what it forbids.

const project = fileURLToPath(new URL('../../', import.meta.url));

/** What each layer may import, one file per layer. */
const allowed: Record<string, readonly string[]> = {
  'domain/kernel/money.ts': ['zod', './quantity'],
  'domain/orders/order.ts': ['zod', '../kernel/money', '../suppliers/supplier', './order-status'],
  'server/app.ts': ['./features/orders', './kernel/ledger', './platform/clock', 'fastify', 'node:fs'],
  'server/platform/clock.ts': ['node:fs', 'zod', '#domain/kernel/money', './logger', '../start-refused'],
  'server/platform/pdf/draw.ts': ['../files/store', '#domain/kernel/money'],
  'server/kernel/ledger/post.ts': ['#domain/ledger/journal', '../../platform/clock', '../stock/move'],
  'server/features/orders/index.ts': [
    '#domain/orders/order',
    '../../kernel/ledger/post',
    '../../platform/http/routes',
    '../suppliers',
    './queries',
  ],
  'server/features/orders/bills/post.ts': [
    '#domain/orders/order',
    '../../../kernel/ledger/post',
    '../../suppliers',
    '../receipts/received-lines',
    '../queries',
  ],
  'tests/model/plain/pool.ts': ['./arithmetic', './ledger'],
  'web/main.tsx': ['react', './features/orders', './frame/frame', './platform/api'],
  'web/platform/api.ts': ['#domain/orders/order', './token', 'react'],
  'web/ui/field.tsx': ['#domain/kernel/money', '../platform/api', './card', 'react'],
  'web/features/orders/list.tsx': ['#domain/orders/order', '../../ui/field', '../suppliers', './columns'],
};

/** The importing file, what it imports, and the linter's reason. */
const forbidden: readonly [from: string, specifier: string, reason: string][] = [
  ['domain/kernel/a.ts', '../orders/order', 'domain/kernel imports zod and itself, nothing else.'],
  ['domain/kernel/b.ts', '#domain/orders/order', 'domain/kernel imports zod and itself, nothing else.'],
  ['domain/kernel/c.ts', 'node:crypto', 'domain/kernel imports zod and itself, nothing else.'],
  ['domain/orders/a.ts', 'node:fs', 'domain/ imports zod and itself, nothing else'],
  ['domain/orders/b.ts', 'kysely', 'domain/ imports zod and itself, nothing else'],
  ['domain/orders/c.ts', '@mantine/core', 'domain/ imports zod and itself, nothing else'],
  ['domain/orders/d.ts', 'zod-to-openapi', 'domain/ imports zod and itself, nothing else'],
  ['domain/orders/e.ts', '../../server/app', 'domain/ knows neither server nor web.'],
  ['domain/orders/f.ts', '../../web/ui/field', 'domain/ knows neither server nor web.'],
  ['server/platform/a.ts', '../kernel/ledger/post', 'The platform knows no kernel and no feature.'],
  ['server/platform/b.ts', '../features/orders', 'The platform knows no kernel and no feature.'],
  ['server/platform/c.ts', '#domain/orders/order', 'The platform knows domain/kernel only.'],
  ['server/platform/pdf/d.ts', '../../kernel/ledger/post', 'The platform knows no kernel and no feature.'],
  ['server/platform/e.ts', '../../web/ui/field', 'Server and web never meet.'],
  ['server/kernel/ledger/a.ts', '../../features/orders', 'The kernel knows no feature.'],
  ['server/kernel/ledger/b.ts', '../../../web/ui/field', 'Server and web never meet.'],
  ['server/kernel/ledger/c.ts', '../../../domain/orders/order', 'Import the domain as #domain/'],
  ['server/features/orders/a.ts', '../suppliers/get-supplier', 'only through its index.ts.'],
  ['server/features/orders/b.ts', '../../../web/ui/field', 'Server and web never meet.'],
  ['server/features/orders/c.ts', '../../../domain/orders/order', 'Import the domain as #domain/'],
  ['server/features/orders/bills/a.ts', '../../suppliers/get-supplier', 'only through its index.ts.'],
  ['server/features/orders/bills/b.ts', '../../../../web/ui/field', 'Server and web never meet.'],
  ['server/features/orders/bills/c.ts', '../../../../domain/orders/order', 'Import the domain as #domain/'],
  ['server/a.ts', '../web/main', 'Server and web never meet.'],
  ['tests/model/plain/a.ts', '#domain/kernel/prorate', 'it imports nothing but itself.'],
  ['tests/model/plain/b.ts', '../../../server/kernel/stock', 'it imports nothing but itself.'],
  ['tests/model/plain/c.ts', './../../../domain/kernel/prorate', 'it imports nothing but itself.'],
  ['tests/model/plain/d.ts', '../../support/books', 'it imports nothing but itself.'],
  ['tests/model/plain/e.ts', 'kysely', 'it imports nothing but itself.'],
  ['web/a.ts', '../server/app', 'Server and web never meet.'],
  ['web/b.ts', 'node:fs', 'Server and web never meet.'],
  ['web/platform/a.ts', '../ui/field', 'web/platform knows no screen.'],
  ['web/platform/b.ts', '../features/orders', 'web/platform knows no screen.'],
  ['web/platform/c.ts', '../../server/app', 'Server and web never meet.'],
  ['web/ui/a.ts', '../features/orders', 'web/ui knows no feature.'],
  ['web/ui/b.ts', '../frame/frame', 'web/ui knows no feature.'],
  ['web/ui/c.ts', '#domain/orders/order', 'web/ui knows domain/kernel only.'],
  ['web/ui/d.ts', '../../server/app', 'Server and web never meet.'],
  ['web/features/orders/a.ts', '../suppliers/supplier-dialog', 'only through its index.'],
  ['web/features/orders/b.ts', '../../../server/app', 'Server and web never meet.'],
  ['web/features/orders/c.ts', '../../../domain/orders/order', 'Import the domain as #domain/'],
];

const forms: readonly [name: string, write: (specifier: string) => string][] = [
  ['import', specifier => `import { x } from '${specifier}';\nexport const y = x;\n`],
  ['import type', specifier => `import type { X } from '${specifier}';\nexport type Y = X;\n`],
  ['export from', specifier => `export { x } from '${specifier}';\n`],
];

type Complaint = { readonly filename: string; readonly message: string; readonly help?: string };

/** The report of the project's own linter and rules on a tree of these files. */
async function lint(files: Record<string, string>): Promise<{ complaints: Complaint[]; filesRead: number }> {
  const folder = temporaryFolder();
  copyFileSync(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  const output = await new Promise<string>(done => {
    // It exits with 1 on complaints; its output is checked either way.
    execFile(join(project, 'node_modules/.bin/oxlint'), ['--format=json'], { cwd: folder }, (_, out) =>
      done(out),
    );
  });
  const { diagnostics, number_of_files } = JSON.parse(output) as {
    diagnostics: Complaint[];
    number_of_files: number;
  };
  return { complaints: diagnostics, filesRead: number_of_files };
}

test('allowed imports pass', async () => {
  const files = Object.entries(allowed).map(([path, specifiers]) => [
    path,
    specifiers
      .map((from, n) => `import { x as x${n} } from '${from}';\nexport const y${n} = x${n};\n`)
      .join(''),
  ]);
  const { complaints, filesRead } = await lint(Object.fromEntries(files));
  expect(filesRead).toBe(files.length);
  expect(complaints).toEqual([]);
});

describe.each(forms)('%s', (_, write) => {
  let complaints: Complaint[];
  beforeAll(async () => {
    ({ complaints } = await lint(Object.fromEntries(forbidden.map(([path, from]) => [path, write(from)]))));
  });
  test.each(forbidden)('%s may not import %s', (path, _from, reason) => {
    const reported = complaints.filter(complaint => complaint.filename === path);
    expect(reported.map(({ message, help }) => `${message} ${help ?? ''}`)).toEqual([
      expect.stringContaining(reason),
    ]);
  });
});

test('two files may not import each other', async () => {
  const { complaints } = await lint({
    'server/kernel/a.ts': "import { b } from './b';\nexport const a = () => b;\n",
    'server/kernel/b.ts': "import { a } from './a';\nexport const b = () => a;\n",
  });
  expect(complaints.map(({ filename, message }) => `${filename}: ${message}`).sort()).toEqual([
    'server/kernel/a.ts: Dependency cycle detected',
    'server/kernel/b.ts: Dependency cycle detected',
  ]);
});
