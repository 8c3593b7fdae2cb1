import { createHook } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDocument } from '#domain/api-document/api-document.contract';
import { orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { session } from '#domain/session/session.contract';
import { hashPassword } from '../../server/features/session';
import { everyRoute } from '../support/every-route';
import { refusalFrom } from '../../server/platform/http/error-reply';
import { someSupplier } from '../support/books';
import { insertOrder } from '../support/purchases';
import { multipartForm, pdfOf } from '../support/upload';
import { startTestApp, type TestApp } from '../support/test-app';

/** Hashing runs on native threads; each hash starts an async resource without a type of its own. */
let nativeWork = 0;
const watch = createHook({
  init: (_, type) => {
    if (type === 'undefined') nativeWork += 1;
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Leaves an administrator.
  await app.as('admin');
});
afterAll(() => app.close());

/** The work of a sign-in attempt: password hashes, and queued jobs. */
async function workOf(email: string, password: string): Promise<{ hashes: number; jobs: number }> {
  const jobs = async () =>
    (
      await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs
        where task_identifier = 'tell-of-failed-tries'`.execute(app.db)
    ).rows[0]?.count ?? 0;
  const before = [nativeWork, await jobs()] as const;
  const { status } = await app.anonymous.call(session.login, { body: { email, password } });
  expect(status).toBe(422);
  return { hashes: nativeWork - before[0], jobs: (await jobs()) - before[1] };
}

test('F54 a wrong password causes the same work for an account that exists, one that does not, and a closed one', async () => {
  const [known, closed] = [await app.as('view_user'), await app.as('view_user')];
  const hash = await hashPassword('seven green ledgers');
  for (const [{ userId }, email, status] of [
    [known, 'known@shop.example', 'active'],
    [closed, 'closed@shop.example', 'inactive'],
  ] as const)
    await sql`update users set email = ${email}, password_hash = ${hash}, status = ${status} where id = ${userId}`.execute(
      app.db,
    );
  watch.enable();
  // The first attempt creates the decoy hash for unknown addresses.
  await workOf('first@shop.example', 'not this one');
  const once = { hashes: 1, jobs: 1 };
  expect(await workOf('known@shop.example', 'not this one')).toEqual(once);
  expect(await workOf('closed@shop.example', 'not this one')).toEqual(once);
  expect(await workOf('nobody@shop.example', 'not this one')).toEqual(once);
  watch.disable();
});

test('F54 the OpenAPI document names the fields of every form', async () => {
  const admin = await app.as('admin');
  const { paths } = (await admin.call(apiDocument.show)).reply as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Form }> } }>>;
  };
  type Form = { properties: Record<string, unknown>; required: string[] };
  const forms = everyRoute
    .filter(({ call }) => call.bodyKind === 'multipart')
    .map(({ call }) => {
      const described = paths[`/api${call.path}`] ?? paths[call.path];
      const schema = described?.post?.requestBody?.content['multipart/form-data']?.schema;
      return [call.path, Object.keys(schema?.properties ?? {})] as const;
    });
  expect(Object.fromEntries(forms)).toMatchObject({
    '/emails/send-supplier': ['supplier_id', 'email', 'attachments[]'],
    '/imports': ['kind', 'file'],
    '/settings/company/logo': ['logo'],
    '/products/{id}/images': ['images[]'],
    '/purchases/{id}/attachments': ['attachments[]'],
  });
});

test('F94 a file missing on this server is reported as missing, and not as an unknown fault', async () => {
  const admin = await app.as('admin');
  const supplier_id = await someSupplier(app.db, 'Heartwood Crafts');
  const id = await insertOrder(app.db, { supplier_id, created_by: admin.userId, total_pence: 100 });
  const { body, headers } = await multipartForm({}, [{ name: 'note.pdf', content: pdfOf() }]);
  const { reply } = await admin.call(orderAttachments.add, { params: { id }, body, headers });
  const attachment_id = reply.data[0]?.id ?? 0;
  const file = { params: { id, attachment_id } };
  expect((await admin.call(orderAttachments.content, file)).status).toBe(200);
  const { rows } = await sql<{
    sha256: string;
  }>`select sha256 from purchase_order_attachments order by id desc limit 1`.execute(app.db);
  await app.files.remove(rows[0]?.sha256 ?? '');
  const gone = await admin.call(orderAttachments.content, file);
  expect([gone.status, gone.refusal.code]).toEqual([503, 'unavailable']);
  expect(gone.refusal.message).toMatch(/^The file is not in the files folder of this server\./);
  expect(gone.headers['content-disposition']).toBeUndefined();
});

test('F94 a write that took too long was undone, and the message does not suggest narrowing it', async () => {
  const stopped = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  expect(refusalFrom(stopped, 'POST').message).toBe(
    'The request took too long and was stopped. Nothing was changed. Try again.',
  );
  expect(refusalFrom(stopped, 'GET').message).toContain('Narrow the search');
});
