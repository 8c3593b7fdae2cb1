import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { wholeUnits } from '#domain/kernel/quantity';
import { useShop } from '../support/browser';
import { openTill, stockedProduct } from '../support/shop';

const shop = useShop();

/** Waits until the element has stood still for ten frames: a turn of the wheel goes on for a while. */
const atRest = (element: Locator) =>
  element.evaluate(
    node =>
      new Promise<void>(resolve => {
        let last = '';
        let still = 0;
        const look = () => {
          const { x, y, width, height } = node.getBoundingClientRect();
          const place = [x, y, width, height].join(' ');
          still = place === last ? still + 1 : 0;
          last = place;
          if (still === 10) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Scrolls with the wheel, as a user without a keyboard does, until nothing covers the button, and clicks it. */
async function scrollToAndClick(page: Page, button: Locator): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(size.width - 20, size.height - 20);
  const isInSight = () =>
    button.evaluate(node => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect
    .poll(async () => {
      await atRest(button);
      if (await isInSight()) return true;
      await page.mouse.wheel(0, 60);
      return false;
    })
    .toBe(true);
  const box = await button.boundingBox();
  if (!box) throw new Error('The button has gone.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

// A screen of 1280 × 800 at 200 %, and one of 1280 × 1024 at 400 %.
test.each([
  [640, 400],
  [320, 256],
])('F96 zoomed in to %i × %i pixels, a sale is made with the mouse alone', async (width, height) => {
  await stockedProduct(shop().db, {
    name: `Tea at ${width}`,
    sku: `ZOOM-${width}`,
    pieces: '50',
    barcodes: [{ code: `50600000${width}17`, factor: wholeUnits(1) }],
  });
  await openTill(shop().db);
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  await page.setViewportSize({ width, height });
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).fill(`Tea at ${width}`);
  await page.getByRole('option', { name: `Tea at ${width}` }).click();
  await scrollToAndClick(page, page.getByRole('button', { name: /^Pay £2\.40/ }));
  const pay = page.getByRole('dialog', { name: 'Pay' });
  await scrollToAndClick(page, pay.getByRole('button', { name: 'Exact cash' }));
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
});
