import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { users } from '#domain/users/user.contract';
import { smtpError, startSmtpSink, type SmtpSink } from '../../../../tests/support/smtp-sink';
import { startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { inTransaction } from '../../../platform/database/transaction';
import { createPasswordLink } from './password-links';
import { passwordMailComposers } from './password-mail';

let sink: SmtpSink;
let shop: TestApp;
beforeAll(async () => {
  sink = await startSmtpSink();
  shop = await startTestApp({ jobs: true, smtpUrl: sink.url });
});
afterAll(async () => {
  await shop.close();
  await sink.close();
});

const tokenIn = (content: string) =>
  /reset-password\?token=3D([\w=\r\n-]+?)(?:\r?\n\r?\n|["&<])/.exec(content)?.[1]?.replaceAll(/=\r?\n/g, '');

test('a forgotten password is set with an emailed link, which is not stored', async () => {
  const person = await shop.as('view_master');
  const { email } = await shop.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();

  const known = await shop.anonymous.call(ownAccount.forgotPassword, { body: { email } });
  const unknown = await shop.anonymous.call(ownAccount.forgotPassword, {
    body: { email: 'nobody@firm.example' },
  });
  expect(known.reply).toEqual(unknown.reply);
  expect(known.reply.message).toBe(
    'If an account has this address, we have sent it a link. It works once and expires after 30 minutes.',
  );

  await expect.poll(() => sink.delivered.length).toBe(1);
  const [mail] = sink.delivered;
  expect(mail?.to).toEqual([email]);
  const token = tokenIn(mail?.content ?? '');
  expect(token).toMatch(/^[\w-]{43}$/);
  const stored = JSON.stringify(await shop.db.selectFrom('emails').selectAll().execute());
  expect(stored).not.toContain(token);
  const reset = await shop.anonymous.call(ownAccount.resetPassword, {
    body: { token: token ?? '', password: 'a phrase of my own' },
  });
  expect(reset.status).toBe(200);
  expect(
    (await shop.anonymous.call(session.login, { body: { email, password: 'a phrase of my own' } })).status,
  ).toBe(200);
});

test('a stranger cannot flood a mailbox: at most three links in half an hour', async () => {
  const person = await shop.as('view_master');
  const email = 'flooded@firm.example';
  await shop.db.updateTable('users').set({ email }).where('id', '=', person.userId).execute();
  const others = sink.delivered.length;
  for (let n = 0; n < 5; n++) await shop.anonymous.call(ownAccount.forgotPassword, { body: { email } });
  await expect
    .poll(
      async () =>
        (await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs`.execute(shop.db))
          .rows[0]?.count,
    )
    .toBe(0);
  await expect.poll(() => sink.delivered.length).toBe(others + 3);
});

test('with a mail server a new user is invited by a link, and no password is shown', async () => {
  const admin = await shop.as('admin');
  const before = sink.delivered.length;
  const { reply } = await admin.call(users.create, {
    body: { name: 'Ivy Invited', email: 'ivy@firm.example', role_ids: [] },
  });
  expect(reply).toMatchObject({
    temporary_password: null,
    message: 'A link to set a password was sent to ivy@firm.example.',
    user: { is_invited: true },
  });
  await expect.poll(() => sink.delivered.length).toBe(before + 1);
  const token = tokenIn(sink.delivered[before]?.content ?? '');
  expect(
    (
      await shop.anonymous.call(ownAccount.resetPassword, {
        body: { token: token ?? '', password: 'ivy has her own phrase' },
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await shop.anonymous.call(session.login, {
        body: { email: 'ivy@firm.example', password: 'ivy has her own phrase' },
      })
    ).status,
  ).toBe(200);
});

test('F50 an invitation that is waiting is not sent to the old address once the address is corrected', async () => {
  let isFull = true;
  const mailbox = await startSmtpSink({ onMessage: () => (isFull ? smtpError(452, 'Mailbox full') : null) });
  const firm = await startTestApp({ jobs: true, smtpUrl: mailbox.url, retryPausesMs: [50] });
  try {
    const admin = await firm.as('admin');
    const person = { name: 'Anna Lowe', role_ids: [] };
    const { reply } = await admin.call(users.create, { body: { ...person, email: 'anna@gmial.example' } });
    const invitation = () =>
      firm.db
        .selectFrom('emails')
        .select(['status', 'last_error'])
        .where('to_address', '=', 'anna@gmial.example')
        .executeTakeFirst();
    await expect.poll(async () => (await invitation())?.status).toBe('retrying');
    const corrected = { ...person, email: 'anna@gmail.example' };
    expect((await admin.call(users.update, { params: { id: reply.user.id }, body: corrected })).status).toBe(
      200,
    );
    isFull = false;
    await expect.poll(invitation).toEqual({
      status: 'failed',
      last_error: 'The address of the user has changed. Send a new link from their page.',
    });
    expect(mailbox.delivered).toEqual([]);
  } finally {
    await firm.close();
    await mailbox.close();
  }
});

test('U10 a link to set a password neither is sent to nor works for an account that is not active', async () => {
  const admin = await shop.as('admin');
  const body = { name: 'Bob Barred', email: 'bob@firm.example', role_ids: [] };
  const before = sink.delivered.length;
  const { user } = (await admin.call(users.create, { body })).reply;
  await expect.poll(() => sink.delivered.length).toBe(before + 1);
  const params = { id: user.id };
  expect((await admin.call(users.deactivate, { params })).status).toBe(200);
  await inTransaction(shop.db, async tx => {
    const invitation = passwordMailComposers('http://localhost:3000')['invitation'];
    const mail = { userId: user.id, to: user.email, now: new Date() };
    expect(await invitation?.(tx, mail)).toEqual({
      refused: 'The account is not active. Activate it, then send a new link from its page.',
    });
  });
  const token = await inTransaction(shop.db, tx => createPasswordLink(tx, user.id, 'invitation', new Date()));
  const reset = () =>
    shop.anonymous.call(ownAccount.resetPassword, { body: { token, password: 'bob has his own phrase' } });
  expect((await reset()).refusal?.errors).toEqual({
    token: ['This link has been used or has expired. Request a new one.'],
  });
});
