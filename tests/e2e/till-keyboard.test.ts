import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { breachesOf } from '../support/books';
import { approverAtTill, press, scan, screenshot, stockedShelf } from '../support/till-keyboard';
import { settled } from '../support/settled';

const shop = useShop();
const rights = [
  'view_pos',
  'create_sale',
  'open_till',
  'close_till',
  'approve_variance',
  'view_customer',
  'override_discount',
  'refund_sale',
  'void_sale',
  'view_sale',
] as const;

const lines = (page: Page) =>
  page
    .getByRole('list', { name: 'Lines' })
    .getByRole('listitem')
    .locator('.till-line-words > :first-child')
    .allTextContents();
const total = (page: Page) => page.locator('.till-total dd').textContent();

test('T1 T2 T3 M9 by keyboard alone: the till is opened, three items are scanned, a discount given, a split payment taken, part refunded, a basket held and resumed; then X report, Z report, and a variance approved by another user', async () => {
  await stockedShelf(shop().db);
  await approverAtTill(shop(), 'Mona Manager', '4826', 'approve_variance');
  const page = await shop().openAs(rights, '/sales/pos');
  await page.getByRole('heading', { name: 'Open the till' }).waitFor();
  await screenshot(page, 'open-till');
  await press(page, 'Control+a', '"100"', 'Enter');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);
  await screenshot(page, 'till-empty');

  await scan(page, '5010000000017');
  await scan(page, '5010000000024');
  await scan(page, '5010000000017');
  await press(page, '"3*"');
  await scan(page, 'CASE-TEA', { afterTyping: true });
  await expect
    .poll(() => lines(page))
    .toEqual(['Breakfast tea, 80 bags', 'Oat biscuits', 'Breakfast tea, 80 bags']);
  await expect.poll(() => search.inputValue()).toBe('');
  // Typing searches, misspelt words too; Enter takes the highlighted result.
  await press(page, '"choclate"');
  await page.getByRole('option', { name: /Chocolate, dark/ }).waitFor();
  await screenshot(page, 'till-search');
  await press(page, 'Enter', 'Delete');
  await page.getByText('Chocolate, dark removed.').waitFor();
  await press(page, 'ArrowUp', '+');
  await screenshot(page, 'till-basket');
  // 2 + 36 teas at 2.40 and 2 biscuits at 1.80, less 10% on the biscuits.
  await press(page, 'F7');
  await page.getByLabel('Percentage off').waitFor();
  await press(page, '"10"', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', '"Short-dated"');
  await screenshot(page, 'till-discount');
  await press(page, 'Enter');
  await expect.poll(() => total(page)).toBe('£94.44');

  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await screenshot(page, 'till-pay');
  await press(page, 'Control+a', '"50"', 'd');
  await page.getByText('Left to pay').waitFor();
  await press(page, '"60"');
  await page.getByText('Change in cash').waitFor();
  await screenshot(page, 'till-pay-split');
  await press(page, 'Enter');
  await page.getByText('Change', { exact: true }).first().waitFor();
  const sold = page.getByRole('dialog', { name: /Sold: INV-/ });
  await sold.getByText('£15.56').first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await screenshot(page, 'till-sold');
  const number = /INV-\d+/.exec((await sold.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await press(page, 'Enter');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);

  // The receipt is scanned: one of the two biscuits is returned, refunded as it was paid.
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.getByLabel('Quantity of Oat biscuits to return').waitFor();
  await settled(page);
  await back.getByLabel('Quantity of Oat biscuits to return').focus();
  await press(page, '"1"');
  await back.getByLabel('Reason').focus();
  await press(page, '"Broken"');
  await screenshot(page, 'till-refund');
  await press(page, 'Enter');
  await page.getByText(/CN-\d+: £1.62 card refunded/).waitFor();

  await scan(page, '5010000000024');
  await press(page, 'F9');
  await page.getByRole('dialog', { name: 'Hold the sale' }).waitFor();
  await press(page, '"Red coat"', 'Enter');
  await page.getByText('Sale held.').waitFor();
  await press(page, 'F10');
  const held = page.getByRole('dialog', { name: 'Held sales' });
  await held.getByText('Red coat').waitFor();
  await screenshot(page, 'till-held');
  await press(page, 'Enter');
  await expect.poll(() => lines(page)).toEqual(['Oat biscuits']);
  await press(page, 'Shift+Delete');
  await page.getByRole('dialog', { name: 'Void the basket' }).waitFor();
  await press(page, '"Changed mind"', 'Enter');
  await page.getByText('Basket voided.').waitFor();
  await press(page, 'F1');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await screenshot(page, 'till-help');
  expect(await seriousProblems(page)).toEqual([]);
  await press(page, 'Escape');
  await closeTheDay(page);
  expect(await breachesOf(shop().db)).toEqual([]);
});

/** X report; a blind count £7.00 short of £100.00 and the cash sale; Z report; and another user's approval by PIN. */
async function closeTheDay(page: Page): Promise<void> {
  await press(page, 'Shift+F10');
  await page.getByRole('dialog', { name: 'Till 1' }).waitFor();
  await screenshot(page, 'till-menu-dialog');
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'X report', exact: true }).waitFor();
  await press(page, 'x');
  const x = page.getByRole('dialog', { name: 'X report' });
  await x.getByText('Float').first().waitFor();
  await press(page, 'Escape');
  await x.waitFor({ state: 'detached' });
  await press(page, 'c');
  const fifties = page.getByLabel('£50', { exact: true });
  await expect
    .poll(() => fifties.evaluate(node => node === document.activeElement).catch(() => false))
    .toBe(true);
  for (const pieces of ['2', '1', '1', '1', '1', '', '', '2', '', '', '2'])
    await press(page, ...(pieces ? [`"${pieces}"`] : []), 'Tab');
  await page.getByText('£137.44').waitFor();
  await press(page, 'Control+Enter');
  await page.getByText('£7.00 short').waitFor();
  const nextFloat = page.getByLabel('Next float');
  await expect.poll(() => nextFloat.evaluate(node => node === document.activeElement)).toBe(true);
  await press(page, 'Tab', '"A note is missing"', 'Control+Enter');
  await page.getByText('Till closed. Its Z report is Z-T1-00001.').waitFor();
  await press(page, 'a');
  const approval = page.getByRole('dialog', { name: 'Approve variance by PIN' });
  await expect
    .poll(() => approval.getByLabel('PIN').evaluate(node => node === document.activeElement))
    .toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
  await screenshot(page, 'difference-by-pin');
  await press(page, '"4826"', 'Enter');
  await page.getByText('Mona Manager approved the variance.').waitFor();
  await page.getByRole('region', { name: 'Z report' }).getByText('£144.44').first().waitFor();
  await screenshot(page, 'till-z');
}
