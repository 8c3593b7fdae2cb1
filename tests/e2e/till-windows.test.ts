import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { press, scan, shoot } from '../support/counter';
import { stockedProduct } from '../support/shop';

const shop = useShop();
const rights = ['view_pos', 'create_sale', 'open_till', 'refund_sale', 'void_sale', 'view_sale'] as const;
const code = (nth: number) => `50200000000${String(nth).padStart(2, '0')}`;

async function atTheTill(): Promise<Page> {
  const page = await shop().openAs(rights, '/sales/pos');
  await page.getByRole('heading', { name: 'Open the till' }).waitFor();
  await press(page, 'Control+a', '"100"', 'Enter');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  return page;
}

test('F26 F27 the change is in sight however many lines there are, and a window that can use a scan takes it', async () => {
  for (let nth = 1; nth <= 14; nth++)
    await stockedProduct(shop().db, {
      name: `Article ${nth}`,
      sku: `ART-${nth}`,
      price: toPence(100),
      barcodes: [{ code: code(nth), factor: wholeUnits(1) }],
    });
  const page = await atTheTill();
  await page.setViewportSize({ width: 1024, height: 600 });
  for (let nth = 1; nth <= 14; nth++) await scan(page, code(nth));
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£14.00');
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  // What is scanned now goes nowhere, and the till says what to do.
  await scan(page, code(1));
  await page.getByText('Take the payment, or close the window to add to the basket.').waitFor();
  await press(page, 'Control+a', '"20"', 'Enter');
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  const change = sold.getByText('£6.00', { exact: true }).first();
  await change.waitFor();
  const box = await change.boundingBox();
  expect(box && box.y >= 0 && box.y + box.height <= 600).toBe(true);
  await shoot(page, 'sold-14-lines');
  const number = /INV-\d+/.exec((await sold.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await press(page, 'Enter');
  await sold.waitFor({ state: 'detached' });

  await press(page, 'Shift+F4');
  await page.getByRole('dialog', { name: 'Refund or exchange', exact: true }).waitFor();
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.waitFor();
  await scan(page, code(3));
  await expect.poll(() => back.getByLabel('How many Article 3 come back').inputValue()).toBe('1');
  await scan(page, code(3));
  await back.getByText('all of it is coming back already').waitFor();
  await scan(page, 'INV-99999');
  await back.getByText('There is no sale INV-99999.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});
