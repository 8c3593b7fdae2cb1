import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { someMessage } from '../../../tests/support/mailbox';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp();
  clerk = await shop.as('view_email');
});
afterAll(() => shop.close());

test('F68 messages are found in all folders except junk and bin, with their folder, and by their flag', async () => {
  const inFolder = async (name: string, role: string | null, subject: string) => {
    const id = await someMessage(shop.db, { subject, minutesAgo: 9000 });
    await sql`
      with folder as (insert into mail_folders (path, name, role) values (${name}, ${name}, ${role}) returning id)
      update mail_messages set folder_id = folder.id, flagged = true from folder where mail_messages.id = ${id}`.execute(
      shop.db,
    );
  };
  await someMessage(shop.db, { subject: 'Pallet in the inbox', minutesAgo: 8000 });
  await inFolder('Suppliers', null, 'Pallet of a supplier');
  await inFolder('Junk', 'junk', 'Pallet on offer');
  await inFolder('Bin', 'trash', 'Pallet thrown away');
  const found = async (query: object) =>
    (await clerk.call(inbox.messages, { query: { search: 'pallet', ...query } })).reply.data.map(
      ({ subject, folder }) => [subject, folder],
    );
  const inInbox = ['Pallet in the inbox', 'Inbox'];
  const filed = ['Pallet of a supplier', 'Suppliers'];
  expect(await found({})).toEqual([inInbox]);
  expect(await found({ everywhere: 'yes' })).toEqual([inInbox, filed]);
  expect(await found({ everywhere: 'yes', flagged: 'yes' })).toEqual([filed]);
  expect(await found({ flagged: 'yes' })).toEqual([]);
});
