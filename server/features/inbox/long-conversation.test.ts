import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { someMessage } from '../../../tests/support/mailbox';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('of a conversation of more than a hundred messages the newest are shown, oldest of them first', async () => {
  const reader = await app.as('view_email');
  const first = await someMessage(app.db, { subject: 'Long', messageId: 'long@customer.example' });
  await sql`
    insert into mail_messages (folder_id, uid, message_id, thread_key, subject, from_name, from_address, to_line, received_at,
      bytes, seen, snippet, body_state, search_text)
    select m.folder_id, 1000 + n, 'long-' || n || '@customer.example', m.thread_key, m.subject, m.from_name, m.from_address, m.to_line,
      m.received_at + n * interval '1 second', 1000, true, 'Message ' || n, 'fetched', ''
    from mail_messages m cross join generate_series(1, 120) n where m.id = ${first}`.execute(app.db);
  const { thread } = (await reader.call(inbox.get, { params: { id: first } })).reply;
  expect(thread.map(({ snippet }) => snippet)).toEqual(
    Array.from({ length: 100 }, (_, n) => `Message ${n + 21}`),
  );
});
