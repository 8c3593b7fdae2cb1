import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { useShop } from '../support/browser';
import { dailyTasks } from '../support/daily-tasks';
import { expenseShop } from '../support/expenses';
import { settled } from '../support/settled';
import { openTill, shopFloor, stockedProduct } from '../support/shop';

// Noon of the real day, which is the day that the forms propose.
const noon = new Date(`${londonDate(new Date())}T12:00:00Z`);
let now = noon;
const shop = useShop({ clock: () => now });

beforeAll(async () => {
  const { db } = shop();
  const admin = await shop().as('admin');
  const { submitted } = await expenseShop(shop());
  await submitted({ description: 'Paper for the office' });
  const till = await openTill(db);
  const { sold } = shopFloor(() => ({ app: shop(), seller: admin, till }));
  const product = await stockedProduct(db, { name: 'Oat biscuits', sku: 'OAT-1' });
  // Two hours earlier, as the clocks may have gone back since: one hour earlier is then the same time in London.
  now = new Date(noon.getTime() - (7 * 24 + 2) * 3_600_000);
  await sold([{ product_id: product, quantity: '1' }], 240);
  now = noon;
  await sold([{ product_id: product, quantity: '2' }], 480);
});

const { does, others } = dailyTasks('Administrator', shop);

test('Approve a waiting expense', ({ task }) =>
  does(task, async ({ page, click, press }) => {
    await click(
      page.getByRole('region', { name: 'To do' }).getByRole('link', { name: /Expenses to approve/ }),
    );
    await page.getByRole('link', { name: 'EXP-00001' }).waitFor();
    await settled(page);
    await press('j');
    await press('Enter');
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await press('a');
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    await settled(page);
    await press('Control+Enter');
    // Paid by bank transfer already, so that approving posts it.
    await page.getByText('EXP-00001 approved and paid.').waitFor();
  }));

test('Compare today’s takings with a typical day', ({ task }) =>
  does(
    task,
    async ({ page, click }) => {
      await click(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }),
      );
      const hours = page.getByRole('region', { name: 'Takings by hour' });
      // Today two for £4.80; a week ago, earlier in the day, one for £2.40
      await expect
        .poll(() => hours.innerText())
        .toMatch(/£4\.80[\s\S]*\+£2\.40[\s\S]*Typical by this time\s+£2\.40/);
    },
    { at: '/products' },
  ));

test('Sell at a discount at the sales desk', ({ task }) =>
  does(task, async ({ page, opens, press, types, isAt }) => {
    await opens('new sa', 'New Sale');
    await isAt(page.getByRole('combobox', { name: 'Scan or search products' }));
    await types('oat');
    await page.getByRole('option', { name: /Oat biscuits/ }).waitFor();
    await press('Enter');
    await page.getByRole('list', { name: 'Lines' }).getByText('Oat biscuits').waitFor();
    await press('F7');
    await isAt(page.getByLabel('Percentage off'));
    await types('25');
    await press('Enter');
    await isAt(page.getByLabel('Reason'));
    // The first letter of “Goodwill” is enough.
    await types('g');
    await press('Enter');
    // £2.40 less a quarter
    await page.getByRole('button', { name: 'Pay £1.80' }).waitFor();
    await press('F4');
    await isAt(page.getByLabel('Amount'));
    await press('d');
    const next = page
      .getByRole('dialog', { name: /^Sold: INV-/ })
      .getByRole('button', { name: 'Next customer' });
    await isAt(next);
    await press('Enter');
  }));

test('Add a user', ({ task }) =>
  does(task, async ({ page, opens, types, tabsTo, press, isAt }) => {
    await opens('new us', 'Add user');
    await page.getByLabel('Name').waitFor();
    await isAt(page.getByLabel('Name'));
    await settled(page);
    await types('Ben Buyer');
    await tabsTo(page.getByLabel('Email'));
    await types('ben@quay.example');
    await tabsTo(page.getByLabel(/^Role \d+$/).first());
    await press('Space');
    await press('Control+Enter');
    await page.locator('.mantine-Code-root').waitFor();
  }));

test('Look at a margin, and change the price', ({ task }) =>
  does(task, async ({ page, opens, press, types, click }) => {
    await opens('oat', 'Oat biscuits');
    // Sold at £2.00 without VAT, bought at £1.00
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Margin\s+50/);
    await press('e');
    const price = page.getByLabel('Selling price');
    await price.waitFor();
    await settled(page);
    await click(price);
    await press('Control+a');
    await types('3');
    await press('Control+Enter');
    await page.waitForURL(/\/products\/\d+$/);
    // £2.50 without VAT
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/£3\.00[\s\S]*Margin\s+60/);
  }));

test('no other task has a line', () => {
  expect(others()).toEqual([]);
});
