import { beforeAll, expect, test } from 'vitest';
import { allPermissions } from '#domain/kernel/permissions';
import { type Shop, useShop } from '../support/browser';
import { pageRows } from '../support/page-permissions';
import { settled } from '../support/settled';
import { keepRights, takePermissions } from '../support/take-permissions';
import { noRefusalLimits } from '../support/test-app';

// Each page is refused several requests, more in a minute than one user may have.
const open = useShop({ refusalLimits: noRefusalLimits });
let shop: Shop;
beforeAll(() => {
  shop = open();
});

/** The pages without a record of their own, except the till and those that any user can open. */
const paths = pageRows
  .map(({ path, rights }) => (rights === 'signed-in' || rights === 'administrator' ? '' : path))
  .filter(path => path !== '' && !path.includes('{') && !path.startsWith('/sales/pos'));

test('a list whose permission was taken away says which one is missing', async () => {
  const person = await shop.as(...allPermissions);
  const page = await shop.pageOf(person.token);
  await page.goto(`${shop.address}/profile`);
  await settled(page);
  await keepRights(page);
  // The open page does not know yet.
  await takePermissions(shop, person, allPermissions, '/api/suppliers');
  const lists: string[] = [];
  const silent: string[] = [];
  const heading = page.getByRole('main').locator('h1').first();
  for (const path of paths) {
    await page.evaluate(to => history.pushState({}, '', to), path);
    await expect.poll(() => heading.innerText()).not.toBe('Profile');
    if ((await page.locator('.list-page').count()) > 0) {
      lists.push(path);
      const alert = page.locator('.list-page').getByRole('alert', { includeHidden: true });
      await alert.waitFor();
      const words = await alert.innerText();
      if (!/^Access Denied\s+You do not have permission to do this\. It needs “.+”/.test(words))
        silent.push(`${path}: ${words}`);
    }
    await page.evaluate(() => history.pushState({}, '', '/profile'));
    await expect.poll(() => heading.innerText()).toBe('Profile');
  }
  expect(silent).toEqual([]);
  expect(lists).toEqual(
    expect.arrayContaining(['/suppliers', '/sales/invoices', '/journals', '/stock', '/users']),
  );
  expect(lists.length).toBeGreaterThan(35);
});
