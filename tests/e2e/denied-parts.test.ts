import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { allPermissions } from '#domain/kernel/permissions';
import { type Shop, useShop } from '../support/browser';
import { settled } from '../support/settled';
import { addSupplier } from '../support/suppliers';
import { keepRights, takePermissions } from '../support/take-permissions';
import { noRefusalLimits } from '../support/test-app';

const open = useShop({ refusalLimits: noRefusalLimits });

async function startOn(shop: Shop, path: string) {
  const person = await shop.as(...allPermissions);
  const page = await shop.pageOf(person.token);
  await page.goto(`${shop.address}${path}`);
  await settled(page);
  await keepRights(page);
  return { page, person };
}
const goTo = (page: Page, path: string) => page.evaluate(to => history.pushState({}, '', to), path);
/** What a card says, also behind the dialog that every refusal opens. */
const refusalIn = async (page: Page, card: string) => {
  const alert = page.locator(`section[aria-label="${card}"] .load-failure`);
  await alert.waitFor();
  return alert.innerText();
};
const sentence = /^Access Denied\s+You do not have permission to do this\. It needs “.+”[^]*Try again$/;

test('a record’s history whose permission was taken away says which one is missing', async () => {
  const shop = open();
  const { id } = await addSupplier(shop, { name: 'Millers' });
  const { page, person } = await startOn(shop, '/profile');
  await takePermissions(shop, person, ['view_audit'], '/api/audit');
  await goTo(page, `/suppliers/${id}`);
  expect(await refusalIn(page, 'History')).toMatch(sentence);
});

test('notes that may no longer be read say which permission is missing', async () => {
  const shop = open();
  const { id } = await addSupplier(shop, { name: 'Weavers' });
  const { page, person } = await startOn(shop, '/profile');
  // The record has been read when the right goes, the notes have not.
  await page.route('**/api/notes?*', async route => {
    await takePermissions(shop, person, allPermissions, `/api/suppliers/${id}`);
    await route.continue();
  });
  await goTo(page, `/suppliers/${id}`);
  expect(await refusalIn(page, 'Activity')).toMatch(sentence);
});

test('settings and Check Access say which permission is missing', async () => {
  const shop = open();
  const { page, person } = await startOn(shop, '/profile');
  await takePermissions(shop, person, allPermissions, '/api/suppliers');
  for (const path of ['/settings/company', '/settings/selling', '/users/access', '/books']) {
    await goTo(page, path);
    const failure = page.locator('main .load-failure').first();
    await failure.waitFor();
    expect(await failure.innerText(), path).toMatch(sentence);
    await goTo(page, '/profile');
    await failure.waitFor({ state: 'detached' });
  }
});

test('N-01 what is on the screen is read again without a word when its permission was taken away, and the menu follows', async () => {
  const shop = open();
  const person = await shop.as('view_supplier', 'view_customer');
  const page = await shop.pageOf(person.token, { clock: true });
  await page.goto('/suppliers');
  await settled(page);
  const suppliers = page.getByRole('navigation').getByRole('link', { name: 'Suppliers', exact: true });
  await expect.poll(() => suppliers.count()).toBe(1);
  await takePermissions(shop, person, ['view_supplier'], '/api/suppliers');
  const refused = page.waitForResponse(response => response.status() === 403);
  // Stale after a while, the list is read again when the user comes back to the page.
  await page.clock.fastForward('00:20');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await refused;
  await suppliers.waitFor({ state: 'detached' });
  expect(await page.getByText('Access Denied').count()).toBe(0);
});
