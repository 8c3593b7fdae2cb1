import { beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { useShop } from '../support/browser';
import { answerQuestion } from '../support/questions';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
let till: number;
beforeAll(async () => {
  admin = await shop().as('admin');
  till = await openTill(shop().db, 50_000);
});
const { sent, sold, refund } = shopFloor(() => ({ app: shop(), seller: admin, till }));

/** One piece at £100.00, paid in cash as far as it is not put on account. */
async function soldTo(customer: number, onAccount: number, name = 'Oak table') {
  const product = await stockedProduct(shop().db, { price: toPence(10_000), name });
  return sold([{ product_id: product, quantity: '1' }], 10_000, {
    customer_id: customer,
    tenders: [
      ...(onAccount < 10_000
        ? [{ method: 'cash' as const, tendered: poundsFromPence(toPence(10_000 - onAccount)) }]
        : []),
      { method: 'account', tendered: poundsFromPence(toPence(onAccount)) },
    ],
  });
}
const customer = (name: string) => customerWithCredit(shop().db, 100_000, name);
const today = async (id: number) =>
  (await admin.call(wallets.customer.statement, { params: { id } })).reply.today;

test('L6 an edited sale of the walk-in customer is cancelled: the cash comes out of the open till', async () => {
  const product = await stockedProduct(shop().db, { name: 'Oat biscuits' });
  const lines = [{ product_id: product, quantity: '2' }];
  const first = await sold(lines, 480);
  const edited = await admin.call(sales.replace, {
    params: { id: first.id },
    body: { reason: 'Note', sale: sent(lines, 480, { tenders: [] }), refund_tenders: [] },
  });
  expect(edited.reply.tenders).toMatchObject([{ method: 'exchange', applied: 480 }]);
  const { id, number } = edited.reply;
  const page = await shop().openAs(['admin'], `/sales/invoices/${id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${number}` });
  await dialog.getByText('Refund to: Cash £4.80.').waitFor();
  await dialog.getByLabel('Cash from till').waitFor();
  await dialog.getByLabel('Reason').fill('Rung up twice');
  await page.keyboard.press('Control+Enter');
  await page.getByText(`${number} cancelled.`).waitFor();
});

test('F06 F29 an invoice of a merged customer says where its payment is taken, and a credit note where its credit went', async () => {
  const [other, kept] = [await customer('Una Twin'), await customer('Una Kept')];
  const sale = await soldTo(other, 6000);
  const merged = await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } });
  expect(merged.status).toBe(200);
  const page = await shop().openAs(['admin'], `/sales/invoices/${sale.id}`);
  const button = page.getByRole('button', { name: 'Take payment' });
  await button.waitFor();
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await button.focus();
  await page
    .getByText('The customer was merged into another one. Take the payment on that customer’s ledger.')
    .waitFor();
  await page.keyboard.press('p');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // £60.00 of the goods was never paid, and £40.00 was paid in cash.
  const returned = await refund(sale, [{ line_number: 1, quantity: '1' }], 10_000, {
    tenders: [{ method: 'cash', amount: '40.00' }],
  });
  expect(returned.refusal).toBeUndefined();
  await page.reload();
  const notes = page.getByRole('region', { name: 'Credit notes' });
  await notes.getByText('Cash £40.00, £60.00 taken off the balance due').first().waitFor();
});

test('W6 a payment for chosen invoices, with none chosen, stays in the wallet', async () => {
  const id = await customer('Wes Ames');
  await soldTo(id, 10_000);
  const page = await shop().openAs(['admin'], `/wallet/customer/${id}`);
  await page.getByRole('button', { name: 'Take payment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('50');
  await dialog.getByLabel('Allocate to').selectOption('chosen');
  await dialog.getByText('No invoice is chosen, so the whole payment stays in the wallet.').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('£50.00 received. £50.00 of it is kept in the wallet.').waitFor();
  expect(await today(id)).toMatchObject({ balance: 5000, outstanding: 10_000, unallocated: 5000 });
  // Chosen and unchosen again, the oldest due is paid as before.
  await page.getByRole('button', { name: 'Take payment' }).click();
  await dialog.getByLabel('Amount').fill('30');
  await dialog.getByLabel('Allocate to').selectOption('chosen');
  await dialog.getByLabel('Allocate to').selectOption('oldest');
  await page.keyboard.press('Control+Enter');
  await page.getByText('£30.00 received.').waitFor();
  expect(await today(id)).toMatchObject({ balance: 2000, outstanding: 7000, unallocated: 5000 });
});

test('F04 what is entered in a refund stays with its line while a colleague refunds another', async () => {
  const names = ['Apple', 'Bread', 'Cheese'];
  const products = await Promise.all(names.map(name => stockedProduct(shop().db, { name })));
  const sale = await sold(
    products.map(product_id => ({ product_id, quantity: '3' })),
    2160,
  );
  const page = await shop().openAs(['admin'], `/sales/invoices/${sale.id}`, { clock: true });
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund ${sale.number}` });
  await dialog.getByLabel('Returning now: Bread').fill('1');
  const other = await refund(sale, [{ line_number: 1, quantity: '3' }], 720);
  expect(other.refusal).toBeUndefined();
  const read = page.waitForResponse(answer => new URL(answer.url()).pathname === `/api/sales/${sale.id}`);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await read;
  await dialog.getByLabel('Returning now: Cheese').fill('2');
  expect(
    await Promise.all(names.map(name => dialog.getByLabel(`Returning now: ${name}`).inputValue())),
  ).toEqual(['', '1', '2']);
  await dialog.getByLabel('Reason').fill('Stale');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Refund recorded as credit note');
  const { credit_notes } = (await admin.call(sales.get, { params: { id: sale.id } })).reply;
  expect(
    credit_notes.at(-1)?.lines.map(({ sale_line_number, quantity }) => [sale_line_number, quantity]),
  ).toEqual([
    [2, 1000],
    [3, 2000],
  ]);
});

test('F08 a ledger that cannot be loaded can be tried again, as can its cards; an impossible one is not found', async () => {
  const id = await customer('Lena Gere');
  const page = await shop().openAs(['admin'], '/wallet/customer/0');
  await page.getByRole('alert').getByText('Customer not found').waitFor();
  await page.goto('/wallet/customer/999999');
  await page.getByRole('alert').getByText('Customer not found').waitFor();
  const failing = async (path: string, address: string, words: string, shown: string) => {
    await page.route(path, route => route.abort());
    await page.goto(address);
    await page.getByText(words).first().waitFor();
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText(shown).first().waitFor();
  };
  const ledger = `/wallet/customer/${id}`;
  await failing(`**/api${ledger}*`, ledger, 'The ledger could not be loaded.', 'Lena Gere');
  await failing(`**/api${ledger}/matches*`, ledger, 'Failed to load data.', 'No credit has been used yet.');
  await failing(`**/api${ledger}*`, `/customers/view/${id}`, 'Failed to load data.', 'In the wallet');
});

test('M-08 a customer deleted on its own page is no longer in the list', async () => {
  const { reply } = await admin.call(customers.create, { body: { name: 'Zoe Zapp' } });
  const page = await shop().openAs(['admin'], '/customers');
  await page.getByRole('link', { name: 'Zoe Zapp' }).click();
  await page.getByRole('heading', { name: 'Zoe Zapp' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answerQuestion(page, /^Delete /, 'Delete');
  await page.waitForURL(/\/customers$/);
  await noticed(page, 'Zoe Zapp deleted.');
  await expect.poll(() => page.getByRole('link', { name: 'Zoe Zapp' }).count()).toBe(0);
  expect((await admin.call(customers.get, { params: { id: reply.id } })).status).toBe(404);
});
