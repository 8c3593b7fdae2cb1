import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ownAccount } from '#domain/session/own-account.contract';
import { providerSignIn } from '#domain/session/provider.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { pins } from '#domain/tills/cashier.contract';
import { startProvider } from '../../../../tests/support/sign-in-provider';
import { asHolderOf, redirectUri, useStaffProvider } from '../../../../tests/support/staff-provider';
import { codeOf } from '../../../../tests/support/two-factor';

const { clock, shop, provider, setUp, someone, member, start, finish, tokenOf } = useStaffProvider();

/** A user who was invited and, without choosing a password, signed in through the provider. */
async function invited() {
  const person = await member('view_master');
  const { db } = shop();
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.userId).execute();
  const token = await tokenOf(person.account);
  const forgetConfirmation = () =>
    sql`update sessions set created_at = created_at - interval '40 minutes', confirmed_at = null
      where user_id = ${person.userId}`.execute(db);
  const confirm = async () => {
    const started = await shop().anonymous.call(providerSignIn.startConfirmation, asHolderOf(token));
    const { address, browser_key } = started.reply;
    const answer = await provider().browser()(address, person.account);
    const body = { answer, browser_key };
    const given = await shop().anonymous.call(providerSignIn.confirm, { ...asHolderOf(token), body });
    expect(given.status).toBe(200);
  };
  return { ...person, ...asHolderOf(token), forgetConfirmation, confirm };
}
type Invited = Awaited<ReturnType<typeof invited>>;

async function withApp({ headers }: Invited) {
  const { secret } = (await shop().anonymous.call(twoFactor.setUp, { headers, body: {} })).reply;
  const code = codeOf(secret, clock.now());
  await shop().anonymous.call(twoFactor.confirm, { headers, body: { code } });
  /** Each code is accepted once. */
  return () => {
    clock.aheadMs += 31_000;
    return { code: codeOf(secret, clock.now()) };
  };
}

const chosen = 'nine crates of tea leaves';
const changes: Record<
  string,
  (person: Invited, code: () => { code: string }) => Promise<{ status: number; refusal?: { code: string } }>
> = {
  'a PIN': ({ headers }) => shop().anonymous.call(pins.set, { headers, body: { pin: '4826' } }),
  'another address': ({ headers, userId }) =>
    shop().anonymous.call(ownAccount.updateProfile, {
      headers,
      body: { name: 'Ann', email: `ann-${userId}@firm.example` },
    }),
  'new recovery codes': ({ headers }, code) =>
    shop().anonymous.call(twoFactor.newRecoveryCodes, { headers, body: code() }),
  'two-factor sign-in turned off': ({ headers }, code) =>
    shop().anonymous.call(twoFactor.turnOff, { headers, body: code() }),
  'a first password': ({ headers }) =>
    shop().anonymous.call(ownAccount.changePassword, { headers, body: { password: chosen } }),
};

test('U2 users without a password change their account after a confirmation at the provider, and not without', async () => {
  const person = await invited();
  const code = await withApp(person);
  await person.forgetConfirmation();
  for (const [name, change] of Object.entries(changes))
    expect((await change(person, code)).refusal?.code, name).toBe('confirmation_required');
  clock.aheadMs = 0;
  await person.confirm();
  for (const [name, change] of Object.entries(changes))
    expect((await change(person, code)).status, name).toBe(200);
  const { rows } = await sql`select from sign_in_attempts where not succeeded`.execute(shop().db);
  expect(rows).toEqual([]);
});

test('U2 users who are not linked still enter their password', async () => {
  const person = await someone('view_master');
  const { refusal } = await person.call(pins.set, { body: { pin: '4826' } });
  expect(refusal.errors).toEqual({ current_password: ['Enter your current password.'] });
});

test('U2 with a provider that does not say when it asked, users without another way to confirm can add one', async () => {
  const silent = await startProvider({ redirectUri, isSilentAboutTime: true });
  const signIn = async ({ account, email }: { account: string; email: string }) => {
    silent.people.set(account, { email, email_verified: true });
    const { address, browser_key } = await start();
    const { reply } = await finish(await silent.browser()(address, account), browser_key);
    return asHolderOf('token' in reply ? reply.token : '');
  };
  const [ann, ben] = [await member('view_master'), await member('view_master')];
  await shop().db.updateTable('users').set({ password_hash: null }).where('id', '=', ann.userId).execute();
  await setUp({ issuer: silent.issuer });
  const begin = async (person: typeof ann) =>
    (await shop().anonymous.call(twoFactor.setUp, { ...(await signIn(person)), body: {} })).status;
  expect(await begin(ann)).toBe(200);
  expect(await begin(ben), 'who has a password').toBe(403);
  await setUp();
  await silent.stop();
});
