import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { useShop } from '../support/browser';
import { expenseShop } from '../support/expenses';
import { someProduct, someUnit } from '../support/products';
import { settled } from '../support/settled';
import { stockedProduct } from '../support/shop';
import { someSupplier } from '../support/books';
import { noticed } from '../support/notices';

const shop = useShop();
beforeAll(async () => {
  await expenseShop(shop());
  await someUnit(shop().db, 'Each');
  await someSupplier(shop().db, 'Unseen Teas');
  await stockedProduct(shop().db, { name: 'Unseen teapot' });
});

const pathOf = (page: Page) => new URL(page.url()).pathname;

type Form = {
  readonly right: Permission;
  readonly path: string;
  readonly link: string;
  readonly fill: (page: Page, name: string) => Promise<void>;
  readonly message: (name: string) => string | RegExp;
};

const name = (page: Page, text: string) =>
  page.getByRole('textbox', { name: 'Name', exact: true }).fill(text);

const forms: readonly Form[] = [
  {
    right: 'create_customer',
    path: '/customers/create',
    link: 'Add customer',
    fill: name,
    message: text => `${text} saved.`,
  },
  {
    right: 'create_employee',
    path: '/employees/create',
    link: 'Add employee',
    fill: async (page, text) => {
      await name(page, text);
      await page.getByLabel('Job title').fill('Storekeeper');
    },
    message: text => `${text} saved.`,
  },
  {
    right: 'create_product',
    path: '/products/create',
    link: 'Add product',
    fill: async (page, text) => {
      await name(page, text);
      await page.getByLabel('SKU').fill(text.replace(' ', '-'));
      await page.getByLabel('Selling price').fill('12.50');
      await page.getByRole('combobox', { name: 'Unit', exact: true }).selectOption({ label: 'Each' });
    },
    message: text => `${text} saved.`,
  },
  {
    right: 'create_expense',
    path: '/expenses/create',
    link: 'Add expense',
    fill: async (page, text) => {
      await page.getByLabel('Purpose').fill(text);
      await page.getByLabel('Settlement').selectOption({ index: 2 });
      await page.getByLabel('Category').selectOption({ label: 'Travel' });
      await page.getByLabel('Gross').first().fill('6.00');
      await page.getByLabel('Submit now').uncheck();
    },
    message: text => `“${text}” saved as a draft.`,
  },
  {
    right: 'create_purchaseorder',
    path: '/purchases/create',
    link: 'Add purchase order',
    fill: async page => {
      await page.getByRole('combobox', { name: 'Supplier' }).fill('Unseen');
      await page.locator('[role="option"]', { hasText: 'Unseen Teas' }).click();
      await page.getByLabel('Item of line 1').fill('Cups');
      await page.getByLabel('Quantity of line 1').fill('2');
      await page.getByLabel('Price of line 1').fill('1.50');
    },
    message: () => /^PO-\d+ saved\.$/,
  },
];

test.each(forms)(
  'a user with only $right adds records one after another, sees that each is saved, and can cancel to a page they can open',
  async ({ right, path, link, fill, message: said }) => {
    const page = await shop().openAs([right], path);
    const main = page.getByRole('main');
    for (const text of ['First One', 'Second One']) {
      await main.locator('form').first().waitFor();
      await settled(page);
      await fill(page, text);
      const notice = page.getByText(said(text));
      // That of the first order has the same words but for its number.
      const earlier = await notice.allInnerTexts();
      await page.keyboard.press('Control+Enter');
      await expect
        .poll(async () => (await notice.allInnerTexts()).filter(words => !earlier.includes(words)).length)
        .toBe(1);
      expect(pathOf(page)).toBe(path);
    }
    expect(await page.getByRole('dialog', { name: 'Access Denied' }).count()).toBe(0);
    await main.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'You do not have access to the dashboard' }).waitFor();
    await page.getByRole('link', { name: link }).click();
    await main.locator('form').first().waitFor();
    expect(pathOf(page)).toBe(path);
  },
);

test('a user without permission to view users adds one, and sees the sign-in details in the form', async () => {
  const page = await shop().openAs(['create_user', 'view_dashboard'], '/users/create');
  await name(page, 'Nora New');
  await page.getByLabel('Email').fill('nora@firm.example');
  await page.getByRole('main').getByText('admin', { exact: true }).first().waitFor();
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('status')
    .getByText(/Nora New|password/i)
    .first()
    .waitFor();
  expect(pathOf(page)).toBe('/users/create');
  await page.goto('/users/create');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/dashboard');
  expect(await page.getByText('You do not have access to that page.').count()).toBe(0);
});

test('a user without permission to view stock adjusts it, and sees the adjustment with the confirmation', async () => {
  const page = await shop().openAs(['adjust_stock'], '/stock/adjustments/create');
  await page.getByLabel('Reason').selectOption('damaged');
  await page.getByLabel('Product of line 1').fill('Unseen teapot');
  await page.locator('[role="option"]', { hasText: 'Unseen teapot' }).click();
  await page.getByLabel('Quantity of line 1').fill('1');
  await page.getByRole('button', { name: 'Post' }).click();
  await noticed(page, /^ADJ-\d+ posted\.$/);
  await page.getByRole('heading', { name: /^ADJ-/ }).waitFor();
});

test('a copied product or order opens on its page for users who cannot edit it', async () => {
  const id = await someProduct(shop().db, { name: 'Copied cup' });
  const page = await shop().openAs(['view_product', 'create_product'], `/products/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await noticed(page, / added\. It is inactive until someone checks it\.$/);
  await page.waitForURL(url => /\/products\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
  await page.getByRole('heading', { name: /Copied cup/ }).waitFor();

  const buyer = await shop().openAs(['view_purchaseorder', 'create_purchaseorder'], '/purchases');
  await buyer
    .getByRole('button', { name: /^Duplicate PO-/ })
    .first()
    .click();
  await noticed(buyer, /^PO-\d+ saved\.$/);
  await buyer.waitForURL(/\/purchases\/\d+$/);
});
