import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../tests/support/postgres-for-tests';
import { migrateThrough, migrateToLatest, migrationNames } from '../../platform/database/migrate';
import { openDatabase, openPool } from '../../platform/database/open-database';

const step = '0173_password_links_in_the_mailbox';
const token = 'T'.repeat(43);

test('upgrade: texts of password emails already fetched, and stored temporary passwords, are deleted', async () => {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    await migrateThrough(db, migrationNames[migrationNames.indexOf(step) - 1] ?? '');
    await sql`
      insert into users (name, email, password_hash, created_at, updated_at) values ('Ada', 'ada@firm.example', '', now(), now())`.execute(
      db,
    );
    await sql`
      insert into password_links (user_id, token_hash, purpose, created_at, expires_at)
      select id, ${createHash('sha256').update(token).digest()}, 'invitation', now(), now() + interval '7 days' from users`.execute(
      db,
    );
    await sql`
      insert into emails (message_id, purpose, to_address, subject, user_id, created_at, updated_at)
      select 'ours', 'invitation', 'ada@firm.example', 'Your account', id, now(), now() from users`.execute(
      db,
    );
    await sql`insert into mail_folders (path, name, role) values ('INBOX', 'Inbox', 'inbox')`.execute(db);
    await sql`
      insert into mail_messages (folder_id, uid, message_id, thread_key, subject, from_address, received_at, bytes, seen, snippet,
        body_state, search_text)
      select f.id, uid, m.message_id, m.message_id, m.subject, 'shop@firm.example', now(), 100, false, 'Choose a password', 'fetched',
        'choose a password'
      from mail_folders f, (values (1, 'ours@firm.example', 'Ours'), (2, 'other@mx.example', 'Returned'), (3, 'theirs@x.example', 'Theirs'))
        as m (uid, message_id, subject)`.execute(db);
    await sql`
      insert into mail_bodies (message_id, body_text, body_html)
      select id, 'https://shop.example/reset-password?token=' || case subject when 'Theirs' then repeat('b', 43) else ${token}::text end, null
      from mail_messages`.execute(db);
    for (const route of ['POST /users', 'POST /suppliers'])
      await sql`
        insert into idempotency_keys (user_id, key, route, request_hash, answer, created_at)
        values (1, ${route}, ${route}, '', '{"temporary_password": "abcd-efgh-jkmn"}', now())`.execute(db);
    await migrateToLatest(db);
    const { rows } = await sql`
      select m.subject, m.body_state, m.snippet, m.search_text, b.body_text is not null as has_text
      from mail_messages m left join mail_bodies b on b.message_id = m.id order by m.uid`.execute(db);
    const withheld = { body_state: 'withheld', snippet: '', has_text: false };
    expect(rows).toEqual([
      { subject: 'Ours', search_text: 'ours  shop@firm.example ', ...withheld },
      { subject: 'Returned', search_text: 'returned  shop@firm.example ', ...withheld },
      {
        subject: 'Theirs',
        body_state: 'fetched',
        snippet: 'Choose a password',
        search_text: 'choose a password',
        has_text: true,
      },
    ]);
    expect((await sql`select route from idempotency_keys`.execute(db)).rows).toEqual([
      { route: 'POST /suppliers' },
    ]);
  } finally {
    await db.destroy();
  }
});
