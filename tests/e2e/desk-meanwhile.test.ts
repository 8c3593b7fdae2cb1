import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { poundsFromPence } from '#domain/kernel/money';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { seriousProblems } from '../support/accessible';
import { asBookkeeper, breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { customerItem } from '../support/customer-items';
import { quoted, quoteSent } from '../support/quotes';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../support/shop';
import { press, stockedShelf } from '../support/till-keyboard';

// What others change of a sale, a quote, a product or a customer while it is on the sales desk.
const shop = useShop();
let tea: number;
let floor: ReturnType<typeof shopFloor>;

beforeAll(async () => {
  ({ tea } = await stockedShelf(shop().db));
  const [seller, till] = [await shop().as('admin'), await openTill(shop().db)];
  floor = shopFloor(() => ({ app: shop(), seller, till }));
});

const boss = () => shop().as('admin');
const onAccount = (customer_id: number, total: number) => ({
  customer_id,
  tenders: [{ method: 'account' as const, tendered: poundsFromPence(total) }],
});
const someTea = (quantity: string, total: number, more: object = {}) =>
  floor.sold([{ product_id: tea, quantity }], total, more);
const totalIs = (page: Page, amount: string) => page.locator('.till-total').getByText(amount).waitFor();
const payDialog = (page: Page) => page.getByRole('dialog', { name: 'Pay' });
/** The customer’s account is known. */
const canOwe = (page: Page) =>
  payDialog(page)
    .getByRole('button', { name: /^On account £/ })
    .waitFor();
const soldDialog = (page: Page) => page.getByRole('dialog', { name: /Sold: INV-/ });

test('L7 an edit begun before a refund is refused with the reason, and loads the sale again', async () => {
  const customer = await customerWithCredit(shop().db, 50_000, 'Harbour Cafe');
  // Ten at £2.40.
  const sale = await someTea('10', 2400, onAccount(customer, 2400));
  const page = await shop().openAs(['admin'], `/sales/pos-new/edit/${sale.id}`);
  await totalIs(page, '£24.00');
  await page.getByLabel('Reason for the change').fill('Order number');
  expect(
    (await floor.refund(sale, [{ line_number: 1, quantity: '4', goods: 'stock' }], 960, { tenders: [] }))
      .status,
  ).toBe(200);
  await press(page, 'F4');
  await canOwe(page);
  await press(page, 'a');
  const words = `${sale.number} was refunded or paid meanwhile. Load it again.`;
  await payDialog(page).getByText(words).waitFor();
  await press(page, 'Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByText(words).first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Load again' }).click();
  // Six are left.
  await totalIs(page, '£14.40');
  await page.getByLabel('Reason for the change').fill('Order number');
  await press(page, 'F4');
  await canOwe(page);
  await press(page, 'a');
  await soldDialog(page).waitFor();
  const { reply } = await (await boss()).call(sales.get, { params: { id: sale.id } });
  expect(reply).toMatchObject({ status: 'cancelled', replaced_by: { gross: 1440 } });
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('a quote revised meanwhile is not invoiced as it was, and loads again', async () => {
  const customer = await customerWithCredit(shop().db, null, 'Quay Books');
  const seller = await boss();
  const quote = await quoted(seller, quoteSent(customer, [{ product_id: tea, quantity: '2' }], 480));
  const page = await shop().openAs(['admin'], `/sales/pos-new/quote/${quote.id}`);
  await totalIs(page, '£4.80');
  const body = quoteSent(customer, [{ product_id: tea, quantity: '3' }], 720);
  const revised = await seller.call(quotes.revise, {
    params: { id: quote.id },
    body: { ...body, version: quote.version },
  });
  expect(revised.status).toBe(200);
  await press(page, 'F4');
  await payDialog(page).getByRole('button', { name: /^Card/ }).click();
  await payDialog(page).getByText(`${quote.number} was revised meanwhile. Load it again.`).waitFor();
  await press(page, 'Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Load again' }).click();
  await totalIs(page, '£7.20');
  await press(page, 'F4');
  await payDialog(page).getByRole('button', { name: /^Card/ }).click();
  await soldDialog(page).waitFor();
  expect((await seller.call(quotes.get, { params: { id: quote.id } })).reply.invoice).toMatchObject({
    gross: 720,
  });
});

test('L7 W5 W7 without credit what is due can stay due, a wallet pays what it has, and blocked methods say why', async () => {
  const customer = await customerWithCredit(shop().db, 50_000, 'Mill Cafe');
  const sale = await someTea('10', 2400, onAccount(customer, 2400));
  await sql`update customers set credit_limit_pence = null where id = ${customer}`.execute(shop().db);
  await asBookkeeper(shop().db, ctx => customerItem(ctx, customer, { side: 'credit', amount: 100 }));
  const page = await shop().openAs(['admin'], `/sales/pos-new/edit/${sale.id}`);
  await totalIs(page, '£24.00');
  await page.getByLabel('Reason for the change').fill('One more');
  await page.getByText('Breakfast tea, 80 bags', { exact: true }).click();
  await page.getByRole('button', { name: 'Add one Breakfast tea, 80 bags' }).click();
  await totalIs(page, '£26.40');
  await press(page, 'F4');
  const dialog = payDialog(page);
  await dialog.getByText('£24.00 can stay due').waitFor();
  // More than the wallet has is not taken from it when it is typed.
  await dialog.getByLabel('Amount').fill('1.50');
  await press(page, 'w');
  await dialog.getByText('Only £1.00 is available in the wallet.').waitFor();
  await dialog.getByLabel('Amount').fill('');
  await press(page, 'Escape');
  await press(page, 'F4');
  await dialog.getByText('£1.00 available').waitFor();
  await press(page, 'w');
  await dialog.getByText('£25.40').waitFor();
  await press(page, 'w');
  await dialog.getByText('The customer’s wallet is empty.').waitFor();
  await press(page, 'a');
  await dialog.getByText('£1.40').first().waitFor();
  await dialog.getByRole('button', { name: /^On account/ }).click({ force: true });
  await dialog.getByText('This customer has no credit limit, so they cannot buy on account.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^Card/ }).click();
  await soldDialog(page).waitFor();
  const { reply } = await (await boss()).call(sales.get, { params: { id: sale.id } });
  expect(reply.replaced_by).toMatchObject({ gross: 2640 });
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('L7 a sale of goods that are no longer sold is edited as agreed; more of them say why not', async () => {
  const product = await stockedProduct(shop().db, { name: 'Copper kettle', price: 1000 as never });
  const sale = await floor.sold([{ product_id: product, quantity: '2' }], 2000);
  await sql`update products set status = 'inactive', updated_at = now() where id = ${product}`.execute(
    shop().db,
  );
  const rights = ['view_pos', 'create_sale', 'edit_sale', 'view_sale'] as const;
  const page = await shop().openAs(rights, `/sales/pos-new/edit/${sale.id}`);
  await totalIs(page, '£0.00');
  await page.getByLabel('Reason for the change').fill('Order number');
  await page.getByLabel('Customer reference').fill('PO 7');
  await page.getByText('Copper kettle', { exact: true }).click();
  const addOne = page.getByRole('button', { name: 'Add one Copper kettle' });
  await addOne.click();
  await totalIs(page, '£10.00');
  await press(page, 'F4');
  await payDialog(page).getByRole('button', { name: /^Card/ }).click();
  await page.getByText('Copper kettle is no longer sold. Sell at most the 2 agreed before.').waitFor();
  await page.getByRole('button', { name: /^Take one|^Remove one/ }).click();
  await totalIs(page, '£0.00');
  await press(page, 'F4');
  await payDialog(page).getByRole('button', { name: 'Complete (nothing to pay)' }).click();
  await soldDialog(page).waitFor();
  const { reply } = await (await boss()).call(sales.get, { params: { id: sale.id } });
  expect(reply.replaced_by).toMatchObject({ gross: 2000 });
});
