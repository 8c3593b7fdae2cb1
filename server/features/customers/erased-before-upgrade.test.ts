import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../tests/support/postgres-for-tests';
import { migrateThrough, migrateToLatest, migrationNames } from '../../platform/database/migrate';
import { openDatabase, openPool } from '../../platform/database/open-database';

const step = '0273_words_of_erased_customers';

test('K3 A-GDPR upgrade: held sales of customers who were erased before lose their names and notes, and others keep them', async () => {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    await migrateThrough(db, migrationNames[migrationNames.indexOf(step) - 1] ?? '');
    await sql`insert into users (name, email, password_hash, created_at, updated_at)
      values ('Ada', 'ada@firm.example', '', now(), now())`.execute(db);
    await sql`insert into customers (name, created_at, updated_at)
      values ('Petra Personal', now(), now()), ('Bob Cole', now(), now())`.execute(db);
    await sql`
      insert into held_baskets (client_id, status, void_reason, ended_at, name, customer_id, basket, total_pence, line_count, held_by, held_at)
      select gen_random_uuid(), 'voided', 'Left', '2026-11-01 10:00Z', c.name, c.id, jsonb_build_object('customer', jsonb_build_object('name', c.name),
          'notes', c.name, 'deliveryAddress', c.name, 'lines', jsonb_build_array(jsonb_build_object('name', 'Tea', 'note', c.name))),
        240, 1, u.id, now()
      from customers c, users u where not c.is_walk_in`.execute(db);
    await sql`
      insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
      select r.id, u.id, now(), current_date, 0 from registers r, users u`.execute(db);
    await sql`
      insert into till_events (session_id, kind, amount_pence, note, recorded_by, recorded_at)
      select s.id, 'basket_voided', 240, h.name || ': Left', h.held_by, h.ended_at from till_sessions s, held_baskets h`.execute(
      db,
    );
    await sql`
      update customers set name = 'Erased customer ' || id, status = 'inactive', erased_at = now(), erased_reason = 'Asked'
      where name = 'Petra Personal'`.execute(db);
    await migrateToLatest(db);
    const { rows } = await sql<{ held: string; event: string }>`
      select h::text as held, t.note as event from held_baskets h
      join till_events t on starts_with(t.note, h.name || ': ') order by h.id`.execute(db);
    expect(rows.map(({ event }) => event)).toEqual(['Held sale 1: Left', 'Bob Cole: Left']);
    expect(rows[0]?.held).not.toMatch(/petra/i);
    expect(rows[0]?.held).toContain('Tea');
    expect(rows[1]?.held.match(/Bob Cole/g)).toHaveLength(5);
  } finally {
    await db.destroy();
  }
});
