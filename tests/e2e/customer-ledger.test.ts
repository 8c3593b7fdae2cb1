import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { asBookkeeper, someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { customerItem } from '../support/customer-items';

const shop = useShop();
const today = londonDate(new Date());
let harbour: number;
beforeAll(async () => {
  harbour = await someCustomer(shop().db, 'Harbour Cafe Ltd', { limit: 200_000 });
});

const owes = (customer: number, number: string, amount: number, on: string, dueOn?: string) =>
  asBookkeeper(shop().db, ctx =>
    customerItem(ctx, customer, { side: 'debit', amount, number, on, ...(dueOn ? { dueOn } : {}) }),
  );

test('W3 a period the wrong way round says so, and its dates can be corrected', async () => {
  const [first, last] = [addDays(today, -60), addDays(today, -31)];
  const page = await shop().openAs(['admin'], `/wallet/customer/${harbour}?from=${first}&to=${last}`);
  const entries = page.getByRole('region', { name: 'Entries' });
  const [from, to] = ['From', 'To'].map(name => page.getByRole('textbox', { name })) as [Locator, Locator];
  await owes(harbour, 'INV-00040', 5_000, addDays(today, -10), addDays(today, 20));
  await entries.waitFor();
  await from.fill(formatDate(addDays(today, -30)));
  await from.press('Enter');
  await page.getByText('The first day must be on or before the last.').waitFor();
  await from.and(page.locator(':focus')).waitFor();
  await to.fill(formatDate(today));
  await to.press('Enter');
  await entries.getByText('INV-00040').waitFor();
  expect(await page.getByText('The first day must be').count()).toBe(0);
});
