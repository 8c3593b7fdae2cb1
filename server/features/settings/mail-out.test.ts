import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#domain/session/session.contract';
import { mailOut, mailStepName } from '#domain/settings/mail-out.contract';
import { mailboxStepName } from '#domain/emails/mailbox.contract';
import { users } from '#domain/users/user.contract';
import { businessRows } from '../../../tests/support/business-rows';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { freePort } from '../../../tests/support/counterfoil-process';

let app: TestApp;
let keeper: Caller;
let sink: SmtpSink;
let refusing: SmtpSink;
const password = 'a secret of the mail server';
beforeAll(async () => {
  sink = await startSmtpSink({
    server: {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (credentials, _session, done) =>
        credentials.password === password
          ? done(null, { user: 'office' })
          : done(smtpError(535, 'Wrong password')),
    },
  });
  refusing = await startSmtpSink({
    server: { onMailFrom: (_address, _session, done) => done(smtpError(550, 'Not your address')) },
  });
  app = await startTestApp({ jobs: true, mailNetworks: '127.0.0.0/8' });
  keeper = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await sink.close();
  await refusing.close();
});

const server = (more: object = {}) => ({
  host: '127.0.0.1',
  port: sink.port,
  security: 'starttls',
  user: 'office',
  sender_address: 'office@harbour.example',
  sender_name: 'Harbour Vale',
  ...more,
});
const save = (body: object, who = keeper) => who.call(mailOut.save, { body: { ...body } });
const tried = async (body: object) => (await keeper.call(mailOut.test, { body: { server: body } })).reply;

test('without a mail server no message says that email is on its way; with one in the settings it is sent through it', async () => {
  expect((await keeper.call(mailOut.get)).reply).toEqual({ server: null, environment: null, version: 1 });
  expect((await app.anonymous.call(session.entry)).reply.mail_configured).toBe(false);
  expect((await save(server())).refusal.errors).toEqual({ password: ['Enter the password.'] });
  const { status, raw } = await save(server({ password, version: 1 }));
  expect(status).toBe(200);
  expect(raw.toString()).not.toMatch(/sealed|secret of the/);
  const shown = await keeper.call(mailOut.get);
  expect(shown.reply.server).toMatchObject({ host: '127.0.0.1', user: 'office', has_password: true });
  expect(shown.raw.toString()).not.toMatch(/sealed|secret of the/);
  expect((await app.anonymous.call(session.entry)).reply.mail_configured).toBe(true);
  const boss = await app.as('admin');
  const { reply } = await boss.call(users.create, {
    body: { name: 'Ada', email: 'ada@firm.example', role_ids: [] },
  });
  expect(reply.temporary_password).toBeNull();
  await expect.poll(() => sink.delivered.length).toBe(1);
  expect(sink.delivered[0]?.content).toContain('From: Harbour Vale <office@harbour.example>');
});

test('K8 the password is in no table in clear text, in no reply and in no entry of the audit log', async () => {
  expect(await businessRows(app.db)).not.toContain(password);
  const { rows } = await sql<{ text: string }>`select audit_log::text as text from audit_log`.execute(app.db);
  const log = rows.map(({ text }) => text).join('\n');
  expect(log).not.toMatch(/secret of the|v1\./);
  expect(log).toContain('password_entered_at');
  const { version } = (await keeper.call(mailOut.get)).reply;
  await save(server({ version }));
  const stale = await save(server({ sender_name: 'Other', version }));
  expect(stale.status).toBe(409);
  expect(stale.raw.toString()).not.toMatch(/sealed|v1\./);
});

test('a stored password is never used for another server or user', async () => {
  const again = { password: ['Enter the password again because the server or user has changed.'] };
  expect((await save(server({ host: 'localhost' }))).refusal.errors).toEqual(again);
  const { refusal } = await keeper.call(mailOut.test, { body: { server: server({ host: 'localhost' }) } });
  expect(refusal.errors).toEqual(again);
  expect((await save(server({ user: 'boss' }))).refusal.errors).toEqual(again);
});

test('F85 a test names the step that fails and whether it was encrypted, and is in the audit log', async () => {
  expect(await tried(server())).toMatchObject({ failed: null, encrypted: false });
  expect(mailStepName('secure', false)).toBe('No encryption (this network only)');
  expect(mailStepName('secure', true)).toBe('Secure the connection');
  expect(mailboxStepName('secure', 'none')).toBe('No encryption (this network only)');
  expect(sink.delivered.at(-1)?.content).toContain('They work.');
  expect((await app.audits())[0]).toMatchObject({ action: 'tested', after: { failed: null } });
  expect(await tried(server({ password: 'guessed' }))).toMatchObject({ failed: 'sign_in' });
  expect(await tried(server({ port: await freePort(), password }))).toMatchObject({ failed: 'connect' });
  expect(await tried(server({ security: 'tls' }))).toMatchObject({ failed: 'secure' });
  expect(await tried(server({ port: refusing.port, user: null }))).toMatchObject({
    failed: 'sender',
    message: expect.stringContaining('Not your address'),
  });
});

test.each([
  '169.254.169.254',
  '10.0.0.1',
  '192.168.1.1',
  '0.0.0.0',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
])('A-SSRF %s is not called: it is not public, and its network is not allowed', async host => {
  const { reply } = await keeper.call(mailOut.test, { body: { server: server({ host, user: null }) } });
  expect(reply).toEqual({
    failed: 'find',
    message: expect.stringContaining('on a private network'),
    encrypted: true,
  });
});

test('a server is removed with its password, once', async () => {
  expect((await keeper.call(mailOut.remove)).reply.server).toBeNull();
  expect((await keeper.call(mailOut.remove)).status).toBe(404);
  expect((await save(server())).refusal.errors).toHaveProperty('password');
});

test('only an administrator sets up the server, because it receives the links that set passwords', async () => {
  const office = await app.as('view_setting', 'edit_setting');
  const before = await app.digest();
  expect((await save(server({ password }), office)).status).toBe(403);
  expect((await office.call(mailOut.remove)).status).toBe(403);
  expect((await office.call(mailOut.test, { body: { server: server({ password }) } })).status).toBe(403);
  expect(await app.digest()).toBe(before);
  expect((await office.call(mailOut.get)).status).toBe(200);
});
