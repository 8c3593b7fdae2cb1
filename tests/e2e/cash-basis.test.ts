import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { sellOnTwoDays } from '../support/two-days';

let now = new Date();
const shop = useShop({ clock: () => now });
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const report = `/reports/profit-loss?from=${first}&to=${second}&basis=cash`;

beforeAll(async () => {
  const { customer } = await sellOnTwoDays(shop(), day => (now = new Date(`${day}T12:00:00Z`)), [
    first,
    second,
  ]);
  // The customer pays £0.80 of the £2.40 on account: a third, so £0.67 of its £2.00 without VAT.
  const owner = await shop().as('admin');
  const body = { amount: '0.80', payment_method: 'bank_transfer' } as const;
  await owner.call(customerWallet.receive, { params: { id: customer }, body });
});

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}

const behind = (page: Page) => page.getByRole('link', { name: /: view transactions$/ });
const list = (page: Page) => page.getByRole('table', { name: 'Cash basis transactions' });
const inReport = async (page: Page) => {
  await page.getByRole('table', { name: 'From accruals to cash' }).waitFor();
  await settled(page);
};

test('every figure of the cash basis opens a list whose total is the figure; back returns to the report', async () => {
  const page = await shop().openAs(['admin'], `${report}&compare=previous`);
  await inReport(page);
  const labels = await behind(page).allTextContents();
  // Tiles, the statement with its comparison, and the reconciliation.
  expect(labels.length).toBeGreaterThan(20);
  for (const [index, label] of labels.entries()) {
    const [figure = ''] = label.split(' ');
    await behind(page).nth(index).press('Enter');
    await page.waitForURL('**/reports/cash-basis?*');
    if (figure === '£0.00') await page.getByText(/^Nothing counts in this figure on these days\./).waitFor();
    else
      await expect.poll(() => list(page).locator('tfoot').innerText(), { message: label }).toContain(figure);
    await page.goBack();
    await inReport(page);
    expect(new URL(page.url()).searchParams.get('compare')).toBe('previous');
  }
});

test('a list shows what was settled of each document and what counts, and opens it', async () => {
  const page = await shop().openAs(['admin'], report);
  await inReport(page);
  await page.getByRole('link', { name: /^\S+ Sales, .*: view transactions$/ }).press('Enter');
  const row = list(page).getByRole('row', { name: /33\.33%/ });
  await row.waitFor();
  await settled(page);
  expect((await row.innerText()).split(/\s*[\t\n]\s*/)).toEqual(
    expect.arrayContaining(['2 Mar 2031', 'Sale', '£2.00', '33.33%', '£0.67']),
  );
  await expect.poll(() => row.innerText()).toContain('£0.80 of £2.40');
  await expect.poll(() => page.getByLabel('Figure').inputValue()).toBe('4000');
  expect(await seriousProblems(page)).toEqual([]);
  await picture(page, 'cash-basis-1440');
  const total = await list(page).locator('tfoot').innerText();
  await page.getByLabel('Figure').selectOption('Invoices not yet settled');
  await list(page)
    .getByRole('row', { name: /33\.33%/ })
    .waitFor();
  await expect.poll(() => list(page).locator('tfoot').innerText()).toContain('−£1.33');
  await page.goBack();
  await expect.poll(() => list(page).locator('tfoot').innerText()).toBe(total);
  await settled(page);
  await row.getByRole('link').first().press('Enter');
  await page.waitForURL('**/sales/invoices/*');
});

test('back from a list, the report is at the place where it was left', async () => {
  const page = await shop().openAs(['admin'], report);
  await page.setViewportSize({ width: 1280, height: 420 });
  await inReport(page);
  const figure = behind(page).last();
  await figure.scrollIntoViewIfNeeded();
  // The page hears of its scrolling with the next frame, and remembers only then where it was.
  await settled(page);
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const left = await place();
  expect(left).toBeGreaterThan(100);
  await figure.press('Enter');
  await list(page).waitFor();
  await page.goBack();
  await inReport(page);
  await expect.poll(place).toBe(left);
});

test('on a phone, in both themes, nothing overflows', async () => {
  for (const colours of ['light', 'dark'] as const) {
    const page = await shop().openAs(['admin'], `/reports/cash-basis?from=${first}&to=${second}`, {
      width: 390,
      colours,
    });
    await list(page).getByRole('row').first().waitFor();
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await seriousProblems(page)).toEqual([]);
    // The name of a total and its amount are at the two edges of the card, not side by side.
    const widthOf = async (part: string) => (await list(page).locator(part).boundingBox())?.width;
    expect(await widthOf('tfoot')).toBe(await widthOf('tbody'));
    await picture(page, `cash-basis-390-${colours}`);
  }
});

test('users who may not see cost are offered the figures of their report only', async () => {
  const page = await shop().openAs(['view_dashboard'], report);
  await behind(page).first().waitFor();
  await settled(page);
  await behind(page).first().press('Enter');
  await list(page).waitFor();
  await settled(page);
  const figures = await page.getByLabel('Figure').locator('option').allTextContents();
  expect(figures).toContain('Overheads excluding wages');
  expect(figures).not.toContain('Goods paid for');
  expect(figures).not.toContain('Bills not yet settled');
});
