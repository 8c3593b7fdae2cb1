import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { signInProvider } from '#domain/settings/sign-in-provider.contract';
import { tills } from '#domain/tills/till.contract';
import { users } from '#domain/users/user.contract';
import { hashPassword } from '../../server/features/session/passwords/passwords';
import { readNetworks } from '../../server/platform/network';
import { seriousProblems } from '../support/accessible';
import { picture } from '../support/picture';
import { useShop } from '../support/browser';
import { giveUpContext } from '../support/browser-pool';
import { freePort } from '../support/counterfoil-process';
import { press, scan } from '../support/till-keyboard';
import { answerQuestion } from '../support/questions';
import { stockedProduct } from '../support/shop';
import { client, startProvider, type TestProvider } from '../support/sign-in-provider';
import { noticed } from '../support/notices';

const site = `http://127.0.0.1:${await freePort()}`;
const redirectUri = `${site}/login/provider`;
const shop = useShop({ publicUrl: site, signInNetworks: readNetworks('127.0.0.1') });
let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ redirectUri });
});
afterAll(() => provider.stop());

const given = () => ({
  name: 'Staff ID',
  issuer: provider.issuer,
  client_id: client.id,
  client_secret: client.secret,
  passwords_stay: true,
});

async function setUp(): Promise<void> {
  const admin = await shop().as('admin');
  expect((await admin.call(signInProvider.save, { body: given() })).status).toBe(200);
}

/** A page without a session; the provider’s cookies go with its context. */
async function anonymousAt(path: string): Promise<Page> {
  const page = await shop().open();
  giveUpContext(page.context());
  await page.goto(path);
  return page;
}

async function emailOf(userId: number): Promise<string> {
  const { email } = await shop()
    .db.selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}

/** On the provider’s own page. */
async function enterAccount(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Account', exact: true }).fill(account);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const toProvider = (page: Page) => page.getByRole('link', { name: 'Sign in with Staff ID' }).click();

test('an administrator sets up the provider and tests the connection', async () => {
  const page = await shop().openAs(['admin'], '/settings/security');
  const card = page.getByRole('region', { name: 'Single sign-on' });
  await card.getByText(redirectUri).waitFor();
  await card.getByLabel('Provider name').fill('Staff ID');
  await card.getByLabel('Issuer').fill('http://id.example');
  await card.getByLabel('Client ID').fill(client.id);
  await card.getByLabel('Client secret').first().fill(client.secret);
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('The issuer must start with https://.').waitFor();
  await card.getByLabel('Issuer').fill(`${provider.issuer}/`);
  await card.getByRole('button', { name: 'Test connection' }).click();
  await card
    .getByRole('alert')
    .getByText(/Enter exactly that as the issuer|provider does/)
    .waitFor();
  await picture(page, 'provider-settings-problem', { fullPage: true });
  await card.getByLabel('Issuer').fill(provider.issuer);
  await card.getByRole('button', { name: 'Test connection' }).click();
  await card.getByRole('status').getByText('The provider answers').waitFor();
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('0 users are linked to an account there.').waitFor();
  await expect.poll(() => card.getByLabel('Client secret').first().inputValue()).toBe('');
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'provider-settings', { fullPage: true });
  await card.getByRole('button', { name: 'Remove this provider' }).click();
  await answerQuestion(page, 'Remove this sign-in provider?', 'Remove provider');
  await card.getByRole('button', { name: 'Remove this provider' }).waitFor({ state: 'detached' });
});

test('a user signs in through the provider, sees the link on the profile, and removes it', async () => {
  await setUp();
  const person = await shop().as('view_master');
  provider.people.set('ada', { email: await emailOf(person.userId), email_verified: true });
  const page = await anonymousAt('/login?from=/profile');
  await page.getByRole('link', { name: 'Sign in with Staff ID' }).waitFor();
  await picture(page, 'sign-in-provider', { fullPage: true });
  expect(await seriousProblems(page)).toEqual([]);
  await toProvider(page);
  await enterAccount(page, 'ada');
  await page.waitForURL('**/profile');
  const card = page.getByRole('region', { name: 'Single sign-on' });
  await card.getByRole('row', { name: new RegExp(await emailOf(person.userId)) }).waitFor();
  await picture(page, 'provider-link', { fullPage: true });
  expect(await seriousProblems(page)).toEqual([]);
  const visited = await page.evaluate(() => navigation.entries().map(entry => entry.url));
  expect(
    visited.filter(url => url?.includes('code=')),
    'the history keeps no answer',
  ).toEqual([]);

  const admin = await shop().openAs(['admin'], `/users/edit/${person.userId}`);
  await admin.getByText(/Single sign-on: .* at 127\.0\.0\.1:\d+, last used/).waitFor();
  await picture(admin, 'provider-link-of-user', { fullPage: true });

  await page.goto('/profile');
  await card.getByRole('button', { name: /^Remove the link to/ }).click();
  await answerQuestion(page, /^Remove the link to/, 'Remove');
  await page.getByText('The account is no longer linked.').waitFor();
  await card.getByText('Your account at Staff ID is not linked yet.', { exact: false }).waitFor();
  await picture(page, 'provider-not-linked', { fullPage: true });
  // Linked again, by the user and whatever the address.
  provider.people.set('ada-private', { email: 'ada@private.example' });
  await card.getByRole('button', { name: 'Link my account' }).click();
  await enterAccount(page, 'ada-private');
  await page.getByText('You can now sign in with Staff ID.').waitFor();
  await page.getByRole('link', { name: 'Back to your profile' }).click();
  await card.getByRole('row', { name: /ada@private\.example/ }).waitFor();
});

test('who may not sign in reads why, and can go another way', async () => {
  await setUp();
  const person = await shop().as('view_master');
  const email = await emailOf(person.userId);
  provider.people.set('nobody', { email: 'nobody@example.com', email_verified: true });
  provider.people.set('unverified', { email });
  provider.people.set('left', { email, email_verified: true });
  const attempt = async (account: string, message: string) => {
    const page = await anonymousAt('/login');
    await toProvider(page);
    await enterAccount(page, account);
    await page.getByRole('alert').getByText(message).waitFor();
    expect(page.url()).toBe(redirectUri);
    return page;
  };
  const page = await attempt(
    'nobody',
    'No user here has the address nobody@example.com. Ask an administrator to invite you.',
  );
  await picture(page, 'provider-refused', { fullPage: true });
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Other ways to sign in' }).click();
  await page.getByLabel('Email').waitFor();
  await attempt('unverified', `Staff ID has not verified the address ${email}`);
  await shop().db.updateTable('users').set({ status: 'inactive' }).where('id', '=', person.userId).execute();
  await attempt('left', 'Your account is not active. Ask an administrator to activate it.');

  const cancelled = await anonymousAt('/login');
  await toProvider(cancelled);
  await cancelled.getByRole('button', { name: 'Cancel' }).click();
  await cancelled.getByText('You were not signed in: Staff ID refused, or you cancelled.').waitFor();
});

test('an answer that was used, changed or meant for another window signs nobody in', async () => {
  await setUp();
  const person = await shop().as('view_master');
  provider.people.set('bea', { email: await emailOf(person.userId), email_verified: true });
  const page = await anonymousAt('/login');
  let answer = '';
  page.on('request', request => {
    if (request.url().startsWith(`${redirectUri}?code=`)) answer = request.url();
  });
  await toProvider(page);
  await enterAccount(page, 'bea');
  await page.waitForURL('**/dashboard');
  expect(answer).not.toBe('');
  const other = await anonymousAt(answer);
  await other.getByText('This sign-in began in another window, or this page was reloaded.').waitFor();

  await other.goto('/login');
  await other.route('**/api/auth/login/provider', (route, request) =>
    route.continue({ postData: request.postData()?.replace(/state=[\w-]+/, 'state=changed') ?? '' }),
  );
  await toProvider(other);
  await enterAccount(other, 'bea');
  await other
    .getByRole('alert')
    .getByText(/This sign-in has expired, was used already/)
    .waitFor();
});

test('F38 a till whose session has ended is signed in to again through the provider, with its basket', async () => {
  await setUp();
  await stockedProduct(shop().db, {
    price: toPence(240),
    barcodes: [{ code: '5090000000014', factor: wholeUnits(1) }],
  });
  const cashier = await shop().as('view_pos', 'create_sale', 'open_till');
  await cashier.call(tills.open, { body: { register_id: 1, total: '100.00' } });
  provider.people.set('dot', { email: await emailOf(cashier.userId), email_verified: true });
  const page = await anonymousAt('/login?from=/sales/pos');
  await toProvider(page);
  await enterAccount(page, 'dot');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await scan(page, '5090000000014');
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£2.40');
  const admin = await shop().as('admin');
  await admin.call(users.signOut, { params: { id: cashier.userId } });
  // Before it takes money the till asks for the stock, and finds out.
  await press(page, 'F4');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('link', { name: 'Sign in with Staff ID' }).waitFor();
  await picture(page, 'till-sign-in-again-provider', { fullPage: true });
  expect(await seriousProblems(page)).toEqual([]);
  // The provider still knows the cashier, and asks nothing.
  await toProvider(page);
  await again.waitFor({ state: 'detached' });
  await page.waitForURL('**/sales/pos');
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£2.40');
});

test('a linked user confirms who they are at the provider, and what they entered stays', async () => {
  await setUp();
  const admin = await shop().as('admin');
  await shop()
    .db.updateTable('users')
    .set({ password_hash: await hashPassword('correct horse battery') })
    .where('id', '=', admin.userId)
    .execute();
  provider.people.set('cat', { email: await emailOf(admin.userId), email_verified: true });
  const page = await anonymousAt('/login?from=/settings/bank');
  await toProvider(page);
  await enterAccount(page, 'cat');
  const card = page.getByRole('region', { name: 'Bank details' });
  await card.getByLabel('Account name').fill('Harbour Tea');
  await card.getByLabel('Sort code').fill('20-11-96');
  await card.getByLabel('Account number').fill('12345678');
  await shop()
    .db.updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .where('user_id', '=', admin.userId)
    .execute();
  await card.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const button = dialog.getByRole('button', { name: 'Confirm with Staff ID' });
  await button.waitFor();
  await picture(page, 'provider-confirm', { fullPage: true });
  // The window closes before it knows whose session this is, which says nothing about the session.
  await page.context().route('**/api/auth/user', () => undefined);
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  // The provider remembers the browser, but asks again.
  await enterAccount(opened, 'cat');
  await dialog.waitFor({ state: 'detached' });
  await noticed(page, 'Saved successfully!');
  await expect.poll(() => card.getByLabel('Account name').inputValue()).toBe('Harbour Tea');
  expect(await shop().audits(3)).toContainEqual(
    expect.objectContaining({ action: 'identity_confirmed', after: { method: 'provider “Staff ID”' } }),
  );
});
