import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { useShop } from '../support/browser';
import { holdAnswers } from '../support/hold-answers';
import { loseAnswers } from '../support/lose-answers';
import { someProduct, someUnit } from '../support/products';
import { settled } from '../support/settled';
import { addSupplier, supplierRights } from '../support/suppliers';

const shop = useShop({ jobs: true });
const rights = ['view_product', 'create_product', 'edit_product', 'export_data'] as const;

const pricesOf = async (word: string) =>
  (
    await sql<{ price: number; count: number }>`
      select price_pence as price, count(*)::integer as count from products where name like ${`${word} %`}
      group by price_pence order by price_pence`.execute(shop().db)
  ).rows;

/** As many products as there are, at £2.00 each. */
async function shelfOf(word: string, count: number) {
  await someUnit(shop().db);
  await sql`
    insert into products (sku, name, unit_id, vat_code, price_pence, price_includes_vat, created_at, updated_at)
    select ${word} || '-' || n, ${word} || ' ' || lpad(n::text, 4, '0'), (select min(id) from units), 'S', 200, true, now(), now()
    from generate_series(1, ${count}::integer) n`.execute(shop().db);
}

test('all products of a filter are selected, previewed, changed with progress, and restored by Undo', async () => {
  await shelfOf('Crate', 1_234);
  const page = await shop().openAs(rights, '/products?search=crate');
  await page.getByRole('checkbox', { name: 'Select Crate 0001', exact: true }).check();
  const bar = page.getByRole('group', { name: 'Selected products' });
  await bar.getByText('1 product selected').waitFor();
  await bar.getByRole('button', { name: 'Select all on this page' }).click();
  await bar.getByText('10 products selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 1,234 products' }).click();
  await bar.getByText('All 1,234 products selected').waitFor();
  await bar.getByRole('button', { name: 'Edit selected' }).click();

  const dialog = page.getByRole('dialog', { name: 'Change 1,234 products' });
  await dialog.getByLabel('Change prices by', { exact: true }).fill('abc');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Enter a percentage such as 5 or -2.5.').waitFor();
  await dialog.getByLabel('Change prices by', { exact: true }).fill('10 %');
  await page.keyboard.press('Enter');
  await dialog.getByText('1,234 products will change').waitFor();
  const examples = dialog.getByRole('table', { name: 'Examples' });
  await expect.poll(() => examples.innerText()).toContain('£2.00 → £2.20');
  expect(await pricesOf('Crate')).toEqual([{ price: 200, count: 1_234 }]);

  await dialog.getByRole('button', { name: 'Change 1,234 products' }).click();
  await dialog.getByText('Done: 1,234 changed.').waitFor({ timeout: 300_000 });
  await dialog.getByText('1,234 of 1,234 records').waitFor();
  expect(await pricesOf('Crate')).toEqual([{ price: 220, count: 1_234 }]);
  await page
    .getByRole('row', { name: /Crate 0001/ })
    .getByText('£2.20')
    .waitFor();

  await dialog.getByRole('link', { name: 'View details' }).click();
  await page.getByRole('heading', { name: 'Prices: +10%' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone: 1,234 restored.').waitFor({ timeout: 300_000 });
  expect(await pricesOf('Crate')).toEqual([{ price: 200, count: 1_234 }]);
  // The list does not show the prices that were undone on another page.
  await page.goBack();
  await page
    .getByRole('row', { name: /Crate 0001/ })
    .getByText('£2.00')
    .waitFor();
});

test('refused records are named before and after; the list of changes leads to them', async () => {
  const archived = await someProduct(shop().db, { name: 'Basket old' });
  await someProduct(shop().db, { name: 'Basket new' });
  await sql`update products set status = 'archived' where id = ${archived}`.execute(shop().db);
  await sql`update products set status = 'inactive' where name = 'Basket new'`.execute(shop().db);
  const page = await shop().openAs(rights, '/products?search=basket&status=archived');
  await page.getByRole('checkbox', { name: 'Select Basket old', exact: true }).check();
  await page.goto('/products?search=basket');
  await page.getByRole('checkbox', { name: 'Select Basket new', exact: true }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 1 product' });
  await dialog.getByLabel('Status').selectOption({ label: 'Inactive' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('0 products will change').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Change 0 products' }).isDisabled()).toBe(true);
  // What was chosen is not discarded without a question.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/products?search=basket&status=archived');
  await page.getByRole('checkbox', { name: 'Select Basket old', exact: true }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  await dialog.getByLabel('VAT code').selectOption({ label: 'Zero rate' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog
    .getByText('1 product, such as Basket old: It is archived. Restore it before you change it.')
    .waitFor();
  await dialog.getByLabel('Status').selectOption({ label: 'Active' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  await dialog.getByText('Done: 1 changed.').waitFor({ timeout: 120_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settled(page);
  await page.getByRole('link', { name: 'Bulk changes' }).click();
  await page.getByRole('link', { name: 'Status: Active, VAT code: Zero rate' }).click();
  await page.getByRole('table', { name: 'Records' }).getByRole('link', { name: 'Basket old' }).click();
  await page.waitForURL(new RegExp(`/products/${archived}$`));
});

/** The dialog that changes one product of this name. */
async function dialogFor(name: string, price: number) {
  const id = await someProduct(shop().db, { name });
  await sql`update products set price_pence = ${price} where id = ${id}`.execute(shop().db);
  const page = await shop().openAs(rights, `/products?search=${name}`);
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 1 product' });
  const percent = dialog.getByLabel('Change prices by', { exact: true });
  await percent.waitFor();
  const priceNow = async () =>
    (
      await sql<{ price: number }>`select price_pence as price from products where id = ${id}`.execute(
        shop().db,
      )
    ).rows[0]?.price;
  return { page, dialog, percent, priceNow };
}

test('R12 a percentage whose answer is lost is not called undone, and pressing again applies it once', async () => {
  const { page, dialog, percent, priceNow } = await dialogFor('Hamper', 1000);
  await percent.fill('10');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const confirm = dialog.getByRole('button', { name: 'Change 1 product' });
  await confirm.waitFor();
  const answers = await loseAnswers(page, /\/products\/bulk$/);
  await confirm.click();
  await dialog
    .getByText('No answer came. It may have been saved. Try again: it is not saved a second time.')
    .waitFor();
  // £10.00 and 10%
  await expect.poll(priceNow, { timeout: 300_000 }).toBe(1100);
  answers.stop();
  await confirm.click();
  await dialog.getByText('Done: 1 changed.').waitFor({ timeout: 300_000 });
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toBe(answers.sent[0]);
  expect(await priceNow()).toBe(1100);
});

test('a preview that arrives after another value was typed is not shown, and Cancel waits for the change', async () => {
  const { page, dialog, percent, priceNow } = await dialogFor('Trivet', 1000);
  await percent.fill('10');
  const letGo = await holdAnswers(page, request => request.url().endsWith('/preview'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await percent.fill('50');
  const late = page.waitForResponse(response => response.url().endsWith('/preview'));
  letGo();
  await (await late).finished();
  // The preview of 50% is asked for, not that of 10% taken for it.
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('£10.00 → £15.00').waitFor();
  expect(await dialog.getByText('£11.00').count()).toBe(0);
  const goOn = await holdAnswers(page, request => request.url().endsWith('/products/bulk'));
  await dialog.getByRole('button', { name: 'Change 1 product' }).click();
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  goOn();
  await dialog.getByText('Done: 1 changed.').waitFor({ timeout: 300_000 });
  expect(await priceNow()).toBe(1500);
});

test('selected customers are put into a price group (audit 14, item 3)', async () => {
  const owner = await shop().as('admin');
  await owner.call(priceGroups.create, { body: { name: 'Trade prices' } });
  await owner.call(customers.create, { body: { name: 'Grouped cafe' } });
  const page = await shop().openAs(['admin'], '/customers?search=grouped');
  await page.getByRole('checkbox', { name: 'Select Grouped cafe', exact: true }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 1 customer' });
  await dialog.getByLabel('Price group').selectOption('Trade prices');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('1 customer will change').waitFor();
  await dialog.getByRole('button', { name: 'Change 1 customer' }).click();
  await dialog.getByText('Done: 1 changed.').waitFor();
});

test('audit 14, item 3: all suppliers of a filter are made inactive, and restored by Undo', async () => {
  for (let number = 1; number <= 12; number += 1)
    await addSupplier(shop(), { name: `Grower ${String(number).padStart(2, '0')}` });
  await addSupplier(shop(), { name: 'Other mill' });
  const inactive = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::integer as count from suppliers where status = 'inactive'`.execute(shop().db)
    ).rows[0]?.count;
  const page = await shop().openAs(supplierRights, '/suppliers?search=grower');
  await page.getByRole('checkbox', { name: 'Select Grower 01', exact: true }).check();
  const bar = page.getByRole('group', { name: 'Selected suppliers' });
  await bar.getByRole('button', { name: 'Select all on this page' }).click();
  await bar.getByRole('button', { name: 'Select all 12 suppliers' }).click();
  await bar.getByText('All 12 suppliers selected').waitFor();
  await bar.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 12 suppliers' });
  await dialog.getByLabel('Status').selectOption({ label: 'Inactive' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('12 suppliers will change').waitFor();
  await dialog.getByRole('button', { name: 'Change 12 suppliers' }).click();
  await dialog.getByText('Done: 12 changed.').waitFor({ timeout: 300_000 });
  expect(await inactive()).toBe(12);
  await dialog.getByRole('link', { name: 'View details' }).click();
  await page.getByRole('heading', { name: 'Status: Inactive' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone: 12 restored.').waitFor({ timeout: 300_000 });
  expect(await inactive()).toBe(0);
});

test('Escape closes an open panel first, and clears the selection after that', async () => {
  await shelfOf('Barrel', 2);
  const page = await shop().openAs(rights, '/products?search=barrel');
  await page.getByRole('checkbox', { name: 'Select Barrel 0001', exact: true }).check();
  const bar = page.getByRole('group', { name: 'Selected products' });
  await bar.getByText('1 product selected').waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  const panel = page.getByRole('dialog', { name: 'View' });
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await bar.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
});
