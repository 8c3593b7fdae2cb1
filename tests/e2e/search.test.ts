import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { closedGate } from '../support/gate';
import { settled } from '../support/settled';
import { stockedProduct } from '../support/shop';
import { scan } from '../support/till-keyboard';

const shop = useShop();
let tea: number;

beforeAll(async () => {
  tea = await stockedProduct(shop().db, { name: 'Assam tea' });
  await sql`insert into product_barcodes (product_id, code) values (${tea}, '5012345678900')`.execute(
    shop().db,
  );
});

test('Ctrl K finds pages, actions and records by keyboard alone; a scanned code opens its record', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await page.getByRole('region', { name: 'To do' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search pages, actions and records' });
  await page.getByRole('option', { name: /New product/ }).waitFor();
  await field.fill('profit');
  await page.getByRole('option', { name: /Profit & Loss/ }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await field.press('Enter');
  await page.waitForURL('**/reports/profit-loss');

  await page.keyboard.press('Control+k');
  await field.fill('tea');
  await page.getByRole('option', { name: /Assam tea/ }).waitFor();
  await field.fill('zzzz');
  await page.getByText('No results.').waitFor();
  // As a scanner does: the whole code and Enter at once, before any reply.
  await field.fill('');
  await page.keyboard.type('5012345678900\n');
  await page.waitForURL(`**/products/${tea}`);
  expect(await page.getByRole('dialog', { name: 'Search' }).count()).toBe(0);
});

test('a code scanned on a page opens its record, whatever has the focus; one that means none or several is shown', async () => {
  const page = await shop().openAs(['admin'], '/customers');
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  await settled(page);
  // Enter at the end of the code does not press the button that has the focus.
  await page.getByRole('button', { name: 'Search Ctrl K' }).focus();
  await scan(page, '5012345678900');
  await page.waitForURL(`**/products/${tea}`);
  await page.getByRole('heading', { name: 'Assam tea', level: 1 }).waitFor();
  await settled(page);
  await scan(page, '5099999999999');
  const field = page.getByRole('combobox', { name: 'Search pages, actions and records' });
  await page.getByText('No results.').waitFor();
  // The next scan is into the field, whose text it replaces.
  await expect
    .poll(() => field.evaluate((node: HTMLInputElement) => [node.selectionStart, node.selectionEnd]))
    .toEqual([0, 13]);
  await scan(page, '5012345678900');
  await field.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(`/products/${tea}`);
});

test('what is scanned into a field of a page stays there', async () => {
  const page = await shop().openAs(['admin'], '/products');
  const field = page.getByRole('search').getByRole('textbox');
  await settled(page);
  await field.focus();
  await scan(page, '5012345678900');
  await expect.poll(() => field.inputValue()).toBe('5012345678900');
  await settled(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('letters typed while the search is still loading are searched for, and are no shortcuts of the page', async () => {
  const page = await shop().openAs(['admin'], '/products');
  await page.getByRole('link', { name: 'Assam tea' }).waitFor();
  const gate = closedGate();
  await page.route(/\/palette-[^/]+\.js$/, async route => {
    await gate.opened;
    await route.continue();
  });
  // `j` moves to the next row of this list, and Enter would open it.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('jprofitx');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  gate.open();
  const field = page.getByRole('combobox', { name: 'Search pages, actions and records' });
  await expect.poll(() => field.inputValue()).toBe('jprofit');
  expect(new URL(page.url()).pathname).toBe('/products');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });

  // The second time it is there, and takes the letters itself.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('profit');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports/profit-loss');
});

test('Enter pressed while the search is still loading opens the first result of what was typed', async () => {
  const page = await shop().openAs(['admin'], '/products');
  await page.getByRole('link', { name: 'Assam tea' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('profit');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports/profit-loss');
});

test('Ctrl K finds settings by keyboard and focuses their fields (audit 14, item 10)', async () => {
  const page = await shop().openAs(['admin'], '/dashboard');
  await page.getByRole('region', { name: 'To do' }).waitFor();
  const field = page.getByRole('combobox', { name: 'Search pages, actions and records' });
  for (const [text, label, section] of [
    ['sort code', 'Sort code', 'bank'],
    ['footer', 'Footer', 'receipts'],
    ['registered office', 'Registered office', 'company'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    await page.getByRole('option', { name: new RegExp(`^${label}\\s?Settings`) }).waitFor();
    await field.press('Enter');
    await page.waitForURL(`**/settings/${section}?field=*`);
    await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
  }
  await page.keyboard.press('Control+k');
  await field.fill('smtp');
  await page.getByRole('option', { name: /^Outgoing email/ }).waitFor();
  await field.press('Enter');
  await page.waitForURL('**/settings/mail');
});

test('the search offers only what the user may open', async () => {
  const page = await shop().openAs(['view_dashboard'], '/dashboard');
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('combobox', { name: 'Search pages, actions and records' });
  await page.getByText('Enter part of a name').waitFor();
  await field.fill('s');
  await page.getByRole('option', { name: /Sales Summary/ }).waitFor();
  expect(await page.getByRole('option', { name: /Suppliers|Users|Settings/ }).count()).toBe(0);
  await field.fill('sort code');
  await page.getByText('No results.').waitFor();
});
