import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { poundsFromPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { savedReports } from '#domain/reports/saved-report.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { asBookkeeper, someCustomer, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { comesBack } from '../support/comes-back';
import { customerItem } from '../support/customer-items';
import { noticed } from '../support/notices';
import { orderDesk } from '../support/orders';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

const openPage = (path: string) => shop().openAs(['admin'], path, { clock: true });

async function billOf(supplier_id: number, supplier_bill_number: string, net: string): Promise<number> {
  const { reply } = await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id,
      bill_date: londonDate(new Date()),
      supplier_bill_number,
      lines: [{ description: 'Fittings', account: '5000', vat_code: 'Z', net, vat: '0.00' }],
    },
  });
  return reply.id;
}

test('R15 P5 an amount beside a bill that a colleague has paid meanwhile is refused at its row, not kept on account', async () => {
  const supplier = await someSupplier(shop().db, 'Meridian');
  const first = await billOf(supplier, 'A 1', '200.00');
  const second = await billOf(supplier, 'B 1', '100.00');
  const third = await billOf(supplier, 'C 1', '50.00');
  const page = await openPage(`/suppliers/${supplier}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Meridian' });
  await dialog.getByText('£350.00 is outstanding on bills').waitFor();
  await dialog.getByRole('radio', { name: 'Settle the bills I choose' }).check();
  const beside = (bill: string) => dialog.getByLabel(`Allocate to bill ${bill}`);
  await beside('A 1').fill('200');
  await beside('B 1').fill('100');
  await beside('C 1').fill('50');

  const body = {
    supplier_id: supplier,
    amount: '100.00',
    payment_method: 'bank_transfer' as const,
    settles: 'bills' as const,
    bills: [{ bill_id: second, amount: '100.00' }],
  };
  expect((await admin.call(payments.create, { body })).status).toBe(200);
  await comesBack(page, '/supplier-documents/bills');
  await dialog.getByText('£250.00 is outstanding on bills').waitFor();
  await dialog.getByLabel('Amount').fill('350');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const refusal = dialog.getByRole('table').getByText('Only £0.00 is outstanding on bill B 1.');
  await refusal.waitFor();

  // The row stays under the cursor, and the refusal does not move to the next bill.
  await beside('B 1').fill('');
  await refusal.waitFor({ state: 'detached' });
  await expect.poll(() => beside('B 1').evaluate(field => field === document.activeElement)).toBe(true);
  await dialog.getByLabel('Amount').fill('250');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await noticed(page, /^Payment PAY-\d+ of £250\.00 recorded\.$/);
  const settled = await shop()
    .db.selectFrom('payment_bills')
    .select(['supplier_bill_id', 'amount_pence'])
    .orderBy('supplier_bill_id')
    .execute();
  expect(settled).toEqual([
    { supplier_bill_id: first, amount_pence: 20_000 },
    { supplier_bill_id: second, amount_pence: 10_000 },
    { supplier_bill_id: third, amount_pence: 5_000 },
  ]);
});

test('P2 goods are counted on their own lines when a line before them leaves the order meanwhile', async () => {
  const goods = [];
  for (const [name, sku] of [
    ['Apples', 'APL'],
    ['Bread', 'BRD'],
    ['Cheese', 'CHS'],
  ] as const)
    goods.push({ product_id: await someProduct(shop().db, { name, sku }) });
  const order = await desk.sent(goods);
  const page = await openPage(`/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Receive goods', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Receive goods for ${order.po_number}` });
  const scanned = async (code: string, words: string) => {
    await dialog.getByLabel('Scan to count').fill(code);
    await dialog.getByLabel('Scan to count').press('Enter');
    await dialog.getByText(words).waitFor();
  };
  await scanned('BRD', 'Bread: 1 counted.');

  const lines = order.lines.slice(1).map(({ id, description, product }) => ({
    id,
    description,
    ...(product && { product_id: product.id }),
    quantity: '10',
    unit_price: '1.00',
  }));
  const body = { supplier_id: order.supplier.id, lines };
  expect((await admin.call(purchases.update, { params: { id: order.id }, body })).status).toBe(200);
  await comesBack(page, `/purchases/${order.id}`);
  await scanned('CHS', 'Cheese: 1 counted.');
  await expect.poll(() => dialog.getByLabel('Receive now: Bread').inputValue()).toBe('1');
  await expect.poll(() => dialog.getByLabel('Receive now: Cheese').inputValue()).toBe('1');
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  await page.getByText(/^Goods received as GRN-\d+\.$/).waitFor();
  const received = (await desk.get(order.id)).lines.map(line => [line.description, line.received / 1000]);
  expect(received).toEqual([
    ['Bread', 1],
    ['Cheese', 1],
  ]);
});

test('P2 P3 a proposed quantity that was not counted is cleared by the first scan when a colleague has changed the order', async () => {
  const goods = [];
  for (const [name, sku] of [
    ['Tea', 'TEA'],
    ['Milk', 'MLK'],
  ] as const)
    goods.push({ product_id: await someProduct(shop().db, { name, sku }) });
  const order = await desk.sent(goods);
  const page = await openPage(`/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Receive goods', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Receive goods for ${order.po_number}` });
  const tea = dialog.getByLabel('Receive now: Tea');
  await expect.poll(() => tea.inputValue()).toBe('10');

  const lines = order.lines.map(({ id, description, product }, place) => ({
    id,
    description,
    ...(product && { product_id: product.id }),
    quantity: place === 0 ? '12' : '10',
    unit_price: '1.00',
  }));
  const body = { supplier_id: order.supplier.id, lines };
  expect((await admin.call(purchases.update, { params: { id: order.id }, body })).status).toBe(200);
  await comesBack(page, `/purchases/${order.id}`);
  await dialog.getByRole('row', { name: /^Tea/ }).getByText('12', { exact: true }).waitFor();
  await dialog.getByLabel('Scan to count').fill('MLK');
  await dialog.getByLabel('Scan to count').press('Enter');
  await dialog.getByText('Milk: 1 counted.').waitFor();
  await expect.poll(() => tea.inputValue()).toBe('');
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  await noticed(page, /^Goods received as GRN-\d+\.$/);
  const received = (await desk.get(order.id)).lines.map(line => [line.description, line.received / 1000]);
  expect(received).toEqual([
    ['Tea', 0],
    ['Milk', 1],
  ]);
});

test('P5 the confirmation that the server asks for is offered when a colleague has paid the order meanwhile', async () => {
  const order = await desk.sent([{ description: 'Shelves' }]);
  const amount = poundsFromPence(order.outstanding_amount);
  const page = await openPage(`/purchases/${order.id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pay in advance' }).click();
  const dialog = page.getByRole('dialog', { name: `Pay ${order.supplier.name}` });
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe(amount);
  // It is not offered for an amount that is mistyped.
  await dialog.getByLabel('Amount').fill('ten');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByText('Enter an amount in pounds', { exact: false }).waitFor();
  expect(await dialog.getByText('as credit with the supplier').count()).toBe(0);
  await dialog.getByLabel('Amount').fill(amount);
  expect((await desk.pay(order, amount)).status).toBe(200);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByLabel('Keep what the orders do not need as credit with the supplier').check();
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await page.getByText(`£${amount} is kept as credit with the supplier.`, { exact: false }).waitFor();
});

test('W6 an invoice that is ticked stays in sight, to be unticked, when a colleague takes its payment meanwhile', async () => {
  const customer = await someCustomer(shop().db, 'Harbour Cafe');
  const invoice = (number: string, pence: number) =>
    asBookkeeper(shop().db, ctx => customerItem(ctx, customer, { side: 'debit', amount: pence, number }));
  await invoice('INV-A', 12_000);
  const second = await invoice('INV-B', 8_000);
  const page = await openPage(`/wallet/customer/${customer}`);
  await page.getByRole('button', { name: 'Take payment' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('200.00');
  await dialog.getByLabel('Allocate to').selectOption('chosen');
  await dialog.getByRole('checkbox', { name: 'INV-A' }).check();
  await dialog.getByRole('checkbox', { name: 'INV-B' }).check();

  const body = {
    amount: '80.00',
    payment_method: 'bank_transfer' as const,
    allocations: [{ item_id: second, amount: '80.00' }],
  };
  const params = { id: customer };
  expect((await admin.call(customerWallet.receive, { params, body })).status).toBe(200);
  await comesBack(page, `/wallet/customer/${customer}`);
  await dialog.getByText('£120.00 is outstanding', { exact: false }).waitFor();
  await dialog.getByRole('checkbox', { name: 'INV-B' }).uncheck();
  await dialog.getByLabel('Amount').fill('120');
  await dialog.getByRole('button', { name: 'Take payment' }).click();
  await page.getByText(/^RCT-\d+: £120\.00 received\.$/).waitFor();
});

test('F12 a saved report that a colleague changed meanwhile is merged, and can be saved without opening it again', async () => {
  const params = { period: 'last_month' };
  const made = await admin.call(savedReports.create, {
    body: { report: 'sales-summary', name: 'By month', is_shared: false, params },
  });
  const { id, version } = made.reply;
  const page = await openPage('/reports/saved');
  await page.getByRole('button', { name: 'Actions for By month' }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change “By month”' });
  await dialog.getByLabel('Name').fill('Each month');
  const shared = { name: 'By month', is_shared: true, version };
  expect((await admin.call(savedReports.update, { params: { id }, body: shared })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText('Changed by the other person and now shown here: Share with others', { exact: false })
    .waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await noticed(page, '“Each month” saved.');
  const { data } = (await admin.call(savedReports.list, { query: {} })).reply;
  expect(data.find(one => one.id === id)).toMatchObject({ name: 'Each month', is_shared: true });
});
