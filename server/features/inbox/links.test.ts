import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { someMessage } from '../../../tests/support/mailbox';
import { openLiveStream } from '../../../tests/support/live-stream';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import type { AddressInfo } from 'node:net';

let shop: TestApp;
let clerk: Caller & { userId: number; token: string };
let reader: Caller & { token: string };
beforeAll(async () => {
  shop = await startTestApp();
  clerk = await shop.as('view_email', 'create_email', 'view_supplier', 'view_customer', 'view_employee');
  reader = await shop.as('view_email', 'create_email');
});
afterAll(() => shop.close());

const someSupplier = async (name: string) =>
  (
    await sql<{ id: number }>`
      insert into suppliers (name, created_at, updated_at) values (${name}, now(), now()) returning id`.execute(
      shop.db,
    )
  ).rows[0]?.id ?? 0;

test('F68 a message linked to a record by hand keeps the link in any folder, and can be unlinked', async () => {
  const supplier = await someSupplier('Acme Ltd');
  const id = await someMessage(shop.db, {
    subject: 'About the boxes',
    from: 'who@else.example',
    messageId: 'boxes@else.example',
  });
  const body = { type: 'supplier' as const, record_id: supplier };
  const linked = await clerk.call(inbox.link, { params: { id }, body });
  const [link] = linked.reply.data;
  expect(link).toEqual({ type: 'supplier', id: supplier, name: 'Acme Ltd', link_id: expect.any(Number) });
  expect((await shop.audits(1))[0]).toMatchObject({
    action: 'email_linked',
    record_type: 'supplier',
    record_id: supplier,
    after: { message: 'About the boxes', from: 'who@else.example' },
  });
  const query = { type: 'supplier' as const, id: String(supplier) };
  expect((await clerk.call(inbox.ofRecord, { query })).reply.data).toMatchObject([{ id }]);
  const again = await clerk.call(inbox.link, { params: { id }, body });
  expect([again.status, again.refusal.message]).toEqual([409, 'The message is already linked to Acme Ltd.']);

  // Another email program moves it to another folder, which makes it another row here.
  await shop.db.deleteFrom('mail_messages').where('id', '=', id).execute();
  const moved = await someMessage(shop.db, {
    subject: 'About the boxes',
    from: 'who@else.example',
    messageId: 'boxes@else.example',
  });
  expect((await clerk.call(inbox.get, { params: { id: moved } })).reply.links).toEqual([link]);

  const params = { id: moved, link_id: link?.link_id ?? 0 };
  expect((await clerk.call(inbox.unlink, { params })).reply.data).toEqual([]);
  expect((await shop.audits(1))[0]).toMatchObject({ action: 'email_unlinked', record_id: supplier });
  expect((await clerk.call(inbox.unlink, { params })).status).toBe(404);
  expect((await clerk.call(inbox.ofRecord, { query })).reply.data).toEqual([]);
});

test('F68 refuses a link to a record without permission, or that does not exist', async () => {
  const supplier = await someSupplier('Secret Ltd');
  const id = await someMessage(shop.db);
  const body = { type: 'supplier' as const, record_id: supplier };
  expect((await reader.call(inbox.link, { params: { id }, body })).status).toBe(403);
  expect(
    (await clerk.call(inbox.link, { params: { id }, body: { ...body, record_id: 999_999 } })).status,
  ).toBe(404);
  expect((await clerk.call(inbox.link, { params: { id: 999_999 }, body })).status).toBe(404);
  const unknown = { type: 'till' as never, record_id: 1 };
  expect((await clerk.call(inbox.link, { params: { id }, body: unknown })).refusal.errors).toEqual({
    type: ['Choose the kind of record.'],
  });
  const { reply } = await clerk.call(inbox.link, { params: { id }, body });
  expect((await reader.call(inbox.get, { params: { id } })).reply.links).toEqual([]);
  const params = { id, link_id: reply.data[0]?.link_id ?? 0 };
  expect((await reader.call(inbox.unlink, { params })).status).toBe(403);
  const viewer = await shop.as('view_email', 'view_supplier');
  expect((await viewer.call(inbox.unlink, { params })).status).toBe(403);
});

test('F68 a merged customer keeps the messages linked to it', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into customers (name, created_at, updated_at) values ('Kept', now(), now()), ('Merged', now(), now())
    returning id`.execute(shop.db);
  const [kept = 0, merged = 0] = rows.map(row => row.id);
  const id = await someMessage(shop.db);
  await clerk.call(inbox.link, { params: { id }, body: { type: 'customer', record_id: merged } });
  await sql`update customers set merged_into_id = ${kept}, status = 'inactive' where id = ${merged}`.execute(
    shop.db,
  );
  expect((await clerk.call(inbox.get, { params: { id } })).reply.links).toMatchObject([
    { id: kept, name: 'Kept' },
  ]);
  const query = { type: 'customer' as const, id: String(kept) };
  expect((await clerk.call(inbox.ofRecord, { query })).reply.data).toMatchObject([{ id }]);
});

test('F68 moving and marking need the permission to write, a mailbox, and existing messages', async () => {
  const id = await someMessage(shop.db);
  const viewer = await shop.as('view_email');
  const move = { ids: [id], to: 'archive' as const };
  const mark = { ids: [id], as: 'flagged' as const };
  expect((await viewer.call(inbox.move, { body: move })).status).toBe(403);
  expect((await viewer.call(inbox.mark, { body: mark })).status).toBe(403);
  const without = await clerk.call(inbox.move, { body: move });
  expect([without.status, without.refusal.message]).toEqual([
    409,
    'No mailbox is set up, so there is no folder to move messages to.',
  ]);
  expect((await clerk.call(inbox.mark, { body: { ...mark, ids: [] } })).refusal.errors).toEqual({
    ids: ['Choose at least one message.'],
  });
  expect((await clerk.call(inbox.mark, { body: { ...mark, ids: [999_999] } })).status).toBe(404);
  const nowhere = await clerk.call(inbox.move, { body: { ids: [id] } });
  expect([nowhere.status, nowhere.refusal.message]).toEqual([
    422,
    'Choose a folder to move the messages to.',
  ]);
  expect(
    (
      await clerk.call(inbox.move, {
        body: { ids: Array.from({ length: 201 }, (_, n) => n + 1), to: 'junk' },
      })
    ).status,
  ).toBe(422);
});

test("F68 one user's changes reach the others with permission to read mail, and no one else", async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
  const near = await openLiveStream(address, reader.token);
  const outsider = await shop.as('view_supplier');
  const deaf = await openLiveStream(address, outsider.token);
  const id = await someMessage(shop.db);
  await clerk.call(inbox.mark, { body: { ids: [id], as: 'flagged' } });
  await expect.poll(() => near.received).toEqual(['mail']);
  expect(deaf.received).toEqual([]);
  for (const stream of [near, deaf]) stream.leave();
});
