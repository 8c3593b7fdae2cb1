import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { businessRows } from '../../../tests/support/business-rows';
import { type Dovecot, startDovecot, withoutDovecot } from '../../../tests/support/dovecot';
import { mailNetwork, mailSecrets } from '../../../tests/support/mailbox';
import { type SlowProxy, startSlowProxy } from '../../../tests/support/slow-proxy';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { readNetworks } from '../../platform/network';

let shop: TestApp;
let admin: Caller;
beforeAll(async () => {
  shop = await startTestApp({ secrets: mailSecrets, mailNetwork });
  admin = await shop.as('admin');
});
afterEach(async () => {
  await shop.db.deleteFrom('mailbox').execute();
});
afterAll(() => shop.close());

const settings = {
  address: 'shop@firm.example',
  host: '127.0.0.1',
  port: 993,
  security: 'tls' as const,
  username: 'shop',
  password: 'open sesame',
};

test('the password is stored encrypted, never returned, and in no history', async () => {
  expect((await admin.call(mailbox.get)).reply).toEqual({ mailbox: null });
  const saved = await admin.call(mailbox.save, { body: settings });
  expect(saved.reply.mailbox).toMatchObject({ host: '127.0.0.1', version: 1 });
  const stored = await shop.db.selectFrom('mailbox').select('password_sealed').executeTakeFirstOrThrow();
  expect(mailSecrets.unseal(stored.password_sealed, 'mailbox password')).toBe('open sesame');
  const everything = [
    await businessRows(shop.db),
    saved.raw.toString(),
    (await admin.call(mailbox.get)).raw.toString(),
    (await admin.call(inbox.folders)).raw.toString(),
    JSON.stringify(await shop.audits(5)),
  ].join();
  expect(everything).not.toContain('sesame');
  expect((await shop.audits())[0]).toMatchObject({ record_type: 'setting', record_name: 'Mailbox' });
});

test('a stale edit is refused with the settings of now, without the password', async () => {
  await admin.call(mailbox.save, { body: settings });
  const stale = await admin.call(mailbox.save, { body: { ...settings, port: 143, version: 9 } });
  expect([stale.status, stale.refusal.current]).toEqual([
    409,
    expect.objectContaining({ host: '127.0.0.1', port: 993, version: 1 }),
  ]);
  expect(stale.refusal.current).not.toHaveProperty('password_sealed');
});

test('only an administrator sets up the mailbox, because copies of all sent emails go there', async () => {
  const office = await shop.as('view_setting', 'edit_setting', 'view_email', 'create_email');
  await admin.call(mailbox.save, { body: settings });
  const before = await shop.digest();
  const elsewhere = { ...settings, host: '127.0.0.2', sent_copies: 'always' as const };
  expect((await office.call(mailbox.save, { body: elsewhere })).status).toBe(403);
  expect((await office.call(mailbox.remove)).status).toBe(403);
  expect((await office.call(mailbox.test, { body: elsewhere })).status).toBe(403);
  expect(await shop.digest()).toBe(before);
  expect((await office.call(mailbox.get)).reply.mailbox?.host).toBe('127.0.0.1');
  expect((await office.call(mailbox.check)).status).toBe(200);
});

test('an omitted password is kept, but never for another server or user; a stale edit is refused', async () => {
  const { password: _, ...without } = settings;
  const refused = await admin.call(mailbox.save, { body: without });
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    { password: ['Enter the password of the mailbox.'] },
  ]);
  await admin.call(mailbox.save, { body: settings });
  const port = await admin.call(mailbox.save, { body: { ...without, port: 143, version: 1 } });
  expect(port.reply.mailbox).toMatchObject({ port: 143, version: 2 });
  for (const other of [{ host: '127.0.0.2' }, { username: 'other' }])
    expect((await admin.call(mailbox.save, { body: { ...without, ...other } })).status).toBe(422);
  expect((await admin.call(mailbox.test, { body: { ...without, host: '127.0.0.2' } })).status).toBe(422);
  expect((await admin.call(mailbox.save, { body: { ...settings, version: 1 } })).status).toBe(409);
});

test('removing the mailbox deletes everything that was fetched', async () => {
  await admin.call(mailbox.save, { body: settings });
  await shop.db.insertInto('mail_folders').values({ path: 'INBOX', name: 'Inbox', role: 'inbox' }).execute();
  expect((await admin.call(mailbox.remove)).status).toBe(200);
  expect((await admin.call(inbox.folders)).reply).toMatchObject({ mailbox: null, folders: [] });
  expect((await admin.call(mailbox.remove)).status).toBe(404);
});

const failing = async (changes: Partial<typeof settings> | Record<string, unknown>) => {
  const { reply } = await admin.call(mailbox.test, { body: { ...settings, ...changes } });
  const failed = reply.steps.find(({ state }) => state === 'failed');
  return [failed?.step, failed?.message];
};

test('A-SSRF a mailbox outside the allowed networks is not reached, however its address is written', async () => {
  const strict = await startTestApp({ mailNetwork: { networks: readNetworks(null) } });
  try {
    const response = await strict.as('admin');
    for (const host of hostsWithin) {
      const { reply } = await response.call(mailbox.test, { body: { ...settings, host, port: 22 } });
      expect(reply.steps[0], host).toMatchObject({ step: 'resolve', state: 'failed' });
      expect(reply.success).toBe(false);
    }
  } finally {
    await strict.close();
  }
});

const hostsWithin = [
  'localhost',
  '0.0.0.0',
  '2130706433',
  '0x7f000001',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '169.254.169.254',
  '10.0.0.1',
];

test('an unknown host and a closed port are named', async () => {
  expect(await failing({ host: 'no-such-server.invalid' })).toEqual([
    'resolve',
    'The server name no-such-server.invalid was not found. Check the spelling.',
  ]);
  expect(await failing({ port: 1 })).toEqual(['connect', 'No server responds at this address and port.']);
  expect((await shop.audits())[0]).toMatchObject({
    action: 'tested',
    after: { failed_step: 'connect', port: 1 },
  });
});

describe.skipIf(withoutDovecot)('tested against a real server', () => {
  let plain: Dovecot;
  let overTls: Dovecot;
  let proxy: SlowProxy;
  beforeAll(async () => {
    [plain, overTls] = await Promise.all([startDovecot(), startDovecot({ tls: true })]);
    proxy = await startSlowProxy(plain.port);
  });
  afterAll(async () => {
    await proxy.close();
    await plain.end();
    await overTls.end();
  });

  test('each step that can fail is named, and a sound mailbox passes all of them', async () => {
    const sound = { port: plain.port, security: 'none', username: plain.user, password: plain.password };
    const { reply } = await admin.call(mailbox.test, { body: { ...settings, ...sound } });
    expect(reply).toEqual({
      success: true,
      steps: ['resolve', 'connect', 'secure', 'sign_in', 'open_inbox'].map(step => ({
        step,
        state: 'done',
        message: null,
      })),
    });
    expect(await failing({ ...sound, password: 'wrong' })).toEqual([
      'sign_in',
      expect.stringContaining('did not accept the user name and password'),
    ]);
    expect((await failing({ ...sound, security: 'starttls' }))[0]).toBe('secure');
    expect((await failing({ ...sound, security: 'tls' }))[0]).toBe('secure');
    expect(await failing({ ...sound, port: overTls.port, security: 'tls' })).toEqual([
      'secure',
      'The certificate of the mail server could not be verified.',
    ]);
    proxy.silent = true;
    expect(await failing({ ...sound, port: proxy.port })).toEqual([
      'connect',
      'The mail server did not answer in time.',
    ]);
  });
});
