import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { useShop } from '../support/browser';
import { holdAnswers } from '../support/hold-answers';
import { orderDesk } from '../support/orders';
import type { Caller } from '../support/test-app';
import { settled } from '../support/settled';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});
/** Not the search of the list, which stays drawn until the form is ready. */
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay' }).click();
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' }).click();

async function addSupplier(name: string): Promise<number> {
  return (await admin.call(suppliers.create, { body: { name, email: 'box@shop.example' } })).reply.id;
}

test('a link asks before leaving a changed page; Escape stays, and the text is kept', async () => {
  const page = await shop().openAs(['admin'], '/users/create');
  const name = nameField(page);
  await name.fill('Half a name');
  const away = page.getByRole('link', { name: 'Inbox' });
  await away.click();
  await question(page).waitFor();
  await expect
    .poll(() => question(page).getByRole('button', { name: 'Stay' }).evaluate(isFocused))
    .toBe(true);
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/users/create');
  await expect.poll(() => name.inputValue()).toBe('Half a name');
  await away.click();
  await leave(page);
  await page.waitForURL('**/emails/inbox');
});

test('nothing is asked where nothing would be lost: unchanged, changed back, saved, or cancelled', async () => {
  const { userId } = await shop().as('view_dashboard');
  const page = await shop().openAs(['admin'], `/users/edit/${userId}`);
  const name = nameField(page);
  const list = page.getByRole('link', { name: 'Back to list' });
  const before = await name.inputValue();
  await name.fill('Another');
  await name.fill(before);
  await list.click();
  await page.waitForURL('**/users');
  await page.goBack();
  await name.fill('Somebody Else');
  await page.getByRole('button', { name: 'Save' }).click();
  await noticed(page, 'Saved successfully!');
  await list.click();
  await page.waitForURL('**/users');
  await page.goBack();
  await name.fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/users');
});

test('Back asks too, and so does closing the tab', async () => {
  const page = await shop().openAs(['admin'], '/users');
  await page.getByRole('link', { name: 'Add user' }).click();
  await nameField(page).fill('Half a name');
  await page.evaluate(() => history.back());
  await stay(page);
  await question(page).waitFor({ state: 'detached' });
  // The address goes forward again only after the answer.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/users/create');
  await expect.poll(() => nameField(page).inputValue()).toBe('Half a name');

  const shownDialog = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await shownDialog;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closed;
  expect(page.isClosed()).toBe(false);

  await page.evaluate(() => history.back());
  await leave(page);
  await page.waitForURL('**/users');
});

test('signing out asks too, and no question remains on the sign-in page', async () => {
  const page = await shop().openAs(['admin'], '/users/create');
  await nameField(page).fill('Half a name');
  const signOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await signOut();
  await stay(page);
  await expect.poll(() => nameField(page).inputValue()).toBe('Half a name');
  await signOut();
  await leave(page);
  await page.waitForURL('**/login*');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await question(page).count()).toBe(0);
});

test('the supplier dialog asks before Escape, the cross or a click outside closes it; Cancel does not ask', async () => {
  const id = await addSupplier('Guarded Ltd');
  const page = await shop().openAs(['admin'], `/suppliers/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit Supplier' });
  const open = async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.waitFor();
    await settled(page);
  };
  await open();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByLabel('Phone').fill('01632 960111');
  await page.keyboard.press('Escape');
  await question(page).waitFor();
  await expect
    .poll(() => question(page).getByRole('button', { name: 'Stay' }).evaluate(isFocused))
    .toBe(true);
  // The same key answers only the question.
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('01632 960111');
  await expect.poll(() => dialog.getByLabel('Phone').evaluate(isFocused)).toBe(true);
  await page.mouse.click(5, 890);
  await stay(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByLabel('Phone').fill('01632 960112');
  await dialog.locator('.mantine-Modal-close').click();
  await leave(page);
  await dialog.waitFor({ state: 'detached' });
  expect((await admin.call(suppliers.get, { params: { id } })).reply.phone).toBeNull();
});

test('the dialog of a master record asks, and saving it does not', async () => {
  const page = await shop().openAs(['admin'], '/masters/units');
  await page.getByRole('button', { name: 'Add Unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Unit' });
  await dialog.getByLabel('Name').fill('Crate');
  await page.keyboard.press('Escape');
  await stay(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await noticed(page, 'Saved successfully!');
  expect((await admin.call(units.list)).reply.data).toMatchObject([{ name: 'Crate' }]);
});

test('the email dialog asks once a file is picked', async () => {
  const id = await addSupplier('Mailed Ltd');
  const page = await shop().openAs(['admin'], `/suppliers/${id}`);
  await page.getByRole('button', { name: 'Email Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Supplier Details Email' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') });
  await dialog.getByText('note.pdf').waitFor();
  await page.keyboard.press('Escape');
  await stay(page);
  await expect.poll(() => dialog.getByText('note.pdf').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await leave(page);
  await dialog.waitFor({ state: 'detached' });
});

test('a changed role asks before another one is opened', async () => {
  const page = await shop().openAs(['admin'], '/users/roles');
  await page.getByRole('button', { name: 'Add role' }).click();
  const name = page.getByRole('region', { name: 'New role' }).getByLabel('Name');
  await name.fill('Night shift');
  await page.getByRole('button', { name: /^admin/ }).click();
  await stay(page);
  await expect.poll(() => name.inputValue()).toBe('Night shift');
  await page.getByRole('button', { name: 'Add role' }).click();
  await leave(page);
  await expect.poll(() => name.inputValue()).toBe('');
});

test('goods being received are not lost by Escape or a click outside, and nothing closes the dialog while it is sent', async () => {
  const [product] = await desk.products(1);
  const order = await desk.sent([{ product_id: product, quantity: '10', unit_price: '10.00' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  const dialog = page.getByRole('dialog', { name: /^Receive/ });
  const open = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Receive goods' }).click();
    await dialog.waitFor();
    await settled(page);
  };
  await open();
  // Unchanged, it closes at once.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open();
  const quantity = dialog.getByLabel(/^Receive now/);
  await quantity.fill('4');
  await page.keyboard.press('Escape');
  await stay(page);
  await question(page).waitFor({ state: 'detached' });
  await page.mouse.click(5, 890);
  await stay(page);
  await expect.poll(() => quantity.inputValue()).toBe('4');
  const letGo = await holdAnswers(page, request => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Receive goods' }).click();
  await dialog.locator('[aria-busy="true"]').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 890);
  expect(await question(page).count()).toBe(0);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  letGo();
  await page.getByText(/^Goods received as GRN-\d+\.$/).waitFor();
  await dialog.waitFor({ state: 'detached' });
});

test.each([
  ['/employees/timesheet', 'Enter hours', 'Reason'],
  ['/accounts', 'Add account', 'Name'],
  ['/emails/inbox', 'Set up a mailbox', 'Mail server'],
])('a dialog of %s asks once something is typed in it', async (path, button, field) => {
  const page = await shop().openAs(['admin'], path);
  await page.getByRole('button', { name: button }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(field).waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  await dialog.getByLabel(field).fill('Half');
  await page.keyboard.press('Escape');
  await stay(page);
  await expect.poll(() => dialog.getByLabel(field).inputValue()).toBe('Half');
  await page.keyboard.press('Escape');
  await leave(page);
  await dialog.waitFor({ state: 'detached' });
});

const isFocused = (element: Element): boolean => element === document.activeElement;
