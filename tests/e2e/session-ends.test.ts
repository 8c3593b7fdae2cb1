import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { session } from '#domain/session/session.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { useShop } from '../support/browser';
import { notStored, storeNoDrafts } from '../support/drafts';
import { closedGate } from '../support/gate';
import { holdAnswers } from '../support/hold-answers';
import { settled } from '../support/settled';
import { usersWithPassword } from '../support/with-password';
import { noticed } from '../support/notices';

const shop = useShop();
const password = 'seven green bottles';
const person = usersWithPassword(shop, password);

const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const narrative = (page: Page) => page.getByLabel('Narrative');

async function signIn(page: Page): Promise<void> {
  await again(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await again(page).getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A journal of £12.34 that is typed but not posted, in a browser that stores no drafts: leaving it would lose it. */
async function typedJournal(token: string): Promise<Page> {
  const page = await shop().openWith(token, '/journals/create');
  await narrative(page).waitFor();
  await storeNoDrafts(page);
  await narrative(page).fill('Thirty lines by hand');
  for (const [line, account, side] of [
    [1, '1020', 'Debit'],
    [2, '3000', 'Credit'],
  ] as const) {
    await page.getByLabel(`Account of line ${line}`).selectOption(account);
    await page.getByLabel(`${side} of line ${line}`).fill('12.34');
  }
  await notStored(page);
  return page;
}

async function signOutIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login*');
}

/** What is drawn although the page is hidden, other than the sign-in over it. */
const drawnBelow = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(
        element => !element.closest('.sign-in-again') && getComputedStyle(element).visibility === 'visible',
      )
      .map(element => element.outerHTML.slice(0, 80)),
  );

/** Another tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${shop().address}/dashboard`);
  return other;
}

const posted = async () => {
  const admin = await shop().as('admin');
  const { data } = (await admin.call(journals.list, { query: { search: 'Thirty lines' } })).reply;
  return data.map(({ narrative: words }) => words);
};

test('signing out in another tab hides a page with unsaved changes, and its user goes on with it after signing in again', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  const other = await secondTab(page);
  await signOutIn(other);
  await again(page).getByText('What you typed is kept. Sign in to continue.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  // No one who passes by sees what was on the screen, and there is no way to go on as someone else.
  expect(await narrative(page).isVisible()).toBe(false);
  expect(await page.getByRole('button', { name: 'Post', exact: true }).count()).toBe(0);
  expect(await again(page).getByText('Sign in as someone else').count()).toBe(0);
  // Nor in the tab, nor what the page shows on hover or touch.
  expect(await page.title()).toBe('Counterfoil');
  expect(await drawnBelow(page)).toEqual([]);
  // The records below are not read without a session.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await signIn(page);
  await again(page).waitFor({ state: 'detached' });
  // The user is where they were.
  await expect
    .poll(() => page.getByLabel('Credit of line 2').evaluate(field => field === document.activeElement))
    .toBe(true);
  expect(await page.title()).not.toBe('Counterfoil');
  await expect.poll(() => narrative(page).inputValue()).toBe('Thirty lines by hand');
  await expect.poll(() => page.getByLabel('Credit of line 2').inputValue()).toBe('12.34');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.waitForURL(/\/journals\/\d+$/);
  expect(await posted()).toEqual(['Thirty lines by hand']);
});

test('a session that has ended when the form is sent keeps the form, and it is sent after signing in again', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  await settled(page);
  // A live event that makes the page read something would tell it earlier.
  await page.route('**/api/**', route => (route.request().method() === 'GET' ? undefined : route.continue()));
  await user.call(session.logout);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await again(page).waitFor();
  await page.unrouteAll();
  await signIn(page);
  await again(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.waitForURL(/\/journals\/\d+$/);
});

test('signing in in another tab is enough for the same user; another user gets nothing of the page', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  const other = await secondTab(page);
  await signOutIn(other);
  await again(page).waitFor();
  const { token } = await person('admin');
  const { reply } = await user.call(session.login, {
    body: { email: await emailOf(user.userId), password },
  });
  const own = 'token' in reply ? reply.token : '';
  await other.evaluate(value => localStorage.setItem('token', value), own);
  await again(page).waitFor({ state: 'detached' });
  await expect.poll(() => narrative(page).inputValue()).toBe('Thirty lines by hand');

  await other.evaluate(() => localStorage.removeItem('token'));
  await again(page).waitFor();
  const loaded = page.waitForEvent('load');
  await other.evaluate(value => localStorage.setItem('token', value), token);
  await loaded;
  await expect.poll(() => narrative(page).inputValue()).toBe('');
});

test('leaving instead asks once more, and a page without unsaved changes leads to the sign-in page as before', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  const other = await secondTab(page);
  await signOutIn(other);
  await again(page).getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'detached' });
  await again(page).getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/login*');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(await page.getByText('Thirty lines by hand').count()).toBe(0);

  const clean = await shop().openWith((await person('admin')).token, '/journals/create');
  await narrative(clean).waitFor();
  await signOutIn(await secondTab(clean));
  await clean.waitForURL('**/login*');
});

test('the sign-in over a page is there although its code can no longer be fetched, and a part that is missing says so', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/sign-in-over-page-')),
  );
  // The server was updated.
  await page.route('**/assets/*.js', route => route.abort());
  await signOutIn(await secondTab(page));
  await again(page).getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByText('Your changes are not saved and will be lost.').waitFor();
  await question.getByRole('button', { name: 'Stay' }).and(page.locator(':focus')).waitFor();
  // Escape answers the question only.
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => again(page).isVisible()).toBe(true);
  // R12: the till in another tab left a request without an answer, which signing out would remove.
  await page.evaluate(() => localStorage.setItem('till-unanswered', '1'));
  await again(page).getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  const missing = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded' });
  await missing.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('till-unanswered'))).toBe('1');
});

test('Escape in the sign-in over a page closes no dialog below it, and keys do nothing on the page', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const below = page.locator('[role="dialog"]').filter({ hasText: 'Keyboard shortcuts' });
  await below.waitFor();
  await signOutIn(await secondTab(page));
  await again(page).getByRole('textbox', { name: 'Password' }).press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Escape');
  await expect.poll(() => below.count()).toBe(1);
  await signIn(page);
  await again(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await below.waitFor({ state: 'detached' });
});

test('E-08 a lost connection right after a save does not end the session; only a refusal does', async () => {
  const page = await shop().openWith((await person('admin')).token, '/settings/security');
  const card = page.getByRole('region', { name: 'Two-factor sign-in' });
  const choice = card.getByLabel('Require two-factor sign-in for');
  await choice.waitFor();
  const checked = page.waitForRequest('**/api/auth/user');
  await page.route('**/api/auth/user', route => route.abort('connectionfailed'));
  await card.getByRole('button', { name: 'Save' }).click();
  await checked;
  await noticed(page, 'Saved successfully!');
  expect(await page.getByText('Authentication failed').count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await choice.waitFor();
});

test('R29 T-04 a late 401 of an earlier token does not end the session that began in another tab meanwhile', async () => {
  const user = await person('admin');
  const page = await typedJournal(user.token);
  const isPosting = (request: Request) =>
    request.method() === 'POST' && request.url().endsWith('/api/journals');
  const gate = closedGate();
  let refusals = 0;
  await page.route('**/api/journals', async route => {
    if (!isPosting(route.request()) || refusals === 1) return route.fallback();
    refusals += 1;
    await gate.opened;
    await route.fulfill({ status: 401, json: { code: 'not_signed_in', message: 'Sign in.' } });
  });
  const sent = page.waitForRequest(isPosting);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await sent;

  const other = await secondTab(page);
  const { reply } = await user.call(session.login, {
    body: { email: await emailOf(user.userId), password },
  });
  const own = 'token' in reply ? reply.token : '';
  const seen = page.waitForResponse(response => response.url().endsWith('/api/auth/user'));
  await other.evaluate(value => localStorage.setItem('token', value), own);
  await seen;

  const refused = page.waitForResponse(response => isPosting(response.request()));
  gate.open();
  expect((await refused).status()).toBe(401);
  // The form is as it was, in the session that goes on.
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.waitForURL(/\/journals\/\d+$/);
  expect(await again(page).count()).toBe(0);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(own);
  expect(await posted()).toContain('Thirty lines by hand');
});

test('a user who must set up two-factor sign-in from now on is led there by what the page reads next, without a message', async () => {
  const page = await shop().openWith((await person('admin')).token, '/products');
  await settled(page);
  const admin = await shop().as('admin');
  await admin.call(twoFactor.setPolicy, { body: { required_of: 'administrators' } });
  await page.getByPlaceholder('Search by name, SKU or barcode').fill('tea');
  await page.waitForURL('**/profile');
  await page.getByText('Your company requires two-factor sign-in.').waitFor();
  expect(await page.getByText('Access Denied').count()).toBe(0);
});

test('T-04 an answer about a session that was signed out meanwhile does not begin it again', async () => {
  const page = await shop().openWith((await person('admin')).token, '/suppliers');
  await settled(page);
  const isWhose = (request: Request) => request.url().endsWith('/api/auth/user');
  const letGo = await holdAnswers(page, isWhose);
  const asked = page.waitForRequest(isWhose);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await asked;
  const other = await secondTab(page);
  await other.evaluate(() => localStorage.removeItem('token'));
  await page.waitForURL('**/login*');
  const answered = page.waitForResponse(response => isWhose(response.request()));
  letGo();
  expect((await answered).status()).toBe(200);
  await settled(page);
  expect(new URL(page.url()).pathname).toBe('/login');
});

const emailOf = async (id: number): Promise<string> =>
  (await shop().db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
