import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { units } from '#domain/masters/master.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { verifyProof } from '../../kernel/audit/verify-proof';
import { openSecrets } from '../../platform/secrets';
import { sealLog } from '.';

const secrets = openSecrets(randomBytes(32));
const folder = temporaryFolder();
let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ secrets, auditHeads: folder });
  const clerk = await shop.as('create_master', 'edit_master');
  for (let n = 1; n <= 6; n++) {
    const { reply } = await clerk.call(units.create, { body: { name: `Unit ${n}` } });
    await clerk.call(units.update, { params: { id: reply.id }, body: { name: `Unit ${n} edited` } });
  }
});
afterAll(() => shop.close());

/** Seals the log as the running program does, `days` from now. */
const seal = (days = 0) =>
  sealLog({
    db: shop.db,
    signing: secrets.signing,
    clock: () => new Date(Date.now() + days * 25 * 3600_000),
    folder,
    address: null,
  });

test('shows who did what to which record, newest first, filtered by each of these', async () => {
  const auditor = await shop.as('view_audit');
  const list = async (query: Record<string, string>) => (await auditor.call(audit.list, { query })).reply;
  const { data, total } = await list({});
  expect(total).toBe(12);
  expect(data[0]).toMatchObject({
    id: 12,
    action: 'edited',
    record_type: 'unit',
    before: { name: 'Unit 6' },
    after: { name: 'Unit 6 edited' },
  });
  expect((await list({ action: 'created' })).total).toBe(6);
  expect((await list({ record_type: 'unit', record_id: String(data[0]?.record_id) })).total).toBe(2);
  expect((await list({ search: 'unit 3' })).total).toBe(2);
  expect((await list({ search: data[0]?.actor.toUpperCase() ?? '' })).total).toBe(12);
  expect((await list({ search: 'no such record' })).total).toBe(0);
  expect((await list({ from: '2020-01-01', to: '2020-01-31' })).total).toBe(0);
  const facets = (await auditor.call(audit.facets)).reply;
  expect(facets).toMatchObject({ record_types: ['unit'], actions: ['created', 'edited'] });
  expect((await list({ actor_id: String(facets.actors[0]?.id) })).total).toBe(12);
});

test('starts a London day at midnight in London, in summer too', async () => {
  const auditor = await shop.as('view_audit');
  const at = new Date('2026-06-30T23:30:00Z');
  await shop.db
    .insertInto('audit_log')
    .values({
      at,
      actor: 'Clock',
      action: 'created',
      record_type: 'midnight',
    })
    .execute();
  const on = async (date: string) =>
    (await auditor.call(audit.list, { query: { record_type: 'midnight', from: date, to: date } })).reply
      .total;
  expect(await on('2026-06-30')).toBe(0);
  expect(await on('2026-07-01')).toBe(1);
});

test('refuses to change, delete or truncate the log', async () => {
  for (const statement of [
    'update audit_log set actor = $$x$$',
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(sql.raw(statement).execute(shop.db), statement).rejects.toThrow('append-only');
  }
});

/** Tampers with the log as only a database administrator could, and undoes it. */
async function tampered(
  ...statements: string[]
): Promise<{ intact: boolean; first_broken_id: number | null }> {
  const auditor = await shop.as('view_audit');
  const tables = ['audit_heads', 'audit_seals', 'audit_log'];
  for (const table of tables)
    await sql
      .raw(`alter table ${table} disable trigger user; create table kept_${table} as select * from ${table}`)
      .execute(shop.db);
  try {
    for (const statement of statements) await sql.raw(statement).execute(shop.db);
    return (await auditor.call(audit.verify)).reply;
  } finally {
    for (const table of tables) await sql.raw(`delete from ${table}`).execute(shop.db);
    for (const table of tables.toReversed())
      await sql
        .raw(
          `insert into ${table} select * from kept_${table}; drop table kept_${table}; alter table ${table} enable trigger user`,
        )
        .execute(shop.db);
  }
}

const rehash = (id: number) => [
  `update audit_log a set subject_hash = audit_subject_hash(a), actor_hash = audit_actor_hash(a) where id = ${id}`,
  `update audit_log a set hash = audit_own_hash(a) where id = ${id}`,
];

test('verifying finds the first entry that was edited, deleted, inserted, moved or cut off', async () => {
  const auditor = await shop.as('view_audit');
  await seal();
  const { reply: whole } = await auditor.call(audit.verify);
  expect(whole).toMatchObject({ intact: true, first_broken_id: null, entries: 13, sealed: 13 });

  const broken = (id: number) => ({ intact: false, first_broken_id: id });
  expect(await tampered(`update audit_log set actor = 'Somebody else' where id = 4`)).toMatchObject(
    broken(4),
  );
  expect(await tampered(`update audit_log set after = '{"name":"x"}' where id = 5`)).toMatchObject(broken(5));
  expect(await tampered('delete from audit_log where id = 6')).toMatchObject(broken(6));
  expect(
    await tampered(
      'update audit_log set id = case id when 8 then -9 else -8 end where id in (8, 9)',
      'update audit_log set id = -id where id < 0',
    ),
  ).toMatchObject(broken(8));
  expect(await tampered('delete from audit_log where id > 11')).toMatchObject(broken(12));
  expect(await tampered('update audit_log set id = 100 where id = 3')).toMatchObject(broken(3));
  expect(
    await tampered(
      'update audit_log set erased_at = now(), subject_salt = null, before = null, after = null where id = 7',
    ),
  ).toMatchObject(broken(7));
  expect((await auditor.call(audit.verify)).reply.intact).toBe(true);
});

test('F47 nobody without the secret key can change the log and make it verify again', async () => {
  const edit = `update audit_log set after = '{"name":"x"}' where id = 5`;
  const contents = `update audit_seals set contents = (select audit_digest(string_agg(hash, '' order by id)) from audit_log)`;
  const seals = `update audit_seals s set hash = audit_digest(audit_frame(id::text)
    || audit_frame(to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || audit_frame(entry_ids::text)
    || audit_frame(entries::text) || audit_frame(contents) || audit_frame(previous_hash))`;
  // The entry's own hash; then the seal's list of hashes; then the seal. Only the keyed hash is left, and gives it away.
  expect(await tampered(edit)).toMatchObject({ intact: false, first_broken_id: 5 });
  expect(await tampered(edit, ...rehash(5))).toMatchObject({ intact: false });
  expect(await tampered(edit, ...rehash(5), contents)).toMatchObject({ intact: false });
  expect(await tampered(edit, ...rehash(5), contents, seals)).toMatchObject({
    intact: false,
    first_broken_id: 1,
  });
  // Another installation's key makes no seal of this one.
  const forged = openSecrets(randomBytes(32)).signing;
  const { rows } = await sql<{ hash: string }>`select hash from audit_seals`.execute(shop.db);
  expect(await tampered(`update audit_seals set mac = '${forged.mac(rows[0]?.hash ?? '')}'`)).toMatchObject({
    intact: false,
  });
});

test('F47 each day is signed once, its head is written to a file, and a log without it is noticed', async () => {
  const auditor = await shop.as('view_audit');
  const verified = async () => (await auditor.call(audit.verify)).reply;
  expect((await verified()).signed_through).toBeNull();
  await seal(1);
  await seal(1);
  const { rows } = await sql<{ day: string }>`select day::text as day from audit_heads`.execute(shop.db);
  const day = rows[0]?.day ?? '';
  expect(rows).toHaveLength(1);
  expect(await verified()).toMatchObject({ signed_through: day, days_not_in_log: [] });
  expect(JSON.parse(await readFile(join(folder, `${day}.json`), 'utf8'))).toMatchObject({
    day,
    seal_id: 1,
    public_key: secrets.signing.publicKey,
  });
  expect(
    await tampered('delete from audit_heads', 'delete from audit_seals', 'delete from audit_log'),
  ).toMatchObject({
    intact: true,
    days_not_in_log: [day],
  });
  await writeFile(join(folder, '2020-01-01.json'), 'torn');
  expect((await verified()).days_not_in_log).toEqual(['2020-01-01']);
  await rm(join(folder, '2020-01-01.json'));
});

test('a proof file is for administrators, recorded, and verified with the public key alone', async () => {
  const manager = await shop.as('view_audit', 'export_data');
  expect((await manager.call(audit.proof)).status).toBe(403);
  const administrator = await shop.as('admin');
  const { raw, status } = await administrator.call(audit.proof);
  expect(status).toBe(200);
  expect((await shop.audits())[0]).toMatchObject({ action: 'exported', record_type: 'audit_log' });

  const lines = raw.toString('utf8').trimEnd().split('\n');
  const verify = (changed: readonly string[], key = secrets.signing.publicKey) =>
    verifyProof(
      (async function* () {
        yield* changed;
      })(),
      key,
    );
  const whole = await verify(lines);
  expect(whole).toMatchObject({ faults: [], sealed: 13, erased: 0, signedThrough: { entries: 13 } });
  expect(whole.entries).toBeGreaterThan(13);

  const at = (part: string) => lines.findIndex(line => line.includes(part));
  const replaced = (place: number, from: string, to: string) =>
    lines.with(place, (lines[place] ?? '').replace(from, to));
  const faultsAfter = async (changed: readonly string[]) => (await verify(changed)).faults.join(' ');
  expect(await faultsAfter(replaced(at('Unit 4 edited'), 'Unit 4 edited', 'Unit 9'))).toContain(
    'Entry 8 was changed.',
  );
  expect(await faultsAfter(lines.toSpliced(at('Unit 5'), 1))).toContain('Entry 9 is missing.');
  expect(await faultsAfter(lines.toSpliced(at('"seal"'), 1))).toContain(
    'The log is not the one that was signed',
  );
  expect(await faultsAfter(replaced(at('"seal"'), '{[1,', '{[2,'))).toContain('Seal 1');
  expect((await verify(lines, openSecrets(randomBytes(32)).signing.publicKey)).faults.join(' ')).toContain(
    'is not signed with this key',
  );
  expect((await verify(['{}'])).faults).toEqual(['Line 1 is not a line of a proof file.']);
  expect((await verify(lines.slice(1))).faults).toEqual(['This is not a proof file of the audit log.']);
  expect((await verify([])).faults).toEqual(['The file is empty.']);
});
