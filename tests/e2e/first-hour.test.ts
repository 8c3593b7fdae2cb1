import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { countedUser } from '../support/action-counter';
import { screenshot } from '../support/till-keyboard';
import { fitsWindow } from '../support/fits-window';
import { asInstalled } from '../support/new-installation';
import { plugInPrinter } from '../support/usb-printer';

const shop = useShop();
beforeAll(() => asInstalled(shop()));

/** A newcomer who reads only the screens, which are counted beside the acts. */
function newcomer(page: Page) {
  const user = countedUser(page);
  const seen = { screens: 0 };
  return {
    ...user,
    seen,
    /** A screen that the newcomer has to understand, known by its heading. */
    reads: async (heading: string | RegExp) => {
      await page.getByRole('heading', { name: heading }).first().waitFor();
      seen.screens += 1;
    },
  };
}

test('F57 F77 from an empty installation to a printed receipt, reading only the screens', async () => {
  const page = await shop().open();
  const printer = await plugInPrinter(page);
  await page.goto('/');
  const ada = newcomer(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  // Nobody has an account yet, so the first address opens the form for the first one.
  await ada.reads('Set up Counterfoil');
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
  await ada.fills('Company name', 'Quay Stores');
  await ada.fills('Address', '1 Quay Street, Bristol BS1 4QA');
  await ada.click(page.getByLabel('Registered', { exact: true }));
  await ada.fills('VAT number', '339072747');
  await ada.fills('Your name', 'Ada Byrne');
  await ada.fills('Email', 'ada@quay.example');
  await ada.click(page.getByRole('textbox', { name: 'Password' }));
  await ada.types('four words in a row');
  await ada.press('Enter');
  // Signed in with what was just entered.
  await ada.reads('Get started');
  await page.getByText('2 of 12 done. About 27 minutes left.').waitFor();
  await screenshot(page, 'first-hour-start');

  await ada.click(page.getByRole('link', { name: 'Next: Choose your trade' }));
  await ada.reads('Choose your trade');
  await ada.click(page.getByLabel('Convenience store'));
  await page.getByText('Each, Multipack, Case of 12').waitFor();
  await ada.click(button(/^Add \d+ records$/));
  await page.getByText(/^Convenience store: \d+ records added/).waitFor();

  await ada.click(page.getByRole('link', { name: 'Next: Add your first products' }));
  await ada.reads('Add your first products');
  await ada.fills('Name of product 1', 'Tea, 80 bags');
  await ada.fills('Price of product 1', '2.50');
  await ada.fills('In stock of product 1', '24');
  await ada.fills('Cost each of product 1', '0.85');
  await ada.fills('Name of product 2', 'Oat biscuits');
  await ada.fills('Price of product 2', '1.85');
  await ada.chooses('VAT code of product 2', 'Z');
  await ada.fills('In stock of product 2', '12');
  await ada.fills('Cost each of product 2', '0.60');
  await ada.click(button('Add products'));
  // 24 × £0.85 + 12 × £0.60
  await page.getByText('2 products added. Their stock is worth £27.60.').waitFor();

  // What leads to the first receipt comes before the rest.
  await ada.click(page.getByRole('link', { name: 'Next: Open the till' }));
  await ada.reads('Open the till');
  await ada.click(page.getByRole('link', { name: '4. Open the till' }));
  await page.getByText('Opening float for Till 1').waitFor();
  await ada.reads('Open the till');
  await ada.press('Control+a');
  await ada.types('50');
  await ada.press('Enter');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await search.waitFor();

  await ada.press('Shift+F10');
  await ada.click(button('Receipt printer'));
  await ada.click(button('Choose a USB printer'));
  await button('Print test page').waitFor();
  await ada.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Products without a category have tiles too.
  expect(await page.getByRole('button', { name: 'Products', exact: true }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await ada.click(page.getByRole('button', { name: /^Tea, 80 bags/ }));
  await page.getByRole('button', { name: 'Pay £2.50' }).waitFor();
  for (const [typed, total] of [
    ['tea', '5.00'],
    ['oat', '6.85'],
  ] as const) {
    await ada.click(search);
    await ada.types(typed);
    await page.getByRole('option').first().waitFor();
    await ada.press('Enter');
    await page.getByRole('button', { name: `Pay £${total}` }).waitFor();
  }
  await ada.click(page.getByRole('button', { name: /^Pay £6.85/ }));
  await ada.click(button('Exact cash'));
  await page.getByRole('dialog', { name: 'Sold: INV-00001' }).waitFor();

  const receipt: string[] = [];
  await expect
    .poll(async () => {
      receipt.push(...(await printer.printed()));
      return receipt.at(-1);
    })
    .toBe('[cut]');
  // V4: 5.00 × 20/120 = 0.83 of VAT; the biscuits at zero rate bear none. 4.17 + 1.85 = 6.02 net.
  for (const line of [
    'Quay Stores',
    '1 Quay Street, Bristol BS1 4QA',
    'VAT number GB339072747',
    'VAT receipt',
    'Number INV-00001',
    'Tea, 80 bags £5.00',
    '2 x £2.50, VAT 20%',
    'Oat biscuits £1.85',
    '1 x £1.85, VAT Zero rate',
    'Net £6.02',
    'VAT £0.83',
    'Total £6.85',
    'Cash £6.85',
    '20% £4.17 £0.83 £5.00',
    'Zero rate £1.85 £0.00 £1.85',
  ])
    expect(receipt.map(printed => printed.trim().replaceAll(/\s+/g, ' '))).toContain(line);
  expect(receipt.join(' ')).not.toContain('Counterfoil');

  // A longer journey has to be a decision.
  const { clicks, keys, typed } = ada.actions;
  expect({ ...ada.seen, clicks, keys, typed }).toEqual({ screens: 6, clicks: 31, keys: 7, typed: 146 });
  // A slow reader and typist: 20 seconds for each screen, 2 for each click, half a second for each key.
  expect(ada.seen.screens * 20 + clicks * 2 + (keys + typed) / 2).toBeLessThan(600);
  expect(await breachesOf(shop().db)).toEqual([]);
  const { rows } = await sql<{ name: string; quantity: string }>`
    select p.name, s.quantity::float8::text as quantity from stock_pools s join products p on p.id = s.product_id
    order by p.id`.execute(shop().db);
  expect(rows).toEqual([
    { name: 'Tea, 80 bags', quantity: '22' },
    { name: 'Oat biscuits', quantity: '11' },
  ]);
});

test('F77 steps are skipped and taken up again by keyboard, the guide is dismissed and brought back', async () => {
  const page = await shop().openAs(['admin'], '/start');
  const skip = page.getByRole('button', { name: 'Skip: Set up outgoing email' });
  await skip.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo skipping: Set up outgoing email' });
  await undo.waitFor();
  await undo.press('Enter');
  await skip.waitFor();

  // A step is taken in the settings, and leads back.
  await page.getByRole('link', { name: 'Add your bank details', exact: true }).press('Enter');
  const bar = page.getByRole('complementary', { name: 'Get started' });
  await bar.getByText('Step 7 of 12: Add your bank details').waitFor();
  await page.getByLabel('Account name').fill('Quay Stores');
  await page.getByLabel('Sort code').fill('20-00-00');
  await page.getByLabel('Account number').fill('12345678');
  await page.getByLabel('Account number').press('Control+Enter');
  await bar.getByText('Add your bank details. Done.').waitFor();
  await bar.getByRole('link', { name: 'Next: Set your financial year and VAT periods' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await bar.getByRole('link', { name: 'Back to Get started' }).press('Enter');
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  expect(await bar.count()).toBe(0);

  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Get started/ });
  await page.getByRole('button', { name: 'Dismiss the guide' }).press('Enter');
  await page.waitForURL('**/dashboard');
  await entry.waitFor({ state: 'detached' });
  await page.goto('/settings/get-started');
  await page.getByRole('button', { name: 'Show it in the menu' }).press('Enter');
  await entry.waitFor();
});

test('the guide is only for those who may edit the settings', async () => {
  const page = await shop().openAs(['view_dashboard', 'view_setting'], '/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).waitFor();
  expect(await page.getByText('Get started').count()).toBe(0);
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.goto('/start');
  await page.waitForURL('**/dashboard');
  expect(asked.filter(url => url.includes('/api/get-started'))).toEqual([]);
});

// Wide screens are checked in page-layouts.test.ts.
test('every screen of the guide on a phone is accessible in both themes and no wider than the screen', async () => {
  const page = await shop().openAs(['admin'], '/start', { width: 390, colours: 'dark' });
  for (const [path, words] of [
    ['/start', 'Look around first'],
    ['/start/trade', 'Something else'],
    ['/start/products', 'Import products from a file'],
    ['/start/opening', 'What to enter'],
    ['/start/people', 'The role templates'],
    ['/start/till', 'Choose a till PIN'],
    ['/settings/get-started', 'Open the guide'],
  ] as const) {
    await page.goto(path);
    await page.getByText(words).first().waitFor();
    if (path === '/start/trade') {
      await page.getByLabel('Food wholesaler').check();
      await page.getByText('what will be added').waitFor();
    }
    await screenshot(page, `guide-${path.split('/').at(-1)}-390`);
    expect(await seriousProblems(page), path).toEqual([]);
    await fitsWindow(page, path);
  }
});
