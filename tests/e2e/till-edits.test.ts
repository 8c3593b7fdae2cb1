import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { loseAnswers } from '../support/lose-answers';
import { openTill, shopFloor } from '../support/shop';
import { press, scan, stockedShelf } from '../support/till-keyboard';

const shop = useShop();
const rights = [
  'view_pos',
  'create_sale',
  'edit_sale',
  'view_sale',
  'refund_sale',
  'view_dashboard',
] as const;
let tea: number;
let biscuits: number;
let floor: ReturnType<typeof shopFloor>;

beforeAll(async () => {
  ({ tea, biscuits } = await stockedShelf(shop().db));
  const [seller, till] = [await shop().as(...rights), await openTill(shop().db)];
  floor = shopFloor(() => ({ app: shop(), seller, till }));
});

const someTea = () => floor.sold([{ product_id: tea, quantity: '3' }], 720);
const someBiscuits = () => floor.sold([{ product_id: biscuits, quantity: '1' }], 180);

/** The dialog of a scanned receipt, with one of the goods to return. */
async function returned(page: Page, number: string, goods: string) {
  await scan(page, number);
  const dialog = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await dialog.getByLabel(`Quantity of ${goods} to return`).fill('1');
  await dialog.getByRole('button', { name: 'Faulty' }).click();
  return { dialog, exchange: dialog.getByRole('button', { name: 'Exchange for other goods' }) };
}

/** How many baskets of edits of this sale are on the device. */
const basketsOf = (page: Page, id: number) =>
  page.evaluate(
    async start =>
      new Promise<number>(resolve => {
        const opening = indexedDB.open('counterfoil-till');
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('kept').objectStore('kept').getAllKeys();
          reading.addEventListener('success', () => {
            opening.result.close();
            resolve(reading.result.filter(key => typeof key === 'string' && key.startsWith(start)).length);
          });
        });
      }),
    `basket edit ${id} `,
  );

test('L7 while a sale is edited nothing is exchanged, and its own goods are not refunded: the page says why', async () => {
  const [edited, other] = [await someTea(), await someBiscuits()];
  const page = await shop().openAs(rights, `/sales/pos-new/edit/${edited.id}`);
  const total = page.locator('.till-total');
  await total.getByText('£0.00').waitFor();
  await press(page, 'Shift+F4');
  expect(await page.getByRole('dialog').count(), 'Shift+F4').toBe(0);
  const { dialog, exchange } = await returned(page, other.number, 'Oat biscuits');
  await dialog.getByText(`Goods cannot be exchanged while ${edited.number} is being edited.`).waitFor();
  await expect.poll(() => exchange.isDisabled()).toBe(true);
  await expect.poll(() => dialog.getByRole('button', { name: 'Refund £1.80' }).isEnabled()).toBe(true);
  expect(await seriousProblems(page)).toEqual([]);
  await scan(page, edited.number);
  const own = page.getByRole('dialog', { name: `Refund or exchange: ${edited.number}` });
  await own.getByLabel('Quantity of Breakfast tea, 80 bags to return').fill('1');
  await own.getByRole('button', { name: 'Faulty' }).click();
  await own.getByText(`${edited.number} is being edited here.`).waitFor();
  await expect.poll(() => own.getByRole('button', { name: 'Refund £2.40' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await total.getByText('£0.00').waitFor();
  expect(await page.getByText('Returned goods').count()).toBe(0);
});

test('L7 a second receipt does not take the place of the goods already being exchanged', async () => {
  const [first, second] = [await someTea(), await someBiscuits()];
  const page = await shop().openAs(rights, '/sales/pos');
  await page.getByRole('button', { name: 'Sell here' }).click();
  // The till hears a scanner once it is open, which waits for the disk.
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  const tea1 = await returned(page, first.number, 'Breakfast tea, 80 bags');
  await tea1.exchange.click();
  await page.getByText(`Returning from ${first.number}`).waitFor();
  const { dialog, exchange } = await returned(page, second.number, 'Oat biscuits');
  await dialog.getByText(`Goods from ${first.number} are already being exchanged.`).waitFor();
  await expect.poll(() => exchange.isDisabled()).toBe(true);
  await expect.poll(() => dialog.getByRole('button', { name: 'Refund £1.80' }).isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByText(`Returning from ${first.number}`).waitFor();
  await page.getByRole('button', { name: 'Cancel the return' }).click();
  const again = await returned(page, second.number, 'Oat biscuits');
  await again.exchange.click();
  await page.getByText(`Returning from ${second.number}`).waitFor();
});

test('L7 an edit that was started before a refund starts anew from what is left, and can be started again', async () => {
  const sale = await someTea();
  const page = await shop().openAs(rights, `/sales/invoices/${sale.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit sale' }).click();
  const paid = (amount: string) =>
    page.locator('.till-totals').getByText(`Already paid on ${sale.number}`).locator('..').getByText(amount);
  await paid('−£7.20').waitFor();
  await page.getByLabel('Reason for the change').fill('One too many');
  await page.goBack();
  await page.getByRole('heading', { name: sale.number }).waitFor();
  expect((await floor.refund(sale, [{ line_number: 1, quantity: '1', goods: 'stock' }], 240)).status).toBe(
    200,
  );
  await page.goForward();
  // 7.20 paid − 2.40 refunded.
  await paid('−£4.80').waitFor();
  await page.locator('.till-total').getByText('£0.00').waitFor();
  // The basket of the sale as it was before is not kept.
  expect(await basketsOf(page, sale.id)).toBe(1);
  await page.getByLabel('Reason for the change').fill('One too many');
  await page.getByText('Breakfast tea, 80 bags', { exact: true }).click();
  await page.getByRole('button', { name: 'Add one Breakfast tea, 80 bags' }).click();
  await page.locator('.till-total').getByText('£2.40').waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.locator('.till-total').getByText('£0.00').waitFor();
  await expect.poll(() => page.getByLabel('Reason for the change').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.till-total').getByText('£2.40').waitFor();
  await expect.poll(() => page.getByLabel('Reason for the change').inputValue()).toBe('One too many');
  expect(await seriousProblems(page)).toEqual([]);
  await press(page, 'F4');
  await page.getByRole('button', { name: /^Card/ }).click();
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  const { reply } = await (await shop().as('admin')).call(sales.get, { params: { id: sale.id } });
  expect(reply.replaced_by).not.toBeNull();
  // Goods scanned now are not on it, and do not bring its basket back.
  await scan(page, '5010000000017');
  await page.waitForURL(/\/sales\/invoices\/\d+$/);
  await expect.poll(() => basketsOf(page, sale.id)).toBe(0);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 an edit without an answer takes no change until it is sent again', async () => {
  const sale = await someTea();
  const page = await shop().openAs(rights, `/sales/pos-new/edit/${sale.id}`);
  const total = (pounds: string) => page.locator('.till-total').getByText(pounds).waitFor();
  await page.getByLabel('Reason for the change').fill('One more');
  await page.getByText('Breakfast tea, 80 bags', { exact: true }).click();
  await page.getByRole('button', { name: 'Add one Breakfast tea, 80 bags' }).click();
  await total('£2.40');
  const answers = await loseAnswers(page, /\/replace$/);
  await press(page, 'F4');
  await page.getByRole('button', { name: /^Card/ }).click();
  const unanswered = page.getByRole('dialog', { name: 'No answer yet' });
  await unanswered.waitFor();
  await press(page, 'Escape');
  await unanswered.waitFor({ state: 'detached' });
  const refused = page.getByText('Send it again before you change it.');
  const dismiss = async () => {
    await refused.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await refused.waitFor({ state: 'detached' });
  };
  await page.getByRole('button', { name: 'Remove one Breakfast tea, 80 bags' }).click();
  await dismiss();
  // The basket of a document ends with it: nothing would sell what is added.
  await scan(page, '5010000000017');
  await dismiss();
  await total('£2.40');
  await expect.poll(() => page.getByRole('button', { name: 'Start again' }).isDisabled()).toBe(true);
  answers.stop();
  await press(page, 'F4');
  await unanswered.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
  expect(answers.sent[1]).toBe(answers.sent[0]);
  expect(await breachesOf(shop().db)).toEqual([]);
});
