import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { productPricesCalls } from '#domain/pricing/product-prices.contract';
import { promotions } from '#domain/pricing/promotion.contract';
import { prices } from '#domain/pricing/prices.contract';
import { products } from '#domain/products/product.contract';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { answerQuestion } from '../support/questions';
import { settled } from '../support/settled';

const shop = useShop();
const rights = ['view_product', 'edit_product'] as const;
const today = londonDate(new Date());
// A promotion that ends today would be over if midnight passes during the test.
const tomorrow = addDays(today, 1);

/** Presses keys by name; quoted text is typed letter by letter. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys)
    await (key.startsWith('"') ? page.keyboard.type(key.slice(1, -1)) : page.keyboard.press(key));
}

/** Screenshots for review, in both colour schemes and both widths. */
async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const colours of ['light', 'dark'])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(
        mode => document.documentElement.setAttribute('data-mantine-color-scheme', mode),
        colours,
      );
      await page.waitForTimeout(700);
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${width}-${colours}.png`,
        fullPage: width < 1000,
      });
    }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('without a mouse: a group and a promotion are added, refused where they are wrong, and edited', async () => {
  await someProduct(shop().db, { name: 'Oat biscuits', sku: 'OATS' });
  const page = await shop().openAs(rights, '/products/price-groups');
  await page.getByText('No price groups yet. Every customer pays the list price.').waitFor();
  await press(page, 'n');
  const group = page.getByRole('dialog', { name: 'Add price group' });
  await group.waitFor();
  await expect
    .poll(() => group.getByLabel('Name').evaluate(node => node === document.activeElement))
    .toBe(true);
  await press(page, '"Trade"', 'Tab', '"110"', 'Control+Enter');
  await group.getByText('Enter a percentage from 0 to 100, such as 12.5.').waitFor();
  await press(page, 'Control+a', '"12.5%"');
  await picture(page, 'price-group');
  await press(page, 'Control+Enter');
  await page.getByText('Saved successfully!').waitFor();
  await page.getByRole('row', { name: /Trade 12.5% 0 Active/ }).focus();
  await press(page, 'Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Trade' });
  await edit.getByLabel('Name').fill('TRADE customers');
  await press(page, 'Control+Enter');
  await page.getByRole('row', { name: /TRADE customers 12.5%/ }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'price-groups');

  await page.goto('/products/promotions');
  await page.getByText('No promotions yet. Add one to discount products between two dates.').waitFor();
  await press(page, 'n');
  const offer = page.getByRole('dialog', { name: 'Add promotion' });
  await offer.waitFor();
  await waitForFadeIn(offer);
  await expect
    .poll(() => offer.getByLabel('Name').evaluate(node => node === document.activeElement))
    .toBe(true);
  await press(page, '"3 for 2 on biscuits"', 'Tab', '"Buy"', 'Tab', 'Tab', 'Tab', '"100"', 'Tab');
  await press(page, '"Chosen p"', 'Control+Enter');
  await offer.getByText('Choose at least one product.').waitFor();
  await offer.getByText('Enter a date as day/month/year').waitFor();
  await expect
    .poll(() => offer.getByLabel('Until (inclusive)').evaluate(node => node === document.activeElement))
    .toBe(true);
  await offer.getByLabel('Until (inclusive)').fill(tomorrow);
  await offer.getByLabel('Add a product').focus();
  await press(page, '"oat"');
  await page.getByRole('option', { name: /Oat biscuits/ }).waitFor();
  await press(page, 'Enter');
  await offer.getByRole('button', { name: 'Remove Oat biscuits' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'promotion');
  await press(page, 'Control+Enter');
  await page.getByRole('row', { name: /3 for 2 on biscuits Buy 2, get 1 free 1 product .* Current/ }).focus();
  await press(page, 'Enter');
  const again = page.getByRole('dialog', { name: 'Edit 3 for 2 on biscuits' });
  await again.getByRole('button', { name: 'Remove Oat biscuits' }).waitFor();
  await again.getByLabel('Kind').selectOption({ label: 'Fixed price' });
  await again.getByLabel('Unit price').fill('1.5');
  await press(page, 'Control+Enter');
  await page.getByRole('row', { name: /3 for 2 on biscuits £1.50 each 1 product/ }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'promotions');
  await page.getByRole('button', { name: 'Delete 3 for 2 on biscuits' }).press('Enter');
  await answerQuestion(page, 'Delete the promotion 3 for 2 on biscuits?', 'Delete');
  await page.getByText('Deleted successfully!').waitFor();
});

test("without a mouse: a product's prices are edited in one grid, and previews match the server", async () => {
  const clerk = await shop().as('view_product', 'edit_product');
  const { reply: staff } = await clerk.call(priceGroups.create, {
    body: { name: 'Staff', percent_off: '20' },
  });
  const id = await someProduct(shop().db, { name: 'Stoneware jug', price: toPence(1499) });
  await clerk.call(promotions.create, {
    body: {
      name: 'Jug week',
      kind: 'buy_x_get_y',
      buy_units: 2,
      get_units: 1,
      percent_off: '50',
      applies_to: 'products',
      product_ids: [id],
      starts_on: today,
      ends_on: tomorrow,
    },
  });
  const page = await shop().openAs(rights, `/products/${id}`);
  const card = page.getByRole('region', { name: 'Prices', exact: true });
  await card.getByText('Every customer pays the list price, for any quantity.').waitFor();
  await card.getByRole('button', { name: 'Edit prices' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Prices for Stoneware jug' });
  await dialog.getByLabel('Customers of line 1').waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  await dialog.getByLabel('Customers of line 1').focus();
  await press(page, 'Tab', 'Tab', '"12"', 'Control+Enter');
  await dialog.getByText('Choose a price group or enter a quantity.').waitFor();
  await dialog.locator('[aria-label="From quantity of line 1"]:focus').waitFor();
  await press(page, 'Shift+Tab', '"S"');
  await dialog.getByRole('button', { name: 'Add price' }).press('Enter');
  await expect
    .poll(() => dialog.getByLabel('Customers of line 2').evaluate(node => node === document.activeElement))
    .toBe(true);
  await press(page, 'Tab', '"10"', 'Tab', '"11.5"');
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'product-prices-grid');
  await press(page, 'Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await card.getByRole('row', { name: 'Staff Any £12.00' }).waitFor();
  await card.getByRole('row', { name: 'All customers 10 £11.50' }).waitFor();
  const history = page.getByRole('table', { name: 'Price history' });
  await history.getByRole('row', { name: /£11.50 All customers, from 10/ }).waitFor();

  const preview = card.getByRole('region', { name: 'Check a price' });
  const answer = preview.getByRole('status');
  const cases: [string, string, RegExp][] = [
    ['', '1', /^£14.99 including VAT 1 at £14.99: List price$/],
    ['', '3', /^£37.48 including VAT 3 at £14.99: List price Jug week: 1 at 50% off, −£7.49$/],
    ['', '12', /£11.50: £11.50 each from 10 Jug week: 4 at 50% off, −£23.00$/],
    ['Staff', '1', /^£12.00 including VAT 1 at £12.00: Staff price$/],
    ['Staff', '0.5', /^£6.00 including VAT/],
  ];
  for (const [group, quantity, words] of cases) {
    await preview.getByLabel('Price group').focus();
    await press(page, `"${group === '' ? 'N' : group.charAt(0)}"`, 'Tab', 'Control+a', `"${quantity}"`);
    await expect.poll(async () => (await answer.innerText()).replaceAll(/\s+/g, ' ').trim()).toMatch(words);
    const { reply } = await clerk.call(prices.explain, {
      body: { lines: [{ product_id: id, quantity }], ...(group ? { price_group_id: staff.id } : {}) },
    });
    await expect
      .poll(() => answer.innerText())
      .toContain(`£${((reply.lines[0]?.amount ?? 0) / 100).toFixed(2)}`);
  }
  await press(page, 'Control+a', '"many"');
  await answer.getByText('Enter a quantity with at most three decimal places').waitFor();
  await press(page, 'Control+a', '"99999999999"');
  await answer
    .getByText('A line cannot be more than £10,000,000,000.00. Reduce the quantity or price.')
    .waitFor();
  await press(page, 'Control+a', '"12"');
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'product-prices');
});

test('a stale price change is refused, and the current prices can be loaded', async () => {
  const id = await someProduct(shop().db, { name: 'Overtaken jug' });
  const page = await shop().openAs(rights, `/products/${id}`);
  await page.getByRole('button', { name: 'Edit prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prices for Overtaken jug' });
  await dialog.waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  await dialog.getByLabel('From quantity of line 1').fill('6');
  await dialog.getByLabel('Price of line 1').fill('2');
  const other = await shop().as(...rights);
  await other.call(productPricesCalls.save, {
    params: { id },
    body: { group_prices: [], breaks: [{ from_quantity: '4', unit_price: '2.20' }] },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This product changed while you were editing').waitFor();
  await dialog.getByRole('button', { name: 'Discard my changes' }).click();
  await expect.poll(() => dialog.getByLabel('Price of line 1').inputValue()).toBe('2.20');
  await dialog.getByRole('button', { name: 'Remove line 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { reply } = await other.call(products.get, { params: { id } });
  expect(reply.price_changes[0]).toMatchObject({ price: null, from_quantity: 4000 });

  const reader = await shop().openAs(['view_product'], `/products/${id}`);
  await reader.getByRole('region', { name: 'Check a price' }).getByText('£2.40 including VAT').waitFor();
  expect(await reader.getByRole('button', { name: 'Edit prices' }).count()).toBe(0);
  await reader.goto('/products/promotions');
  await reader
    .getByText('No promotions yet. Add one to discount products between two dates.')
    .or(reader.getByRole('row', { name: /Jug/ }))
    .waitFor();
  expect(await reader.getByRole('button', { name: /^(Add|Edit|Delete)/ }).count()).toBe(0);
});

test('F12 two users’ prices of one product are merged by group and quantity, and a price that both set asks which', async () => {
  const id = await someProduct(shop().db, { name: 'Shared jug' });
  const other = await shop().as(...rights);
  const save = (...rows: [from: string, price: string][]) =>
    other.call(productPricesCalls.save, {
      params: { id },
      body: {
        group_prices: [],
        breaks: rows.map(([from_quantity, unit_price]) => ({ from_quantity, unit_price })),
      },
    });
  await save(['5', '2.00'], ['10', '1.80'], ['20', '1.60']);
  const page = await shop().openAs(rights, `/products/${id}`);
  await page.getByRole('button', { name: 'Edit prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prices for Shared jug' });
  await dialog.waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  // One price changed, one changed here and there, one removed, and two added of which the other adds one too.
  await dialog.getByLabel('Price of line 1').fill('1.95');
  await dialog.getByLabel('Price of line 2').fill('1.75');
  await dialog.getByRole('button', { name: 'Remove line 3' }).click();
  for (const [line, from, price] of [
    [3, '50', '1.40'],
    [4, '100', '1.20'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add price' }).click();
    await dialog.getByLabel(`From quantity of line ${line}`).fill(from);
    await dialog.getByLabel(`Price of line ${line}`).fill(price);
  }
  expect(
    (await save(['5', '2.00'], ['10', '1.70'], ['20', '1.60'], ['50', '1.30'], ['75', '1.25'])).status,
  ).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Lines added by the other person: All customers, from 75.').waitFor();
  const choice = (name: string) => dialog.getByRole('radiogroup', { name });
  await choice('All customers, from 10').getByLabel('Theirs: Unit price £1.70').check();
  await choice('All customers, from 50').getByLabel('Yours: Unit price £1.40').check();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { breaks } = (await other.call(productPricesCalls.get, { params: { id } })).reply;
  expect(breaks.map(row => [row.from_quantity / 1000, row.unit_price])).toEqual([
    [5, 195],
    [10, 170],
    [50, 140],
    [75, 125],
    [100, 120],
  ]);
});

test('F34 a mix and match deal and an N for £P deal are entered and read back', async () => {
  await someProduct(shop().db, { name: 'Cheese sandwich', sku: 'SANDWICH' });
  await someProduct(shop().db, { name: 'Apple juice', sku: 'JUICE' });
  const page = await shop().openAs(rights, '/products/promotions');
  await page.getByRole('button', { name: 'Add promotion' }).click();
  const offer = page.getByRole('dialog', { name: 'Add promotion' });
  await offer.getByLabel('Name').fill('Meal deal');
  await offer.getByLabel('Kind').selectOption('Mix and match');
  await offer.getByLabel('Deal price').fill('3.50');
  for (const [group, product] of [
    ['Group 1', 'Cheese sandwich'],
    ['Group 2', 'Apple juice'],
  ] as const) {
    const fields = offer.getByRole('group', { name: group });
    await fields.getByLabel('Add a product').fill(product);
    await page.getByRole('option', { name: new RegExp(product) }).click();
    await fields.getByText(product, { exact: true }).waitFor();
  }
  await offer.getByLabel('Until (inclusive)').fill('2099-12-31');
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'mix-and-match');
  await offer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Meal deal £3.50 together 2 groups/ }).focus();
  await press(page, 'Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Meal deal' });
  await edit.getByRole('group', { name: 'Group 2' }).getByText('Apple juice', { exact: true }).waitFor();
  await edit.getByLabel('Kind').selectOption('N for £P');
  await edit.getByLabel('Quantity').fill('3');
  await edit.getByLabel('Deal price').fill('5');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Meal deal 3 for £5.00 Everything/ }).waitFor();
});
