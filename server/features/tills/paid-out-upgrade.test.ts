import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../tests/support/postgres-for-tests';
import { migrationNames, migrateThrough, migrateToLatest } from '../../platform/database/migrate';
import { openDatabase, openPool } from '../../platform/database/open-database';

const step = '0203_cash_paid_out_is_approved';

/** A business before the limit, with a role for managers and one for cashiers, and a till it has opened or not. */
async function upgraded(hasOpened: boolean) {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    await migrateThrough(db, migrationNames[migrationNames.indexOf(step) - 1] ?? '');
    await sql`insert into users (name, email, password_hash, created_at, updated_at)
      values ('Ada', 'ada@firm.example', '', now(), now())`.execute(db);
    await sql`
      with made as (insert into roles (name, created_at, updated_at) values ('Managers', now(), now()), ('Cashiers', now(), now())
        returning id, name)
      insert into role_permissions (role_id, permission)
      select id, unnest(case name when 'Managers' then array['create_sale', 'approve_variance'] else array['create_sale'] end)
      from made`.execute(db);
    if (hasOpened)
      await sql`
        insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
        select r.id, u.id, now(), current_date, 0 from registers r, users u`.execute(db);
    await migrateToLatest(db);
    const settings = await sql<{ limit: number | null }>`
      select paid_out_limit_pence as limit from selling_settings`.execute(db);
    const held = await sql<{ name: string }>`
      select r.name from role_permissions p join roles r on r.id = p.role_id where p.permission = 'pay_out_cash'`.execute(
      db,
    );
    return { limit: settings.rows[0]?.limit, roles: held.rows.map(({ name }) => name) };
  } finally {
    await db.destroy();
  }
}

test('P15 upgrade: tills in use pay out as before until a limit is set, and managers of variances may pay out above it', async () => {
  expect(await upgraded(true)).toEqual({ limit: null, roles: ['Managers'] });
});

test('P15 a business that has not opened a till yet begins with a limit of £50.00', async () => {
  expect(await upgraded(false)).toEqual({ limit: 5000, roles: ['Managers'] });
});
