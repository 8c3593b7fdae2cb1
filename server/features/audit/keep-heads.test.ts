import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { listHeads } from '../../kernel/audit';
import { openSecrets } from '../../platform/secrets';
import { keepSealed, sealLog } from './keep-sealed';

const { signing } = openSecrets(randomBytes(32));
let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
  const clerk = await shop.as('create_master');
  await clerk.call(units.create, { body: { name: 'Box' } });
});
afterAll(() => shop.close());

test('F47 a signed head is emailed once where an address is set, also by two processes at the same midnight', async () => {
  const own = await startTestApp();
  onTestFinished(() => own.close());
  const clerk = await own.as('create_master');
  await clerk.call(units.create, { body: { name: 'Box' } });
  const start = Date.now();
  const atHour = (hours: number) => ({
    db: own.db,
    signing,
    clock: () => new Date(start + hours * 3600_000),
    folder: join(temporaryFolder(), 'heads'),
    address: 'auditor@example.com',
  });
  await sealLog(atHour(0));
  const emails = () =>
    own.db
      .selectFrom('emails')
      .select(['to_address', 'body_text'])
      .where('purpose', '=', 'audit-head')
      .execute();
  expect(await emails()).toEqual([]);
  await Promise.all([sealLog(atHour(25)), sealLog(atHour(25))]);
  const [head, ...others] = await listHeads(own.db);
  expect(others).toEqual([]);
  const sent = await emails();
  expect(sent).toMatchObject([{ to_address: 'auditor@example.com' }]);
  for (const fact of [head?.day, head?.hash, head?.signature, signing.publicKey])
    expect(sent[0]?.body_text).toContain(fact);
  await sealLog(atHour(25));
  expect(await emails()).toHaveLength(1);
});

test('a signed head is written once its folder can be written to, and by every process', async () => {
  let days = 0;
  const clock = () => new Date(Date.now() + days * 25 * 3600_000);
  const blocked = join(temporaryFolder(), 'heads');
  writeFileSync(blocked, 'not a folder');
  const other = join(temporaryFolder(), 'heads');
  const log = pino({ level: 'silent' });
  for (const folder of [blocked, other]) {
    const kept = keepSealed({ db: shop.db, log, signing, clock, folder, address: null });
    onTestFinished(() => kept.stop());
  }
  const sealed = async () => (await shop.db.selectFrom('audit_seals').select('id').execute()).length;
  await expect.poll(sealed).toBeGreaterThan(0);
  days = 1;
  const filesOf = (folder: string) => {
    try {
      // One that is being written is not there yet.
      return readdirSync(folder).filter(name => !name.endsWith('.part'));
    } catch {
      return [];
    }
  };
  // Whichever of the two has signed it.
  await expect.poll(() => filesOf(other)).toHaveLength(1);
  expect(filesOf(blocked)).toEqual([]);
  rmSync(blocked);
  await expect.poll(() => filesOf(blocked)).toEqual(filesOf(other));
});
