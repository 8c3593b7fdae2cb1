import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tills } from '#domain/tills/till.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf, fillSafe } from '../support/books';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { screenshot } from '../support/till-keyboard';

const shop = useShop();

/** Keys of the keypad beside a field, which shows what they enter. */
async function enter(within: Page | Locator, field: Locator, keys: readonly string[], shown: string) {
  const pad = within.getByRole('group', { name: 'Keypad' });
  for (const key of keys) await pad.getByRole('button', { name: key, exact: true }).click();
  await expect.poll(() => field.inputValue()).toBe(shown);
}

test('F38 on a touch screen a keypad enters the float, the count, cash paid in and what stays in the drawer', async () => {
  await fillSafe(shop().db);
  const cashier = await shop().as('view_pos', 'create_sale', 'open_till', 'close_till');
  const page = await shop().pageOf(cashier.token, { width: 1024 });
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.goto('/sales/pos');
  // Replaces the amount that is selected.
  await field('Total').and(page.locator(':focus')).waitFor();
  await enter(page, field('Total'), ['8', '0'], '80');
  await page.getByText('Notes and coins').click();
  await field('£20').click();
  await enter(page, field('£20'), ['4'], '4');
  await page.getByText('£80.00').first().waitFor();
  // Notes and coins have no pence.
  expect(await page.getByRole('button', { name: 'Decimal point' }).count()).toBe(0);
  await screenshot(page, 'keypad-float');
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open the till' }).click();
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();

  const [register] = (await cashier.call(tills.now)).reply.data;
  await page.goto(`/sales/tills/${register?.session?.id}`);
  await page.getByRole('button', { name: 'Cash', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Pay in' }).click();
  const paying = page.getByRole('dialog', { name: 'Pay in cash' });
  await enter(paying, paying.getByLabel('Amount'), ['2', '0', 'Decimal point', '5'], '20.5');
  await paying.getByLabel('Reason').fill('Change from the bank');
  await settled(page);
  await screenshot(page, 'keypad-cash');
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expect(await seriousProblems(page)).toEqual([]);
  await paying.getByRole('button', { name: 'Pay in' }).click();
  await page.getByText('Cash paid in.').waitFor();

  await page.getByRole('button', { name: 'Count the till' }).click();
  await field('£50').and(page.locator(':focus')).waitFor();
  await enter(page, field('£50'), ['2'], '2');
  await field('50p').click();
  await enter(page, field('50p'), ['1'], '1');
  await screenshot(page, 'keypad-count');
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save count' }).click();
  await field('Next float').and(page.locator(':focus')).waitFor();
  await enter(page, field('Next float'), ['Delete', 'Delete'], '80.');
  await enter(page, field('Next float'), ['5', '0'], '80.50');
  await page.getByRole('button', { name: 'Close the till' }).click();
  await page.getByText(/^Till closed\. Its Z report is /).waitFor();
  expect((await cashier.call(tills.now)).reply.data[0]?.suggested_float).toBe(8050);
  expect(await breachesOf(shop().db)).toEqual([]);
});
