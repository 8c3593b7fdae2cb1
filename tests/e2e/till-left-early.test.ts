import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { openTill } from '../support/shop';
import { press, stockedShelf } from '../support/till-keyboard';
import { settled } from '../support/settled';
import { isLive, markLive } from '../support/mark-live';

const shop = useShop();
const tea = '5010000000017';

beforeAll(async () => {
  await stockedShelf(shop().db);
  await openTill(shop().db);
});
beforeEach(() => sql`delete from unsent_sales`.execute(shop().db));

/** A sale whose answer is lost, with the clock of the page stopped before anything is due. */
async function unsentSale(): Promise<Page> {
  const { token } = await shop().as('view_pos', 'create_sale', 'view_dashboard');
  const page = await shop().pageOf(token, { clock: true });
  await markLive(page);
  await page.goto('/sales/pos');
  const sell = page.getByRole('button', { name: 'Sell here' });
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  await sell.or(search).waitFor();
  if (await sell.isVisible()) await sell.click();
  await search.waitFor();
  // A till checks in when its live stream begins, which must not fall into what a test does next.
  await isLive(page);
  await settled(page);
  await search.fill(tea);
  await press(page, 'Enter');
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£2.40');
  await press(page, 'F4');
  await page.route(/\/api\/sales$/, route => route.abort('connectionfailed'));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await page.getByRole('dialog', { name: 'Pay' }).getByRole('button', { name: 'Exact cash' }).click();
  await page.getByRole('dialog', { name: /^Sale saved/ }).waitFor();
  await page.unrouteAll();
  expect(await reported()).toEqual([]);
  return page;
}

/** What the server knows of unsent sales. */
const reported = async () =>
  (
    await sql<{ sales: number; amount: number }>`
      select sales, amount_pence::integer as amount from unsent_sales`.execute(shop().db)
  ).rows;

test('F23 a till that is left right after a sale became unsent reports it', async () => {
  const page = await unsentSale();
  await press(page, 'Enter');
  await page.getByRole('link', { name: 'Exit the till' }).click();
  await expect.poll(reported).toEqual([{ sales: 1, amount: 240 }]);
});
