import { beforeAll, expect, test } from 'vitest';
import { products } from '#domain/products/product.contract';
import { someCustomer } from '../support/books';
import { useShop } from '../support/browser';
import { dailyTasks } from '../support/daily-tasks';
import { openTill, shopFloor, stockedProduct } from '../support/shop';

const shop = useShop();

beforeAll(async () => {
  const { db } = shop();
  const admin = await shop().as('admin');
  const till = await openTill(db);
  const { sold } = shopFloor(() => ({ app: shop(), seller: admin, till }));
  const product = await stockedProduct(db, { name: 'Oat biscuits', sku: 'OAT-1' });
  await sold([{ product_id: product, quantity: '2' }], 480, {
    customer_id: await someCustomer(db, 'Harbour Cafe Ltd', { limit: 100_000 }),
    tenders: [{ method: 'account', tendered: '4.80' }],
  });
  const { reply } = await admin.call(products.get, { params: { id: product } });
  await admin.call(products.update, {
    params: { id: product },
    body: { sku: 'OAT-1', name: 'Oat biscuits', unit_id: reply.unit.id, price: '2.60' },
  });
});

const { does, others } = dailyTasks('Auditor', shop);

test('Open the journal behind an invoice', ({ task }) =>
  does(task, async ({ page, opens, click }) => {
    await opens('inv-1', /INV-00001/);
    await click(page.getByRole('link', { name: /^Journal \d+/ }).first());
    // £4.80 with a sixth of VAT
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/£4\.80[\s\S]*£0\.80/);
  }));

test('Check that the books add up', ({ task }) =>
  does(task, async ({ page, opens, click }) => {
    await opens('books', 'Books');
    await click(page.getByRole('button', { name: 'Check now' }));
    await page.getByText('All checks passed').waitFor();
  }));

test('See who changed a price, and from what', ({ task }) =>
  does(task, async ({ page, opens, press, types, isAt }) => {
    await opens('audit', 'Audit Log');
    await press('/');
    await isAt(page.getByPlaceholder('Search by record or user'));
    await types('oat');
    await expect
      .poll(() => page.locator('tbody tr').first().innerText())
      .toMatch(/Oat biscuits[\s\S]*£2\.40[\s\S]*£2\.60/);
  }));

test('Export the list of debtors', ({ task }) =>
  does(task, async ({ page, opens, click }) => {
    await opens('aged d', 'Aged Debtors');
    await page.getByRole('link', { name: 'Harbour Cafe Ltd' }).waitFor();
    await click(page.getByRole('button', { name: 'Export' }));
    const saved = page.waitForEvent('download');
    await click(page.getByRole('menuitem', { name: 'CSV' }));
    expect((await saved).suggestedFilename()).toMatch(/^aged-debtors.*\.csv$/);
  }));

test('Follow a balance of the trial balance to its entries', ({ task }) =>
  does(task, async ({ page, opens, click }) => {
    await opens('trial', 'Trial Balance');
    await click(page.getByRole('link', { name: /Trade debtors/ }));
    await page.getByRole('heading', { name: 'General Ledger', level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/INV-00001[\s\S]*£4\.80/);
  }));

test('no other task has a line', () => {
  expect(others()).toEqual([]);
});
