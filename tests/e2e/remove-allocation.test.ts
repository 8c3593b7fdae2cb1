import { beforeAll, expect, test } from 'vitest';
import { payments } from '#domain/payments/payment.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { lineOf, orderDesk } from '../support/orders';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

test('W4 P14 a mistaken allocation is removed by keyboard, on the order’s page and on the supplier’s ledger', async () => {
  const [product] = await desk.products(1);
  const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  await desk.receive(order.id);
  const bill = { supplier_bill_number: 'WRONG-1' };
  const billed = (await desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10' }], bill)).reply;
  const supplier_id = order.supplier.id;
  const paid = await admin.call(payments.create, {
    body: { supplier_id, amount: '100.00', payment_method: 'bank_transfer', settles: 'on_account' },
  });
  const use = () =>
    admin.call(payments.use, {
      params: { id: paid.reply.id },
      body: { bill_id: billed.bills[0]?.id ?? 0, amount: '70.00' },
    });
  expect((await use()).status).toBe(200);
  const { number } = paid.reply;

  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await page.getByRole('button', { name: 'Show allocations WRONG-1' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Allocations to bill WRONG-1' });
  const remove = { name: `Remove allocation ${number} for ${billed.bills[0]?.number}` };
  await dialog.getByRole('button', remove).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', remove).press('Enter');
  const question = page.getByRole('dialog', { name: 'Remove this allocation?' });
  await question.getByText(`£70.00 of ${number} is no longer allocated to`).waitFor();
  await question.getByRole('button', { name: 'Remove allocation' }).press('Enter');
  await dialog.getByText('£70.00 is on account again.').waitFor();
  await dialog.getByText('Nothing is allocated yet.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const summary = page.getByRole('region', { name: 'Order', exact: true });
  await expect
    .poll(async () => (await summary.innerText()).replaceAll(/\s+/g, ' '))
    .toContain('Paid £0.00 Credited £0.00 Outstanding £120.00');

  expect((await use()).status).toBe(200);
  const ledger = await shop().openAs(['admin'], `/wallet/supplier/${supplier_id}`);
  const open = ledger.getByRole('table', { name: 'Open items' });
  await open.getByText('£50.00').waitFor();
  await ledger.getByRole('button', remove).press('Enter');
  await ledger.getByRole('button', { name: 'Remove allocation', exact: true }).press('Enter');
  await ledger.getByText('£70.00 is on account again.').waitFor();
  await open.getByText('£100.00 in credit').waitFor();
  expect(await breachesOf(shop().db)).toEqual([]);
});
