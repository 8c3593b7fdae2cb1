import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { approverAtTill, stockedShelf } from '../support/till-keyboard';
import type { CountedUser } from '../support/action-counter';
import { dailyTasks } from '../support/daily-tasks';

const shop = useShop();
beforeAll(async () => {
  await stockedShelf(shop().db);
  await someCustomer(shop().db, 'Harbour Cafe Ltd', { limit: null, email: 'office@harbour.example' });
  await someCustomer(shop().db, 'Hotwells Dental', { limit: null, email: 'desk@hotwells.example' });
  await approverAtTill(shop(), 'Mona Manager', '4826', 'refund_sale');
});

const [tea, biscuits] = ['5010000000017', '5010000000024'];
const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const pays = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}` }).waitFor();
/** The till is open; another browser than the one that opened it first takes it over. */
const sellHere = async ({ page, isAt }: CountedUser) => {
  const takeOver = page.getByRole('button', { name: 'Sell here' });
  await takeOver.or(search(page)).first().waitFor();
  if (await takeOver.isVisible()) await takeOver.click();
  await isAt(search(page));
};

const { does, others } = dailyTasks('Cashier', shop);

test('Open the till', ({ task }) =>
  does(
    task,
    async ({ page, press, types, isAt }) => {
      await isAt(page.getByRole('textbox', { name: 'Total' }));
      await press('Control+a');
      await types('100');
      await press('Enter');
      await isAt(search(page));
    },
    { at: '/sales/pos' },
  ));

test('Sell three items for cash', ({ task }) =>
  does(
    task,
    async ({ page, press, scans, isAt }) => {
      for (const code of [tea, biscuits, tea]) await scans(code);
      // 2 × £2.40 and £1.80
      await pays(page, '£6.60');
      await press('F4');
      await isAt(page.getByLabel('Amount'));
      await press('Enter');
      await isAt(dialog(page, 'Sold: INV-00001').getByRole('button', { name: 'Next customer' }));
      await press('Enter');
      await isAt(search(page));
    },
    { at: '/sales/pos', before: sellHere },
  ));

test('Sell to a customer by card', ({ task }) =>
  does(
    task,
    async ({ page, press, scans, types, isAt }) => {
      await scans(biscuits);
      await pays(page, '£1.80');
      await press('F3');
      await isAt(page.getByLabel('Find a customer'));
      await types('harb');
      await page.getByRole('option', { name: /Harbour Cafe Ltd/ }).waitFor();
      await press('Enter');
      await page.getByText('Harbour Cafe Ltd').first().waitFor();
      await press('F4');
      await isAt(page.getByLabel('Amount'));
      await press('d');
      const sold = dialog(page, 'Sold: INV-00002');
      await isAt(sold.getByRole('button', { name: 'Next customer' }));
      await sold.getByText('Harbour Cafe Ltd').first().waitFor();
      await press('Enter');
      await isAt(search(page));
    },
    { at: '/sales/pos', before: sellHere },
  ));

test('Refund one line of a receipt, approved by PIN', ({ task }) =>
  does(
    task,
    async ({ page, press, types, scans, isAt }) => {
      await press('Shift+F4');
      await isAt(page.getByLabel('Receipt number'));
      await types('1');
      await press('Enter');
      const back = dialog(page, 'Refund or exchange: INV-00001');
      await isAt(back.getByLabel(/^Quantity of .* to return/).first());
      await scans(biscuits);
      await expect.poll(() => back.getByLabel('Quantity of Oat biscuits to return').inputValue()).toBe('1');
      await isAt(back.getByLabel('Reason'));
      // The first letter of “Faulty” is enough.
      await types('f');
      await press('Enter');
      const approval = dialog(page, 'Approval needed');
      await isAt(approval.getByLabel('PIN'));
      await types('4826');
      await press('Enter');
      await page.getByText('CN-00001: £1.80 cash refunded.').waitFor();
    },
    { at: '/sales/pos', before: sellHere },
  ));

test('Count and close the till', ({ task }) =>
  does(
    task,
    async ({ page, press, types, isAt }) => {
      await press('Shift+F10');
      await isAt(dialog(page, 'Till 1').getByRole('link', { name: /X report$/ }));
      await press('c');
      await isAt(page.getByLabel('£50', { exact: true }));
      // £100.00 of float, £6.60 sold for cash, £1.80 refunded: £104.80.
      const [most, ...fewer] = ['1', '2', '1', '', '2', '', '1', '1', '1'];
      await types(most);
      for (const pieces of fewer) {
        await press('Tab');
        await types(pieces);
      }
      await page.getByText('£104.80').waitFor();
      await press('Control+Enter');
      await isAt(page.getByLabel('Next float'));
      await press('Control+Enter');
      await page.getByText('Till closed. Its Z report is Z-T1-00001.').waitFor();
      await expect.poll(() => page.getByRole('main').innerText()).toContain('£104.80');
    },
    { at: '/sales/pos', before: sellHere },
  ));

test('no other task has a line', () => {
  expect(others()).toEqual([]);
});
