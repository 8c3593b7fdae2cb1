import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { purchaseOrderStatusNames } from '#domain/purchase-orders/purchase-order.status';
import { sales } from '#domain/sales/sale.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { lineOf, orderDesk } from '../support/orders';
import { invoiced, quoted, quoteSent } from '../support/quotes';
import { customerWithCredit, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
const dated = (date: CalendarDate | undefined) => (date ? formatDate(date) : '');

beforeAll(async () => {
  admin = await shop().as('admin');
});

const chain = (page: Page) => page.getByRole('navigation', { name: 'Related documents' });
/** Each stage of the chain as one line. */
const stages = async (page: Page) =>
  (await chain(page).locator('ol > li').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '));

test('an order leads to the goods received, the bill and the payment, each a link to its section', async () => {
  const draft = await desk.draft([
    { description: 'Pallet', quantity: '10', unit_price: '6.00', vat_code: 'Z' },
  ]);
  const first = await shop().openAs(['admin'], `/purchases/${draft.id}`);
  await first.getByRole('heading', { name: draft.po_number }).waitFor();
  expect(await chain(first).count()).toBe(0);

  const order = await desk.sent([
    { description: 'Pallet', quantity: '10', unit_price: '6.00', vat_code: 'Z' },
  ]);
  await desk.receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  await desk.pay(order, '10.00');
  const { receipts, bills, payments, order_date, status } = await desk.get(order.id);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await chain(page).waitFor();
  expect(await stages(page)).toEqual([
    `Order ${order.po_number} ${formatDate(order_date)} · £60.00 ${purchaseOrderStatusNames[status]}`,
    `Goods received ${receipts[0]?.number} ${dated(receipts[0]?.business_date)} · £24.00 net`,
    `Bills ${bills[0]?.number} ${dated(bills[0]?.bill_date)} · £24.00 Part-paid`,
    `Payments ${payments[0]?.number} ${dated(payments[0]?.payment_date)} · £10.00`,
  ]);
  await expect.poll(() => chain(page).locator('[aria-current="page"]').innerText()).toBe(order.po_number);
  await chain(page)
    .getByRole('link', { name: bills[0]?.number ?? '' })
    .focus();
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: 'Bills', exact: true });
  await expect.poll(() => section.evaluate(node => node === document.activeElement)).toBe(true);
  // Due in 30 days, so amber and not the red of what is overdue.
  const owed = section.locator('[data-owed="true"]');
  await expect.poll(() => owed.innerText()).toBe('£14.00');
  expect(await owed.evaluate(node => getComputedStyle(node).color)).toBe('rgb(117, 70, 0)');
  expect(await seriousProblems(page)).toEqual([]);
});

test('a quote leads to its invoice, and that back to the quote and on to its credit note', async () => {
  const { db } = shop();
  const customer = await customerWithCredit(db, 50_000, 'Ada Byrne');
  const product = await stockedProduct(db);
  const quote = await quoted(admin, quoteSent(customer, [{ product_id: product, quantity: '2' }], 480));
  const sale = await invoiced(admin, quote);
  await admin.call(sales.refund, {
    params: { id: sale.id },
    body: {
      client_id: crypto.randomUUID(),
      reason: 'Damaged',
      lines: [{ line_number: 1, quantity: '1', goods: 'stock' }],
      expected_total: '2.40',
      tenders: [{ method: 'credit_card', amount: '2.40' }],
    },
  });
  const { business_date, credit_notes } = (await admin.call(sales.get, { params: { id: sale.id } })).reply;
  const expected = [
    `Quote ${quote.number} ${dated(quote.quoted_on)} · £4.80`,
    `Invoice ${sale.number} ${dated(business_date)} · £4.80 Paid`,
    `Payments Card ${dated(business_date)} · £4.80`,
    `Credit notes ${credit_notes[0]?.number} ${dated(credit_notes[0]?.business_date)} · £2.40`,
  ];
  const page = await shop().openAs(['admin'], `/sales/quotes/${quote.id}`);
  await chain(page).waitFor();
  expect(await stages(page)).toEqual(expected);
  expect(await seriousProblems(page)).toEqual([]);
  await chain(page).getByRole('link', { name: sale.number }).click();
  await page.getByRole('heading', { name: sale.number }).waitFor();
  expect(await stages(page)).toEqual(expected);
  await chain(page)
    .getByRole('link', { name: credit_notes[0]?.number ?? '' })
    .click();
  const section = page.getByRole('region', { name: 'Credit notes', exact: true });
  await expect.poll(() => section.evaluate(node => node === document.activeElement)).toBe(true);
  await chain(page).getByRole('link', { name: quote.number }).click();
  await page.getByRole('heading', { name: quote.number }).waitFor();
});

test('a document that the user may not see is not named', async () => {
  const { db } = shop();
  const customer = await customerWithCredit(db, 50_000, 'Cora Dean');
  const product = await stockedProduct(db);
  const quote = await quoted(admin, quoteSent(customer, [{ product_id: product, quantity: '1' }], 240));
  const sale = await invoiced(admin, quote);
  const page = await shop().openAs(['edit_sale'], `/sales/quotes/${quote.id}`);
  await page.getByRole('heading', { name: quote.number }).waitFor();
  expect(await chain(page).count()).toBe(0);
  expect(await page.getByText(sale.number).count()).toBe(0);
});

test('on a phone the chain goes down the page, within its width', async () => {
  const order = await desk.sent([{ description: 'Pallet', quantity: '5', unit_price: '6.00' }]);
  // More than fit: the rest is counted.
  for (const quantity of ['1', '1', '1', '1', '1'])
    await desk.receive(order.id, [{ line_id: lineOf(order), quantity }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`, { width: 390 });
  await chain(page).waitFor();
  await chain(page).getByRole('link', { name: '2 more' }).waitFor();
  await fitsWindow(page);
});
