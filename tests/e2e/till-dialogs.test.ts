import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { wholeUnits } from '#domain/kernel/quantity';
import { seriousProblems } from '../support/accessible';
import { someApprovals } from '../support/approvals';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { press, scan, screenshot } from '../support/till-keyboard';
import { freezableAnswers, holdAnswers } from '../support/hold-answers';
import { customerWithCredit, stockedProduct } from '../support/shop';

const shop = useShop();
const rights = ['view_pos', 'create_sale', 'open_till', 'refund_sale', 'void_sale', 'view_sale'] as const;
const code = (nth: number) => `50200000000${String(nth).padStart(2, '0')}`;

/** At this shop's till, which the first test opens. */
async function atTheTill(...more: Permission[]): Promise<Page> {
  const { token } = await shop().as(...rights, ...more);
  return openTillOn(await shop().pageOf(token));
}

async function openTillOn(page: Page): Promise<Page> {
  await page.goto('/sales/pos');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  const closed = page.getByRole('heading', { name: 'Open the till' });
  await search.or(closed).waitFor();
  if (await closed.isVisible()) await press(page, 'Control+a', '"100"', 'Enter');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  return page;
}

test('F26 F27 the change is visible with any number of lines, and a dialog that takes scans gets them', async () => {
  for (let nth = 1; nth <= 14; nth++)
    await stockedProduct(shop().db, {
      name: `Article ${nth}`,
      sku: `ART-${nth}`,
      price: toPence(100),
      barcodes: [{ code: code(nth), factor: wholeUnits(1) }],
    });
  await sql`insert into number_prefixes (prefix, series, taken_at) values ('SALE2026-', 'INV', now())`.execute(
    shop().db,
  );
  const page = await atTheTill();
  await page.setViewportSize({ width: 1024, height: 600 });
  for (let nth = 1; nth <= 14; nth++) await scan(page, code(nth));
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£14.00');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  // Codes scanned now are ignored, and the till says what to do.
  await scan(page, code(1));
  await page.getByText('Take the payment, or close the dialog to add products.').waitFor();
  await press(page, 'Control+a', '"20"', 'Enter');
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  const change = sold.getByText('£6.00', { exact: true }).first();
  await change.waitFor();
  const box = await change.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 600).toBe(true);
  await screenshot(page, 'sold-14-lines');
  const number = /INV-\d+/.exec((await sold.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await press(page, 'Enter');
  await sold.waitFor({ state: 'detached' });

  // A number with a chosen prefix is one too.
  await scan(page, 'SALE2026-99999');
  const returning = page.getByRole('dialog', { name: 'Refund or exchange', exact: true });
  await returning.getByText('No sale SALE2026-99999 found.').waitFor();
  await press(page, 'Escape');
  await returning.waitFor({ state: 'detached' });

  await press(page, 'Shift+F4');
  await returning.waitFor();
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.waitFor();
  await scan(page, code(3));
  await expect.poll(() => back.getByLabel('Quantity of Article 3 to return').inputValue()).toBe('1');
  await scan(page, code(3));
  await back.getByText('all of it is already being returned').waitFor();
  await scan(page, 'INV-99999');
  await back.getByText('No sale INV-99999 found.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});

test('F31 stock is shown on tiles and lines, and shortages are reported before payment opens', async () => {
  await stockedProduct(shop().db, {
    name: 'Scarce jam',
    sku: 'JAM',
    price: toPence(300),
    pieces: '2',
    barcodes: [{ code: '5030000000011', factor: wholeUnits(1) }],
  });
  const page = await atTheTill();
  await press(page, '"jam"');
  await page.getByRole('option', { name: /Scarce jam.*2 in stock/ }).waitFor();
  await screenshot(page, 'till-stock');
  await press(page, 'Escape');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await expect.poll(() => search.inputValue()).toBe('');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  for (const pieces of ['1', '2', '3']) {
    await scan(page, '5030000000011');
    await expect.poll(() => page.locator('.till-line-quantity').textContent()).toBe(pieces);
  }
  await page.getByText('Only 2 in stock.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  const tile = page.locator('button.till-tile').filter({ hasText: 'Scarce jam' });
  await tile.getByText('2 in stock', { exact: true }).waitFor();
  await press(page, 'F4');
  // What to do now, and where to allow it from now on.
  await page
    .getByText(
      'Scarce jam: Only 2 in stock. Remove what is out of stock before taking payment. To sell it, adjust its stock or change “If stock runs out” on the product.',
      { exact: true },
    )
    .waitFor();
  expect(await page.getByRole('dialog', { name: 'Pay' }).count()).toBe(0);
  await screenshot(page, 'till-shortage');
  await press(page, '-');
  await expect.poll(() => page.locator('.till-line-quantity').textContent()).toBe('2');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  await press(page, 'Enter');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  await press(page, '"jam"');
  await page.getByRole('option', { name: /Scarce jam.*Out of stock/ }).waitFor();
});

test('F31 what was just sold stays off the stock while the server has not reported it', async () => {
  await stockedProduct(shop().db, { name: 'Split peas', sku: 'PEAS', price: toPence(200), pieces: '5' });
  const page = await atTheTill();
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  const find = async (words: RegExp) => {
    await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
    await press(page, '"peas"');
    await page.getByRole('option', { name: words }).waitFor();
  };
  const sell = async () => {
    await find(/Split peas/);
    await press(page, 'Enter', 'F4');
    await page.getByRole('dialog', { name: 'Pay' }).waitFor();
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
    await press(page, 'Enter');
  };
  await find(/Split peas.*5 in stock/);
  await press(page, 'Escape');
  await expect.poll(() => search.inputValue()).toBe('');
  const report = await holdAnswers(page, request => new URL(request.url()).pathname === '/api/pos/stock');
  await sell();
  await find(/Split peas.*4 in stock/);
  await press(page, 'Escape');
  await expect.poll(() => search.inputValue()).toBe('');
  const reported = page.waitForResponse(response => new URL(response.url()).pathname === '/api/pos/stock');
  report();
  await reported;
  await sell();
  await find(/Split peas.*3 in stock/);
});

test('F31 where the policy allows, overselling is approved by PIN before payment opens, for that quantity only', async () => {
  await stockedProduct(shop().db, {
    name: 'Miscounted honey',
    sku: 'HONEY',
    price: toPence(500),
    pieces: '1',
    stock_policy: 'ask',
    barcodes: [{ code: '5030000000028', factor: wholeUnits(1) }],
  });
  const keeper = await someApprovals(shop()).approver('adjust_stock');
  const page = await atTheTill();
  for (const pieces of ['1', '2']) {
    await scan(page, '5030000000028');
    await expect.poll(() => page.locator('.till-line-quantity').textContent()).toBe(pieces);
  }
  await page.getByText('Only 1 in stock.', { exact: true }).waitFor();
  await press(page, 'F4');
  const approvalDialog = page.getByRole('dialog', { name: 'Approval needed' });
  await approvalDialog.getByText('2 × Miscounted honey, 1 more than is in stock').waitFor();
  expect(await page.getByRole('dialog', { name: 'Pay' }).count()).toBe(0);
  await screenshot(page, 'till-beyond-stock');
  await approvalDialog.getByLabel('PIN').fill(keeper.pin);
  await approvalDialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F32 customer payments and top-ups are tiles of the till, and a scan finds their receipt', async () => {
  const customer = await customerWithCredit(shop().db, null, 'Edie Marsh');
  const page = await atTheTill('view_customer', 'take_payment');
  await page.getByRole('button', { name: 'Favourites' }).click();
  await page.getByRole('button', { name: 'Top up a wallet' }).click();
  const who = page.getByRole('dialog', { name: 'Customer' });
  await who.getByRole('combobox').fill('Edie');
  await who.getByRole('option', { name: /Edie Marsh/ }).click();
  await page.getByRole('button', { name: 'Top up a wallet' }).click();
  const taking = page.getByRole('dialog', { name: 'Wallet top-up for Edie Marsh' });
  await taking.getByText('Wallet balance £0.00.').waitFor();
  await taking.getByLabel('Amount').fill('15');
  await taking.getByLabel('Cash received').fill('20');
  await taking.getByText('Change £5.00').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await screenshot(page, 'till-top-up');
  await taking.getByRole('button', { name: 'Take £15.00' }).click();
  const received = page.getByRole('dialog', { name: /Received: RCT-/ });
  await received.getByText('£5.00', { exact: true }).waitFor();
  await screenshot(page, 'till-payment-received');
  const number = /RCT-\d+/.exec((await received.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await press(page, 'Enter');
  await received.waitFor({ state: 'detached' });
  await scan(page, number);
  await page.getByRole('dialog', { name: `Receipt: ${number}` }).waitFor();
  expect(customer).toBeGreaterThan(0);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('customers that are read after the window was opened appear in it, for what was typed', async () => {
  await customerWithCredit(shop().db, null, 'Grace Hartley');
  await atTheTill();
  const caller = await shop().as(...rights, 'view_customer');
  const page = await shop().pageOf(caller.token);
  const letGo = await holdAnswers(page, request => /\/api\/pos\/customers\b/.test(request.url()));
  await page.goto('/sales/pos');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await press(page, 'F3', '"grace"');
  const dialog = page.getByRole('dialog', { name: 'Customer' });
  await dialog.getByText('Loading the customers…').waitFor();
  letGo();
  await dialog.getByRole('option', { name: /Grace Hartley/ }).waitFor();
});

test('a count that someone else has started is not started again from the till’s menu', async () => {
  const { token } = await shop().as(...rights, 'close_till');
  const page = await shop().pageOf(token);
  const registers = await freezableAnswers(page, '**/api/tills');
  await openTillOn(page);
  // The till does not hear of it.
  registers.freeze();
  await sql`update till_sessions set status = 'counting', counting_by = opened_by, version = version + 1`.execute(
    shop().db,
  );
  await press(page, 'Shift+F10');
  const menu = page.getByRole('dialog', { name: 'Till 1' });
  await menu.getByRole('link', { name: /X report$/ }).waitFor();
  // A letter of the reason is no shortcut.
  await menu.getByLabel('Reason for opening the drawer').fill('change');
  await menu.getByLabel('Reason for opening the drawer').press('c');
  await menu.getByRole('button', { name: 'Count and close', exact: true }).click();
  await menu.getByText('Till 1 is already being counted.').waitFor();
  await expect.poll(() => menu.getByLabel('Reason for opening the drawer').inputValue()).toBe('changec');
  registers.letGo();
});
