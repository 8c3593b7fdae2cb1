import { expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { useShop } from '../support/browser';
import { noticed } from '../support/notices';
import { someUnit } from '../support/products';
import { stockedProduct } from '../support/shop';
import { press, scan } from '../support/till-keyboard';

const shop = useShop();
const code = '5020000000999';

test('A7 a unit is set to whole numbers in its dialog', async () => {
  const id = await someUnit(shop().db, 'Carton');
  const page = await shop().openAs(['view_master', 'edit_master'], '/masters/units');
  await page
    .getByRole('row', { name: /Carton/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit Unit' });
  await dialog.getByLabel('Whole numbers only').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Reported once the list has been read again; until then the row opens as it was.
  await noticed(page, 'Saved successfully!');
  await page
    .getByRole('row', { name: /Carton/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await expect.poll(() => dialog.getByLabel('Whole numbers only').isChecked()).toBe(true);
  const admin = await shop().as('admin');
  const { reply } = await admin.call(units.list, { query: { search: 'Carton' } });
  expect(reply.data).toMatchObject([{ id, is_whole: true }]);
});

test('A7 the till refuses a fraction of what is counted at once, typed before a scan or as the quantity of a line', async () => {
  const admin = await shop().as('admin');
  const { reply: unit } = await admin.call(units.create, { body: { name: 'Piece', is_whole: true } });
  await stockedProduct(shop().db, {
    name: 'Kettle',
    unit_id: unit.id,
    price: toPence(2000),
    barcodes: [{ code, factor: wholeUnits(1) }],
  });
  const page = await shop().openAs(['view_pos', 'create_sale', 'open_till'], '/sales/pos');
  const search = page.getByRole('combobox', { name: 'Scan or search products' });
  const closed = page.getByRole('heading', { name: 'Open the till' });
  await search.or(closed).waitFor();
  await press(page, 'Control+a', '"100"', 'Enter');
  await expect.poll(() => search.evaluate(node => node === document.activeElement)).toBe(true);

  await press(page, '"0.5*"');
  await scan(page, code, { afterTyping: true });
  await page.getByText(/Kettle is counted in whole numbers \(Piece\), and this is 0\.5\./).waitFor();
  expect(await page.locator('.till-line-quantity').count()).toBe(0);
  await scan(page, code, { afterTyping: true });
  await expect.poll(() => page.locator('.till-line-quantity').textContent()).toMatch(/^1/);

  await press(page, 'F6');
  const dialog = page.getByRole('dialog', { name: 'Quantity: Kettle' });
  await dialog.waitFor();
  await press(page, 'Control+a', '"1.5"');
  await dialog.getByText(/and this is 1\.5\./).waitFor();
  expect(await dialog.getByRole('button', { name: 'Set quantity' }).isDisabled()).toBe(true);
  await press(page, 'Control+a', '"3"', 'Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.till-line-quantity').textContent()).toMatch(/^3/);
});
