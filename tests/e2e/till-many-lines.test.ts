import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { wholeUnits } from '#domain/kernel/quantity';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { tills } from '#domain/tills/till.contract';
import { emptyBasket, maxLines } from '../../web/features/pos/engine/basket';
import { useShop } from '../support/browser';
import { slow } from '../support/slow-answers';
import { press, scan, stockedShelf } from '../support/till-keyboard';

const shop = useShop();
const biscuits = '5010000000024';
const refused = 'A sale can have at most 500 lines. Complete this one, then go on.';
let products: Awaited<ReturnType<typeof stockedShelf>>;

beforeAll(async () => {
  products = await stockedShelf(shop().db);
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});

/** As many lines as a sale can have, of one product with a note on each. */
async function holdFullBasket(): Promise<void> {
  const line = {
    productId: products.tea,
    sku: 'TEA-80',
    name: 'Breakfast tea, 80 bags',
    unit: 'Each',
    quantity: wholeUnits(1),
    factor: wholeUnits(1),
    unitPrice: null,
    priceReason: '',
    discount: null,
    discountReason: '',
  };
  const client_id = randomUUID();
  const lines = Array.from({ length: maxLines }, (_, at) => ({
    ...line,
    key: at + 1,
    note: `Box ${at + 1}`,
  }));
  const basket = { ...emptyBasket(client_id), lines, nextKey: maxLines + 1 };
  const seller = await shop().as('create_sale', 'view_pos');
  const held = await seller.call(heldBaskets.hold, {
    body: { client_id, name: 'Wholesale', basket, total: '1200.00', line_count: maxLines },
  });
  expect(held.status).toBe(200);
}

async function resumed(page: Page, meanwhile?: () => Promise<void>): Promise<void> {
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await press(page, 'F10');
  await page.getByRole('button', { name: /Wholesale/ }).waitFor();
  await press(page, 'Enter');
  await meanwhile?.();
  await page.getByRole('dialog', { name: 'Held sales' }).waitFor({ state: 'detached' });
}

test('M11 a product more than a sale can have lines is refused aloud, however it is added', async () => {
  await holdFullBasket();
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  await resumed(page);
  const remark = page.getByText(refused);
  const dismissed = async () => {
    await remark.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await remark.waitFor({ state: 'detached' });
  };
  await scan(page, biscuits);
  await dismissed();
  await press(page, 'F2', '"oat"');
  await page.getByRole('option', { name: /Oat biscuits/ }).click();
  await dismissed();
});

test('M11 a product scanned while a full basket is being resumed is refused aloud', async () => {
  await holdFullBasket();
  const page = await shop().openAs(['view_pos', 'create_sale'], '/sales/pos');
  const answers = await slow(page, /\/resume$/);
  await resumed(page, async () => {
    await answers.asked;
    await scan(page, biscuits);
    answers.letGo();
  });
  await page.getByText(refused).waitFor();
});
