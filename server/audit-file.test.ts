import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { units } from '#domain/masters/master.contract';
import { temporaryFolder } from '../tests/support/temporary-folder';
import { startTestApp, type TestApp } from '../tests/support/test-app';
import { auditFile } from './audit-file';
import { sealLog } from './features/audit';
import { openSecrets } from './platform/secrets';

const secrets = openSecrets(randomBytes(32));
const { publicKey } = secrets.signing;
const folder = temporaryFolder();
const path = join(folder, 'audit-log.jsonl');
let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ secrets });
  const clerk = await shop.as('create_master');
  for (const name of ['Box', 'Case']) await clerk.call(units.create, { body: { name } });
  const tomorrow = new Date(Date.now() + 25 * 3600_000);
  for (const clock of [() => new Date(), () => tomorrow])
    await sealLog({ db: shop.db, signing: secrets.signing, clock, folder, address: null });
  const { raw } = await (await shop.as('admin')).call(audit.proof);
  await writeFile(path, raw);
  await writeFile(`${path}.gz`, gzipSync(raw));
  await writeFile(join(folder, 'changed.jsonl'), raw.toString().replace('"Case\\"', '"Cask\\"'));
});
afterAll(() => shop.close());

test('F47 the command proves a file with the public key alone, also gzipped', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date());
  const proof = {
    exitCode: 0,
    said: [
      '3 entries are as they were written; 2 of them are sealed.',
      `The signatures cover 2 entries, up to ${today}.`,
    ],
  };
  expect(await auditFile([path, publicKey])).toEqual(proof);
  expect(await auditFile([`${path}.gz`, publicKey])).toEqual(proof);
});

test('F47 the command names what was changed, and refuses what it cannot read', async () => {
  expect(await auditFile([join(folder, 'changed.jsonl'), publicKey])).toEqual({
    exitCode: 1,
    said: ['Entry 2 was changed.'],
  });
  expect((await auditFile([path, 'a'.repeat(64)])).exitCode).toBe(1);
  expect((await auditFile([path])).exitCode).toBe(2);
  expect((await auditFile([join(folder, 'none.jsonl'), publicKey])).said[0]).toContain('cannot be read');
  await writeFile(join(folder, 'torn.jsonl.gz'), gzipSync('x'.repeat(10_000)).subarray(0, 20));
  expect((await auditFile([join(folder, 'torn.jsonl.gz'), publicKey])).said[0]).toContain('cannot be read');
});
