import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drafts } from '#domain/emails/draft.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { someMessage } from '../../../tests/support/mailbox';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { pdfOf } from '../../../tests/support/upload';
import { recordFiles } from '../../kernel/stored-files';

let shop: TestApp;
let sink: SmtpSink;
let clerk: Caller;
beforeAll(async () => {
  sink = await startSmtpSink();
  shop = await startTestApp({ jobs: true, smtpUrl: sink.url });
  clerk = await shop.as('view_email', 'create_email');
});
afterAll(async () => {
  await shop.close();
  await sink.close();
});

test('a forwarded message takes its files along with their types, and says how many were too many', async () => {
  const id = await someMessage(shop.db, {
    subject: 'Plans',
    html: '<p>See <img data-cid="logo@mail"></p>',
  });
  const keptAs = async (content: string) => {
    const stored = await shop.files.put(Readable.from([Buffer.from(content)], { objectMode: false }), {
      maxBytes: 1000,
    });
    await asBookkeeper(shop.db, ctx =>
      recordFiles(ctx, [{ ...stored, mediaType: 'application/octet-stream' }]),
    );
    return stored.sha256;
  };
  // The picture of the text, a PDF with an id as Gmail sends it, and ten more: eleven files.
  const files = [
    ['logo.png', 'image/png', 'logo@mail'],
    ['plan.pdf', 'application/pdf', 'f_1'],
    ...Array.from({ length: 9 }, (_, n) => [`${n}.txt`, 'text/plain', null] as const),
    ['last.txt', 'not a type', null],
  ] as const;
  for (const [position, [file_name, content_type, content_id]] of files.entries())
    await shop.db
      .insertInto('mail_attachments')
      .values({
        message_id: id,
        position,
        file_name,
        content_type,
        content_id,
        sha256: await keptAs(file_name),
      })
      .execute();
  const { reply: draft } = await clerk.call(drafts.begin, { body: { kind: 'forward', answers_id: id } });
  expect(draft.files_left_out).toBe(1);
  const { data } = (await clerk.call(drafts.attachments.list, { params: { id: draft.id } })).reply;
  expect(data.map(({ file_name }) => file_name)).toEqual([
    'plan.pdf',
    ...files.slice(2, 11).map(([name]) => name),
  ]);
  const body = {
    to_addresses: ['ada@customer.example'],
    cc_addresses: [],
    bcc_addresses: [],
    subject: 'Fwd',
    body: 'x',
  };
  await clerk.call(drafts.save, { params: { id: draft.id }, body });
  await clerk.call(drafts.send, { params: { id: draft.id } });
  expect(sink.delivered[0]?.content).toMatch(/Content-Type: application\/pdf; name=plan.pdf/);
  // Nobody has looked into the stored file, so it is not called a PDF anywhere else.
  const { rows } = await sql<{ content_type: string }>`
    select f.content_type from files f join mail_attachments a using (sha256) where a.file_name = 'plan.pdf'`.execute(
    shop.db,
  );
  expect(rows).toEqual([{ content_type: 'application/octet-stream' }]);
});

test('a message is not answered before its text and reply address are here', async () => {
  const id = await someMessage(shop.db, { subject: 'Still coming' });
  await shop.db.updateTable('mail_messages').set({ body_state: 'wanted' }).where('id', '=', id).execute();
  for (const kind of ['reply', 'reply_all', 'forward'] as const) {
    const { status, refusal } = await clerk.call(drafts.begin, { body: { kind, answers_id: id } });
    expect([status, refusal.message]).toEqual([
      409,
      'The text is still being fetched. Try again in a moment.',
    ]);
  }
});

test('a file that came by email gets its type once it is looked into, and keeps it', async () => {
  const content = pdfOf(500);
  const stored = await shop.files.put(Readable.from([content], { objectMode: false }), { maxBytes: 1000 });
  const recordAs = (mediaType: string) =>
    asBookkeeper(shop.db, ctx => recordFiles(ctx, [{ ...stored, mediaType }]));
  const type = async () =>
    (
      await shop.db
        .selectFrom('files')
        .select('content_type')
        .where('sha256', '=', stored.sha256)
        .executeTakeFirst()
    )?.content_type;
  await recordAs('application/octet-stream');
  await recordAs('application/pdf');
  expect(await type()).toBe('application/pdf');
  await recordAs('application/octet-stream');
  expect(await type()).toBe('application/pdf');
});
