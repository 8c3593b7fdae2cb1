import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#domain/notifications/notification.contract';
import { duringFirst } from '../../../tests/support/held-transaction';
import { stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { runScanHandler } from './run-scan';
import { sendDigestsHandler } from './send-digests';

let app: TestApp;
let keeper: Caller & { userId: number };
let silent: Caller & { userId: number };
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_stock');
  silent = await app.as('view_stock');
});
afterAll(() => app.close());

const run = (isConfigured = true, at = new Date()) =>
  sendDigestsHandler({
    db: app.runtimeDb,
    clock: () => at,
    publicUrl: 'http://x.example',
    isMailConfigured: async () => isConfigured,
  }).run({});
const emails = async () =>
  (
    await sql<{ user_id: number; subject: string; body_text: string }>`
      select user_id, subject, body_text from emails where purpose = 'notification-digest' order by id`.execute(
      app.db,
    )
  ).rows;
const soldOut = async (...names: string[]) => {
  for (const name of names)
    await stockedProduct(app.db, { name, pieces: '0', reorder_level: 1_000 as never });
  await runScanHandler(app.runtimeDb, () => new Date()).run({});
};
const choose = (who: Caller, body: object) => who.call(notifications.choose, { body: { off: [], ...body } });

test('the daily email is off until chosen, and then counts what is new and unread, once, without names', async () => {
  expect((await keeper.call(notifications.choices)).reply.digest).toBe(false);
  await soldOut('Green tea');
  await run();
  expect(await emails()).toEqual([]);
  expect((await choose(keeper, { digest: true })).reply.digest).toBe(true);
  // A later choice of a kind keeps it.
  expect((await choose(keeper, { off: ['own_blocked_pin'] })).reply.digest).toBe(true);
  await soldOut('Black tea');
  await run(false);
  expect(await emails()).toEqual([]);
  await Promise.all([run(), run()]);
  await run();
  const [first, ...more] = await emails();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ user_id: keeper.userId, subject: '2 new notifications' });
  expect(first?.body_text).toContain('Low stock: 2');
  expect(first?.body_text).toContain('http://x.example/notifications?read=no');
  expect(first?.body_text).not.toContain('tea');
});

test('what was read, is a week old, or can no longer be seen is not emailed, and neither is anything once it is off', async () => {
  const before = (await emails()).length;
  await soldOut('Mint tea');
  await keeper.call(notifications.readAll);
  await run();
  await soldOut('Rose tea');
  await run(true, new Date(Date.now() + 8 * 24 * 3600_000));
  expect(await emails()).toHaveLength(before);
  await choose(silent, { digest: true });
  await sql`delete from role_permissions where role_id in (
    select role_id from user_roles where user_id = ${silent.userId})`.execute(app.db);
  await choose(keeper, { digest: false });
  await run();
  expect(await emails()).toHaveLength(before);
});

test('R15 kinds that are chosen while another device turns the daily email on do not turn it off', async () => {
  const person = await app.as('view_stock');
  const [, kinds] = await duringFirst(
    app.db,
    () => choose(person, { digest: true }),
    () => choose(person, { off: ['low_stock'] }),
    'user_preferences',
  );
  expect(kinds.reply.digest).toBe(true);
  expect(kinds.reply.kinds.find(({ kind }) => kind === 'low_stock')?.is_on).toBe(false);
});
