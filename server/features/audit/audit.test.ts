import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { units } from '#domain/masters/master.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
  const clerk = await shop.as('create_master', 'edit_master');
  for (let n = 1; n <= 6; n++) {
    const { reply } = await clerk.call(units.create, { body: { name: `Unit ${n}` } });
    await clerk.call(units.update, { params: { id: reply.id }, body: { name: `Unit ${n} edited` } });
  }
});
afterAll(() => shop.close());

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
      id: 0,
      previous_hash: '',
      hash: '',
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
async function tampered(statement: string): Promise<{ intact: boolean; first_broken_id: number | null }> {
  const auditor = await shop.as('view_audit');
  await sql
    .raw('alter table audit_log disable trigger user; create table kept as select * from audit_log')
    .execute(shop.db);
  try {
    await sql.raw(statement).execute(shop.db);
    return (await auditor.call(audit.verify)).reply;
  } finally {
    await sql
      .raw(
        'delete from audit_log; insert into audit_log select * from kept; drop table kept; alter table audit_log enable trigger user',
      )
      .execute(shop.db);
  }
}

test('verifying finds the first entry that was edited, deleted, inserted, moved or cut off', async () => {
  const auditor = await shop.as('view_audit');
  const { reply: whole } = await auditor.call(audit.verify);
  expect(whole).toMatchObject({ intact: true, first_broken_id: null, entries: 13 });

  expect(await tampered(`update audit_log set actor = 'Somebody else' where id = 4`)).toMatchObject({
    intact: false,
    first_broken_id: 4,
  });
  expect(await tampered(`update audit_log set after = '{"name":"x"}' where id = 5`)).toMatchObject({
    intact: false,
    first_broken_id: 5,
  });
  expect(await tampered('delete from audit_log where id = 6')).toMatchObject({
    intact: false,
    first_broken_id: 7,
  });
  expect(
    await tampered(
      `insert into audit_log select 14, at, actor_id, actor, action, record_type, record_id, record_name, before, after, address, request_id, hash, hash from audit_log where id = 13`,
    ),
  ).toMatchObject({ intact: false });
  expect(
    await tampered(
      'update audit_log set id = case id when 8 then -9 else -8 end where id in (8, 9); update audit_log set id = -id where id < 0',
    ),
  ).toMatchObject({ intact: false, first_broken_id: 8 });
  expect(await tampered('delete from audit_log where id > 11')).toMatchObject({
    intact: false,
    first_broken_id: 13,
  });
  expect((await auditor.call(audit.verify)).reply.intact).toBe(true);
});
