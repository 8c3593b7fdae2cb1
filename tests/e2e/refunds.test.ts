import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { screenshot } from '../support/till-keyboard';
import { changeMethods } from '../support/payment-rules';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { noticed } from '../support/notices';

const shop = useShop();
const optionsOf = (select: Locator) => select.getByRole('option').allTextContents();

/** Turns off refunds by these methods. */
const disableRefundsBy = async (...named: string[]): Promise<void> =>
  changeMethods(await shop().as('admin'), method => ({ is_paid_back: !named.includes(method) }));

async function soldByCard() {
  const [till, seller] = [
    await openTill(shop().db),
    await shop().as('view_pos', 'create_sale', 'view_sale', 'refund_sale'),
  ];
  const product = await stockedProduct(shop().db, { name: 'Oat biscuits' });
  const { sold } = shopFloor(() => ({ app: shop(), seller, till }));
  return sold([{ product_id: product, quantity: '2' }], 480, {
    tenders: [{ method: 'credit_card', tendered: '4.80' }],
  });
}

async function linesCredited(saleId: number) {
  const { rows } = await sql<{ goods: string; gross: number; quantity: number }>`
    select l.goods, l.gross_pence as gross, l.quantity::float as quantity
    from credit_note_lines l join credit_notes c on c.id = l.credit_note_id where c.sale_id = ${saleId}`.execute(
    shop().db,
  );
  return rows;
}

/** Returns a receipt at the till, up to the dialog that asks which goods are returned. */
async function returnAtTill(number: string) {
  const page = await shop().openAs(['view_pos', 'create_sale', 'view_sale', 'refund_sale'], '/sales/pos');
  await page.getByRole('button', { name: 'Sell here' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Receipt number').fill(number);
  await page.getByRole('button', { name: 'Find sale' }).click();
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  return { page, back };
}

test('an invoice is refunded to its payment method only where that is accepted, and every method offered is accepted', async () => {
  const sale = await soldByCard();
  const page = await shop().openAs(
    ['view_sale', 'refund_sale', 'view_pos', 'create_sale', 'view_dashboard'],
    `/sales/invoices/${sale.id}`,
  );
  const dialog = page.getByRole('dialog', { name: `Refund ${sale.number}` });
  const refundTo = dialog.getByLabel('Refund to');
  const open = async () => {
    await page.getByRole('button', { name: 'Refund' }).click();
    await dialog.waitFor();
  };
  await open();
  expect(await optionsOf(refundTo)).toEqual(['Original payment method', 'Cash', 'Bank transfer']);
  await page.keyboard.press('Escape');

  await disableRefundsBy('credit_card', 'bank_transfer');
  await page.reload();
  await open();
  expect(await optionsOf(refundTo)).toEqual(['Choose a method', 'Cash']);
  await dialog
    .getByText('The original payment method is not available. Refunds are not made by Card.')
    .waitFor();
  await dialog.getByLabel('Returning now: Oat biscuits').fill('1');
  await dialog.getByLabel('Reason').fill('Broken');
  await dialog.getByRole('status').getByText('£2.40 to refund').waitFor();
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByText('Choose how to refund it.').waitFor();
  await screenshot(page, 'refund-choose');
  expect(await seriousProblems(page)).toEqual([]);
  await refundTo.selectOption('Cash');
  await dialog.getByRole('status').getByText('Cash £2.40').waitFor();
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await noticed(page, /Refund recorded as credit note CN-\d+/);
  await disableRefundsBy();
});

test('V12 an amount is refunded in the office while the customer keeps the goods', async () => {
  const sale = await soldByCard();
  const page = await shop().openAs(
    ['view_sale', 'refund_sale', 'view_pos', 'create_sale', 'view_dashboard'],
    `/sales/invoices/${sale.id}`,
  );
  const dialog = page.getByRole('dialog', { name: `Refund ${sale.number}` });
  await page.getByRole('button', { name: 'Refund' }).click();
  await dialog.getByLabel('Where Oat biscuits goes after return').selectOption('Kept by the customer');
  await dialog.getByLabel('Refund to').selectOption('Cash');
  await dialog.getByLabel('Amount to refund: Oat biscuits').fill('0.80');
  await dialog.getByLabel('Reason').fill('Packet was torn');
  await dialog.getByRole('status').getByText('Cash £0.80').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await noticed(page, /Refund recorded as credit note CN-\d+/);
  expect(await linesCredited(sale.id)).toEqual([{ goods: 'kept', gross: 80, quantity: 0 }]);
});

test('a till refunds to the original payment method only where that is accepted', async () => {
  const sale = await soldByCard();
  await disableRefundsBy('credit_card');
  const { page, back } = await returnAtTill(sale.number);
  await back
    .getByText('The original payment method is not available. Refunds are not made by Card.')
    .waitFor();
  const refundTo = back.getByLabel('Refund to');
  expect(await optionsOf(refundTo)).toEqual([
    'Choose a method',
    'Cash',
    'Bank transfer',
    'Cheque',
    'UPI',
    'Other',
  ]);
  await back.getByLabel('Quantity of Oat biscuits to return').fill('1');
  await back.getByRole('button', { name: 'Changed their mind' }).click();
  const refund = back.getByRole('button', { name: 'Refund £2.40' });
  await expect.poll(() => refund.isDisabled()).toBe(true);
  await expect
    .poll(() => back.getByRole('button', { name: 'Exchange for other goods' }).isEnabled())
    .toBe(true);
  await screenshot(page, 'till-refund-choose');
  expect(await seriousProblems(page)).toEqual([]);
  await refundTo.selectOption('Cash');
  await refund.click();
  await page.getByText(/CN-\d+: £2\.40 cash refunded/).waitFor();
  await disableRefundsBy();
});

test('V12 an amount is refunded at the till while the customer keeps the goods', async () => {
  const sale = await soldByCard();
  const { page, back } = await returnAtTill(sale.number);
  await back.getByLabel('Where Oat biscuits goes after return').selectOption('Kept by the customer');
  await back.getByLabel('Amount to refund for Oat biscuits').fill('0.80');
  await back.getByLabel('Refund to').selectOption('Cash');
  await back.getByRole('button', { name: 'Faulty' }).click();
  expect(await seriousProblems(page)).toEqual([]);
  await back.getByRole('button', { name: 'Refund £0.80' }).click();
  await back.waitFor({ state: 'detached' });
  expect(await linesCredited(sale.id)).toEqual([{ goods: 'kept', gross: 80, quantity: 0 }]);
});

test('exchanging for cheaper goods refunds the difference by the rules of a refund', async () => {
  const sale = await soldByCard();
  await stockedProduct(shop().db, { name: 'Shortbread', price: toPence(300) });
  const { page, back } = await returnAtTill(sale.number);
  await back.getByLabel('Quantity of Oat biscuits to return').fill('2');
  await back.getByRole('button', { name: 'Changed their mind' }).click();
  await back.getByRole('button', { name: 'Exchange for other goods' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).fill('Shortbread');
  await page.getByRole('option', { name: /Shortbread/ }).click();
  await page.getByRole('button', { name: /^Refund £1\.80/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund', exact: true });
  const by = dialog.getByRole('group', { name: 'Pay by' }).getByRole('button');
  const ways = async () =>
    Promise.all(
      (await by.all()).map(async one => [
        (await one.locator('span').last().textContent()) ?? '',
        await one.isEnabled(),
      ]),
    );
  // The walk-in customer has no wallet, and the balance due is cleared automatically.
  await expect.poll(ways).toEqual([
    ['Cash', true],
    ['Card', true],
    ['Wallet', false],
    ['Bank transfer', true],
    ['Cheque', true],
    ['UPI', true],
    ['Other', true],
  ]);
  await expect
    .poll(() => dialog.getByRole('button', { name: /^Wallet/ }).getAttribute('title'))
    .toMatch(/^The walk-in customer has no wallet/);
  await screenshot(page, 'till-pay-back');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Card/ }).click();
  await page.getByRole('dialog', { name: /Sold: INV-/ }).waitFor();
});

test('F91 an invoice page sets, changes and shows its name and address', async () => {
  const sale = await soldByCard();
  const page = await shop().openAs(
    ['view_sale', 'view_pos', 'create_sale', 'view_dashboard'],
    `/sales/invoices/${sale.id}`,
  );
  const dialog = page.getByRole('dialog', { name: 'Name and address on the invoice' });
  const open = async (entry: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await dialog.waitFor();
  };
  await open('Add invoice name and address');
  await dialog.getByLabel('Customer name').fill('Moss Interiors');
  await dialog.getByLabel('Customer address').fill('3 Mill Lane\nBath BA1 5LR');
  expect(await seriousProblems(page)).toEqual([]);
  await screenshot(page, 'invoice-address');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The invoice is now addressed to Moss Interiors.').waitFor();
  await page.getByText('Invoice addressed to').waitFor();
  await open('Edit invoice name and address');
  await expect.poll(() => dialog.getByLabel('Customer name').inputValue()).toBe('Moss Interiors');
  await dialog.getByLabel('Customer name').fill('Moss Interiors Ltd');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The invoice is now addressed to Moss Interiors Ltd.').waitFor();
});

test('F14 Enter in the reason for cancelling a sale cancels nothing; Ctrl+Enter does', async () => {
  const sale = await soldByCard();
  const page = await shop().openAs(['view_sale', 'void_sale'], `/sales/invoices/${sale.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${sale.number}` });
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await dialog.getByLabel('Reason').fill('Rung up twice');
  await page.keyboard.press('Enter');
  // What Enter had sent would be on its way by the next answer.
  await page.evaluate(() => fetch('/api/health'));
  expect(sent).toEqual([]);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.getByText(`${sale.number} cancelled.`).waitFor();
  expect(sent).toEqual([`/api/sales/${sale.id}/cancel`]);
});
