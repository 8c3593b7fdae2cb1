import { expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { press, stockedShelf } from '../support/till-keyboard';
import { plugInPrinter } from '../support/usb-printer';

const shop = useShop({ training: { copiedAt: new Date('2026-11-26T13:41:00Z') } });
const bannerHeight = 26;

test('a training copy says so on every page, above dialogs, and nothing is behind the banner', async () => {
  const anonymous = await shop().open();
  await anonymous.goto('/login');
  const banner = anonymous.getByRole('note');
  await expect
    .poll(() => banner.textContent())
    .toBe(
      'Training copy of 26 Nov 2026, 13:41:00 GMT. Nothing here changes your books, and no email is sent.',
    );
  expect(await banner.boundingBox()).toMatchObject({ x: 0, y: 0, height: bannerHeight });

  for (const width of [1440, 390]) {
    const page = await shop().openAs(['admin'], '/suppliers', { width });
    const topOf = async (name: RegExp) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0;
    await page.getByText('No suppliers found').waitFor();
    expect(await topOf(/^Suppliers$/)).toBeGreaterThan(bannerHeight);
    const button = await page.locator('.frame-top button:visible').first().boundingBox();
    expect(button?.y).toBeGreaterThanOrEqual(bannerHeight);
    await page.goto('/sales/pos');
    const tillPage = page.locator('.till, .till-closed');
    await tillPage.waitFor();
    const till = await tillPage.boundingBox();
    expect(till?.y).toBe(bannerHeight);
    expect((till?.y ?? 0) + (till?.height ?? 0)).toBe(page.viewportSize()?.height);
    await page.getByRole('note').waitFor();
  }
});

test('what a receipt printer prints in a training copy says so', async () => {
  await stockedShelf(shop().db);
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till'], '/sales/pos');
  const printer = await plugInPrinter(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Open the till' }).waitFor();
  await press(page, 'Control+a', '"100"', 'Enter');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await press(page, 'Shift+F10');
  await page.getByRole('button', { name: 'Receipt printer' }).press('Enter');
  await page.getByRole('button', { name: 'Choose a USB printer' }).press('Enter');
  await page.getByRole('button', { name: 'Print test page' }).press('Enter');
  await page.getByText('Test page printed.').waitFor();
  const marks = (await printer.printed()).filter(line => line.includes('TRAINING'));
  expect(marks.map(line => line.trim())).toEqual(['*** TRAINING ***', '*** TRAINING ***']);
});
