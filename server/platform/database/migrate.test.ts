import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { migrationNames, migrateToLatest } from './migrate';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const early = '0066_entries_name_records';

test('F94 a migration from a branch merged late is applied, although later ones already are', async () => {
  expect(migrationNames).toContain(early);
  await sql`drop trigger audit_zero_names_no_record on audit_log`.execute(app.db);
  await sql`drop function audit_zero_names_no_record`.execute(app.db);
  await sql`delete from kysely_migration where name = ${early}`.execute(app.db);
  expect(await migrateToLatest(app.db)).toEqual([early]);
  expect(await migrateToLatest(app.db)).toEqual([]);
});

test('F94 refuses a database with a migration that this version does not have, as newer', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2030-01-01T00:00:00Z')`.execute(
    app.db,
  );
  await expect(migrateToLatest(app.db)).rejects.toThrow('written by a later version of Counterfoil');
  await sql`delete from kysely_migration where name = '9999_of_tomorrow'`.execute(app.db);
});
