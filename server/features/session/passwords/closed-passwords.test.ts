import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { passkeys } from '#domain/session/passkey.contract';
import { providerSignIn } from '#domain/session/provider.contract';
import { session } from '#domain/session/session.contract';
import { users } from '#domain/users/user.contract';
import { authenticator } from '../../../../tests/support/passkeys';
import { password, useStaffProvider } from '../../../../tests/support/staff-provider';
import type { Caller } from '../../../../tests/support/test-app';
import { inTransaction } from '../../../platform/database/transaction';
import { createPasswordLink } from './password-links';
import { passwordMailComposers, passwordRequestHandler } from './password-mail';

const { clock, shop, setUp, someone, member, tokenOf } = useStaffProvider({ smtpUrl: 'smtp://127.0.0.1:1' });
beforeAll(() => setUp({ passwords_stay: false }));
afterAll(() => setUp());

const closed = 'Your account signs in with Staff ID. Choose “Sign in with Staff ID” on the sign-in page.';

/** A user who has signed in through the provider. */
async function linked(...rights: Parameters<typeof member>) {
  const person = await member(...rights);
  await tokenOf(person.account);
  return person;
}

const login = (email: string, entered = password) =>
  shop().anonymous.call(session.login, { body: { email, password: entered } });
const chosen = 'nine crates of tea leaves';
const reset = (token: string) =>
  shop().anonymous.call(ownAccount.resetPassword, { body: { token, password: chosen } });
const linkFor = (userId: number, purpose: 'reset' | 'invitation') =>
  inTransaction(shop().db, tx => createPasswordLink(tx, userId, purpose, clock.now()));
const compose = ({ userId, email }: { userId: number; email: string }, purpose: string) =>
  inTransaction(shop().db, async tx =>
    passwordMailComposers('http://localhost:3000')[purpose]?.(tx, { userId, to: email, now: clock.now() }),
  );
const mailTo = async (email: string) =>
  (await sql`select purpose from emails where to_address = ${email}`.execute(shop().db)).rows;

async function unlink(person: Caller) {
  const [own] = (await person.call(providerSignIn.links)).reply.data;
  return person.call(providerSignIn.unlink, { params: { id: own?.id ?? 0 } });
}

test('U1 a forgotten password of a linked user is mailed to administrators only', async () => {
  const clerk = await linked('view_master');
  const admin = await linked('admin');
  for (const { email } of [clerk, admin])
    await passwordRequestHandler(shop().db, clock.now).run({
      email,
      address: '203.0.113.7',
      request_id: 'U1',
    });
  expect(await mailTo(clerk.email)).toEqual([]);
  expect(await mailTo(admin.email)).toEqual([{ purpose: 'password-reset' }]);
  expect(await compose(clerk, 'password-reset'), 'an email that waited').toEqual({
    refused: 'The user signs in with Staff ID and needs no password.',
  });
  expect(await compose(admin, 'password-reset')).toHaveProperty('subject');
});

test('U1 an older link sets no password for a user who is linked since', async () => {
  const clerk = await member('view_master');
  const link = await linkFor(clerk.userId, 'invitation');
  await tokenOf(clerk.account);
  expect((await reset(link)).refusal.errors).toEqual({ token: [closed] });
  expect((await clerk.call(providerSignIn.links)).reply.data).toHaveLength(1);
  expect((await login(clerk.email, chosen)).status).toBe(422);
});

test('U1 only an administrator removes the link of a user whose password is closed', async () => {
  const clerk = await linked('view_master');
  const admin = await linked('admin');
  const refused = await unlink(clerk);
  expect([refused.status, refused.refusal?.message]).toEqual([
    409,
    'You sign in with Staff ID only. Ask an administrator to remove this link.',
  ]);
  expect((await login(clerk.email)).refusal.message).toBe(closed);
  expect((await unlink(admin)).status).toBe(200);
  expect((await admin.call(users.unlink, { params: { id: clerk.userId } })).status).toBe(200);
  expect((await login(clerk.email)).status).toBe(200);
});

test('U1 an administrator’s reset by email gives a linked user a password', async () => {
  const admin = await someone('admin');
  const clerk = await linked('view_master');
  expect((await admin.call(users.resetPassword, { params: { id: clerk.userId } })).status).toBe(200);
  expect(await mailTo(clerk.email)).toEqual([{ purpose: 'password-reset' }]);
  expect(await compose(clerk, 'password-reset')).toHaveProperty('subject');
  expect((await reset(await linkFor(clerk.userId, 'reset'))).status).toBe(200);
  expect((await login(clerk.email, chosen)).status).toBe(200);
});

test('U1 a passkey signs in no user whose password is closed', async () => {
  const clerk = await linked('view_master');
  const device = authenticator();
  const { options } = (await clerk.call(passkeys.start)).reply;
  await clerk.call(passkeys.add, { body: { name: 'Laptop', credential: device.create(options) } });
  const signIn = async () => {
    const asked = (await shop().anonymous.call(passkeys.startSignIn)).reply.options;
    return shop().anonymous.call(passkeys.signIn, { body: { assertion: device.answer(asked) } });
  };
  expect((await signIn()).refusal?.message).toBe(closed);
  expect(await shop().audits()).toMatchObject([
    { action: 'sign-in_refused', after: { reason: 'must use the provider', provider: 'Staff ID' } },
  ]);
  await setUp();
  expect((await signIn()).status).toBe(200);
  await setUp({ passwords_stay: false });
});
