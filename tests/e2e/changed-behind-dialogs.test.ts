import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { comesBack } from '../support/comes-back';
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
  const page = await openPage(`/suppliers/${supplier}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay Meridian' });
  await dialog.getByText('£300.00 is outstanding on bills').waitFor();
  await dialog.getByRole('radio', { name: 'Settle the bills I choose' }).check();
  const beside = (bill: string) => dialog.getByLabel(`Allocate to bill ${bill}`);
  await beside('A 1').fill('200');
  await beside('B 1').fill('100');

  const body = {
    supplier_id: supplier,
    amount: '100.00',
    payment_method: 'bank_transfer' as const,
    settles: 'bills' as const,
    bills: [{ bill_id: second, amount: '100.00' }],
  };
  expect((await admin.call(payments.create, { body })).status).toBe(200);
  await comesBack(page, '/supplier-documents/bills');
  await dialog.getByText('£200.00 is outstanding on bills').waitFor();
  await dialog.getByLabel('Amount').fill('300');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByRole('table').getByText('Only £0.00 is outstanding on bill B 1.').waitFor();

  await beside('B 1').fill('');
  await dialog.getByLabel('Amount').fill('200');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await noticed(page, /^Payment PAY-\d+ of £200\.00 recorded\.$/);
  const settled = await shop()
    .db.selectFrom('payment_bills')
    .select(['supplier_bill_id', 'amount_pence'])
    .orderBy('supplier_bill_id')
    .execute();
  expect(settled).toEqual([
    { supplier_bill_id: first, amount_pence: 20_000 },
    { supplier_bill_id: second, amount_pence: 10_000 },
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
