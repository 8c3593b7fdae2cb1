import { expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { expenseShop } from '../support/expenses';
import { fitsWindow } from '../support/fits-window';
import { someProduct } from '../support/products';

const shop = useShop({ jobs: true });

test('selected expenses are previewed and approved, and others rejected with a reason', async () => {
  const entered = await expenseShop(shop());
  const made = [];
  for (const description of ['Paper', 'Pens', 'Ink'])
    made.push((await entered.submitted({ description })).reply);
  const numbers = made.map(({ number }) => number ?? '');
  const page = await shop().openAs(['view_expense', 'approve_expense', 'export_data'], '/expenses');
  for (const number of numbers.slice(0, 2))
    await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  const bar = page.getByRole('group', { name: 'Selected expenses' });
  await bar.getByText('2 expenses selected').waitFor();
  await bar.getByRole('button', { name: 'Export selected' }).waitFor();

  // An approval has nothing to fill in, so its preview comes at once.
  await bar.getByRole('button', { name: 'Approve selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 2 expenses' });
  await dialog.getByText('2 expenses will change').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve 2 expenses' }).click();
  await dialog.getByText('Done: 2 changed.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
  const row = (number: string) => page.getByRole('row', { name: new RegExp(number) });
  for (const number of numbers.slice(0, 2)) await row(number).getByText('Paid', { exact: true }).waitFor();

  await page.getByRole('checkbox', { name: `Select ${numbers[2]}` }).check();
  await bar.getByRole('button', { name: 'Reject selected' }).click();
  const rejection = page.getByRole('dialog', { name: 'Reject 1 expense' });
  await rejection.getByRole('button', { name: 'Preview' }).click();
  await rejection.getByText('Enter the reason.').waitFor();
  await rejection.getByLabel('Reason').fill('No receipt');
  await page.keyboard.press('Enter');
  await rejection.getByText('1 expense will change').waitFor();
  await rejection.getByRole('button', { name: 'Reject 1 expense' }).click();
  await rejection.getByText('Done: 1 changed.').waitFor();
  const { reply } = await entered.clerk.call(expenses.get, { params: { id: made[2]?.id ?? 0 } });
  expect(reply).toMatchObject({ status: 'rejected', rejected: { reason: 'No receipt' } });
});

test('users who may neither approve nor export have no check boxes', async () => {
  const page = await shop().openAs(['view_expense'], '/expenses');
  await page.getByRole('row', { name: /EXP-/ }).first().waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
});

test.each([1440, 390])('labels of selected stock levels are printed, at %i px', async width => {
  await someProduct(shop().db, { name: `Teapot ${width}`, sku: `TEA-${width}` });
  const page = await shop().openAs(
    ['view_stock', 'view_product', 'export_data'],
    `/stock?search=teapot%20${width}`,
    { width },
  );
  await page.getByRole('checkbox', { name: `Select Teapot ${width}` }).check();
  const bar = page.getByRole('group', { name: 'Selected products' });
  await bar.getByText('1 product selected').waitFor();
  await fitsWindow(page);
  await bar.getByRole('button', { name: 'Print labels' }).click();
  await page.getByRole('dialog').getByText(`Teapot ${width}`).waitFor();
});
