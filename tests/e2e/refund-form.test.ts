import { beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { stored } from '../support/drafts';
import { loseAnswers } from '../support/lose-answers';
import { noticed } from '../support/notices';
import { pasteInto, range } from '../support/paste';
import { settled } from '../support/settled';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';

const shop = useShop();
const rights = ['view_sale', 'refund_sale', 'view_pos', 'create_sale', 'view_dashboard'] as const;
let seller: Caller;
let till: number;
const { sold } = shopFloor(() => ({ app: shop(), seller, till }));
beforeAll(async () => {
  [till, seller] = [await openTill(shop().db), await shop().as(...rights)];
});

/** Three products of £2.40 each, two of each sold. */
async function biscuits(tendered: string) {
  const names = ['Oat biscuits', 'Ginger biscuits', 'Lemon biscuits'];
  const lines: { product_id: number; quantity: string }[] = [];
  for (const name of names)
    lines.push({ product_id: await stockedProduct(shop().db, { name }), quantity: '2' });
  return sold(lines, 1440, { tenders: [{ method: 'credit_card', tendered }] });
}

async function openRefund(sale: { id: number; number: string }) {
  const page = await shop().openAs(rights, `/sales/invoices/${sale.id}`);
  const dialog = page.getByRole('dialog', { name: `Refund ${sale.number}` });
  const open = async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog.getByLabel('Reason').waitFor();
    // The focus is moved twice after the dialog is shown.
    await settled(page);
  };
  await open();
  return { page, dialog, open };
}

test('F11 F19 a refund takes a column of a spreadsheet, and is kept until it is recorded', async () => {
  const sale = await biscuits('14.40');
  const { page, dialog, open } = await openRefund(sale);
  const rows = [['1', 'Kept by the customer'], ['2'], ['1'], ['1']];
  // One that the customer keeps is an amount, but only from when it says so.
  expect(await pasteInto(dialog.getByLabel('Returning now: Ginger biscuits'), range(rows))).toBe(false);
  await dialog.getByText('2 rows pasted. 2 more do not fit: this refund can have at most 3 lines.').waitFor();
  await dialog.getByRole('button', { name: 'Undo paste' }).click();
  await expect.poll(() => dialog.getByLabel('Returning now: Ginger biscuits').inputValue()).toBe('');
  await pasteInto(dialog.getByLabel('Returning now: Oat biscuits'), range([['1'], ['2'], ['']]));
  // One and two of £2.40.
  await dialog.getByRole('status').getByText('Card £7.20').waitFor();
  await dialog.getByLabel('Reason').fill('Stale');
  await stored(page, '"reason":"Stale"');
  expect(await seriousProblems(page)).toEqual([]);

  await page.reload();
  await open();
  await dialog.getByText('Your unsaved changes from').waitFor();
  await dialog.getByRole('status').getByText('Card £7.20').waitFor();
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await noticed(page, /Refund recorded as credit note CN-\d+/);
  const { reply } = await seller.call(sales.get, { params: { id: sale.id } });
  expect(reply.lines.map(line => line.refundable_quantity)).toEqual([1000, 0, 2000]);
  await open();
  expect(await dialog.getByText('Your unsaved changes from').count()).toBe(0);
});

test('R12 a refund that was sent before the browser closed is recorded once', async () => {
  const sale = await biscuits('14.40');
  const { page, dialog, open } = await openRefund(sale);
  await dialog.getByLabel('Returning now: Oat biscuits').fill('1');
  await dialog.getByLabel('Reason').fill('Broken');
  await stored(page, '"reason":"Broken"');
  const { stop } = await loseAnswers(page, /\/refunds?$/);
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await dialog.getByText('No answer came. It may have been saved.').waitFor();
  stop();
  await page.reload();
  await open();
  await dialog.getByText('Your unsaved changes from').waitFor();
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await noticed(page, /Refund recorded as credit note CN-\d+/);
  const { reply } = await seller.call(sales.get, { params: { id: sale.id } });
  expect(reply.credit_notes.length).toBe(1);
});
