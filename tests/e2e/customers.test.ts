import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { notes } from '#domain/notes/note.contract';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { answerQuestion } from '../support/questions';
import { chooseFilter } from '../support/list-filters';

const shop = useShop();
const everything = [
  'view_customer',
  'create_customer',
  'edit_customer',
  'delete_customer',
  'export_data',
  'view_audit',
  'create_note',
  'sell_on_account',
] as const;

/** Screenshots for review; nothing is compared. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true, animations: 'disabled' });
}

/** Tabs until the element with this name has focus; fails if it never does. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'textbox' | 'link' | 'checkbox' | 'combobox',
) {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await target.waitFor();
  for (let n = 0; n < 80; n++) {
    if (await target.evaluate(node => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}
const type = (page: Page, text: string) => page.keyboard.type(text);

test("a customer's life by keyboard alone: added, warned of a duplicate, edited, tagged, merged, erased, deleted", async () => {
  const page = await shop().openAs(everything, '/customers');
  await page.getByRole('row', { name: /Walk-in customer/ }).waitFor();
  await page.keyboard.press('n');
  await page.waitForURL('**/customers/create');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect.poll(() => name.evaluate(node => node === document.activeElement)).toBe(true);
  await type(page, 'Ann Ashdown');
  await tabTo(page, 'Email', 'textbox');
  await type(page, 'ann@ashdown.example');
  await tabTo(page, 'Tags', 'combobox');
  await type(page, 'Regular');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove tag regular' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/customers/view/*');
  await page.getByRole('heading', { name: 'Ann Ashdown' }).waitFor();
  await expect
    .poll(() => page.getByRole('region', { name: 'Customer', exact: true }).innerText())
    .toContain('regular');

  // A second customer with the same address: warned, linked, and not blocked.
  await page.goto('/customers/create');
  await expect.poll(() => name.evaluate(node => node === document.activeElement)).toBe(true);
  await type(page, 'A. Ashdown');
  await tabTo(page, 'Email', 'textbox');
  await type(page, 'ANN@ashdown.example');
  await tabTo(page, 'Phone', 'textbox');
  await type(page, '01632 960 111');
  const warning = page.getByText(/has the same email address/);
  await warning.waitFor();
  const link = page.getByRole('link', { name: 'Ann Ashdown, opens in a new tab' });
  await expect.poll(() => link.getAttribute('href')).toMatch(/^\/customers\/view\/\d+$/);
  await tabTo(page, 'VAT number', 'textbox');
  await type(page, '339072748');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/Its last two digits do not match/).waitFor();
  await picture(page, 'form-warning');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Backspace');
  await type(page, '7');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'A. Ashdown' }).waitFor();

  // Edited from its page: delivery address, consent, credit.
  await page.keyboard.press('e');
  await page.waitForURL('**/customers/edit/*');
  await expect.poll(() => name.evaluate(node => node === document.activeElement)).toBe(true);
  await tabTo(page, 'Deliver to another address', 'checkbox');
  await page.keyboard.press('Space');
  await tabTo(page, 'Delivery address', 'textbox');
  await type(page, 'The Barn');
  await tabTo(page, 'Credit limit', 'textbox');
  await type(page, '250');
  await tabTo(page, 'Marketing consent', 'combobox');
  // One letter: the letters of a word would be forgotten if the machine paused between them.
  await page.keyboard.press('g');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/recorded by Person/).waitFor();
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/The Barn[\s\S]*£250\.00/);

  // Merged into the first one, with its note.
  const noted = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  const writer = await shop().as('view_customer', 'create_note');
  const record_id = Number(page.url().split('/').at(-1));
  const body = { record_type: 'customer', record_id, body: 'Ashdown rings at the barn.' } as const;
  expect((await writer.call(notes.create, { body })).status).toBe(200);
  const choose = async (action: string) => {
    await tabTo(page, 'More actions', 'button');
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: action });
    await item.waitFor();
    for (let n = 0; n < 6 && !(await item.evaluate(node => node === document.activeElement)); n++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await page.goto('/customers?search=Ann+Ashdown');
  await page.getByRole('row', { name: /Ann Ashdown/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ann Ashdown' }).waitFor();
  await choose('Merge a duplicate');
  const merge = page.getByRole('dialog', { name: 'Merge a duplicate into Ann Ashdown' });
  await merge.waitFor();
  // The dialog takes the focus only after it is shown.
  await expect
    .poll(() => merge.getByRole('combobox').evaluate(node => node === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Control+Enter');
  await merge.getByText('Choose the duplicate.').waitFor();
  await type(page, '960 111');
  await merge
    .page()
    .getByRole('option', { name: /A\. Ashdown/ })
    .waitFor();
  await page.keyboard.press('Enter');
  // Enter may be ahead of the reply, and then takes the best match once it arrives.
  await expect.poll(() => merge.getByRole('combobox').inputValue()).toContain('A. Ashdown');
  await waitForFadeIn(merge);
  await picture(page, 'merge');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByText('A. Ashdown merged into Ann Ashdown.').waitFor();
  const facts = page.getByRole('region', { name: 'Customer', exact: true });
  await expect.poll(() => facts.innerText()).toContain('01632 960 111');
  await noted.getByText('Ashdown rings at the barn.').waitFor();
  await page
    .getByRole('region', { name: 'History' })
    .getByRole('cell', { name: 'Merged', exact: true })
    .waitFor();
  await picture(page, 'detail');
  expect(await seriousProblems(page)).toEqual([]);

  // A merged customer links to the kept one; the list hides it by default.
  await tabTo(page, 'A. Ashdown', 'link');
  await page.keyboard.press('Enter');
  await page.getByText('Use that customer instead').waitFor();
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect.poll(() => edit.getAttribute('aria-disabled')).toBe('true');
  await edit.focus();
  await page.getByRole('tooltip').filter({ hasText: 'Change that customer instead.' }).waitFor();
  await page.goto('/customers?search=ashdown');
  await page.getByText('Total: 1', { exact: true }).waitFor();
  await chooseFilter(page, 'Status', 'Merged');
  await page.getByText('Merged into Ann Ashdown').waitFor();

  // It cannot be deleted while a record refers to it; its data can be erased.
  await page.goto('/customers?search=ann%40');
  await page.getByRole('row', { name: /Ann Ashdown/ }).focus();
  await tabTo(page, 'Delete Ann Ashdown', 'button');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Delete Ann Ashdown?', 'Delete');
  await page.getByText('is referred to by other records, so it cannot be deleted').waitFor();
  await page.getByRole('row', { name: /Ann Ashdown/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Ann Ashdown' }).waitFor();
  await choose('Erase personal data');
  const erase = page.getByRole('dialog', { name: 'Erase Ann Ashdown' });
  await erase.waitFor();
  await waitForFadeIn(erase);
  await picture(page, 'erase');
  expect(await seriousProblems(page)).toEqual([]);
  await expect
    .poll(() => erase.getByLabel('Reason').evaluate(node => node === document.activeElement))
    .toBe(true);
  await type(page, 'Asked by letter');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /^Erased customer \d+$/ }).waitFor();
  // The history is reloaded after the rest of the page.
  await expect.poll(() => page.getByRole('main').innerText()).not.toMatch(/ashdown|960 111|barn/i);

  // A customer without references is deleted.
  const admin = await shop().as('admin');
  const { reply } = await admin.call(customers.create, { body: { name: 'Zed Short' } });
  await page.goto(`/customers/view/${reply.id}`);
  await choose('Delete');
  await answerQuestion(page, /^Delete /, 'Delete');
  await page.waitForURL(/\/customers$/);
  expect((await admin.call(customers.get, { params: { id: reply.id } })).status).toBe(404);
});

test('notes on a customer, by keyboard alone: written, cancelled, changed, removed, and in the history', async () => {
  const admin = await shop().as('admin');
  const { reply } = await admin.call(customers.create, { body: { name: 'Ruth Barn' } });
  const page = await shop().openAs(everything, `/customers/view/${reply.id}`);
  const activity = page.getByRole('region', { name: 'Activity' });
  const noted = activity.getByRole('listitem');
  await tabTo(page, 'Note', 'textbox');
  await type(page, 'Rings at the barn.');
  await page.keyboard.press('Enter');
  await type(page, 'See https://example.test/map. Not <b>javascript:alert(1)</b>');
  await page.keyboard.press('Control+Enter');
  await noted.getByText('just now').waitFor();
  await expect
    .poll(() => noted.getByRole('paragraph').innerText())
    .toBe('Rings at the barn.\nSee https://example.test/map. Not <b>javascript:alert(1)</b>');
  const inNote = noted.getByRole('link');
  await expect.poll(() => inNote.getAttribute('href')).toBe('https://example.test/map');
  await expect.poll(() => inNote.getAttribute('rel')).toContain('noopener');
  // Colour alone would not distinguish it from the surrounding text.
  expect(await inNote.evaluate(link => getComputedStyle(link).textDecorationLine)).toBe('underline');
  await expect.poll(() => activity.getByLabel('Note', { exact: true }).inputValue()).toBe('');
  await type(page, 'Only now and then');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => noted.count()).toBe(2);
  await tabTo(page, /^Edit note by/, 'button');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Edit note' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Edit note by/);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Edit note' }).waitFor();
  await type(page, ', they say');
  await page.keyboard.press('Control+Home');
  await type(page, 'So: ');
  await page.keyboard.press('Control+Enter');
  await noted.getByText('edited').waitFor();
  await expect.poll(() => noted.first().innerText()).toContain('So: Only now and then, they say');
  await picture(page, 'notes');
  await tabTo(page, /^Delete note by/, 'button');
  await page.keyboard.press('Enter');
  await answerQuestion(page, 'Delete this note?', 'Delete');
  await expect.poll(() => noted.count()).toBe(1);
  await expect
    .poll(() => page.getByRole('region', { name: 'History' }).innerText())
    .toMatch(/Deleted a note[\s\S]*Wrote a note/);
});

test('F12 two edits are merged, a field that both changed asks whose value; leaving with unsaved changes asks first', async () => {
  const admin = await shop().as('admin');
  const { reply } = await admin.call(customers.create, { body: { name: 'Overtaken', credit_limit: '5.00' } });
  const page = await shop().openAs(everything, `/customers/edit/${reply.id}`);
  await page.getByLabel('Phone').fill('1');
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await admin.call(customers.update, {
    params: { id: reply.id },
    body: { name: 'Overtaken', phone: '2', credit_limit: '7.50' },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This customer changed while you were editing').waitFor();
  await page.getByText('Changed by the other person and now shown here: Credit limit.').waitFor();
  await expect.poll(() => page.getByLabel('Credit limit').inputValue()).toBe('7.50');
  await expect.poll(() => page.getByRole('textbox', { name: 'Phone' }).inputValue()).toBe('1');
  expect(await seriousProblems(page)).toEqual([]);
  // Nothing is sent until a value is chosen: the choice has the focus.
  await page.getByRole('button', { name: 'Save' }).click();
  const choice = page.getByRole('radiogroup', { name: 'Phone' });
  await expect.poll(() => choice.evaluate(node => node.contains(document.activeElement))).toBe(true);
  await choice.getByLabel('Theirs: 2').check();
  await choice.getByLabel('Yours: 1').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Overtaken' }).waitFor();
  const merged = (await admin.call(customers.get, { params: { id: reply.id } })).reply;
  expect(merged).toMatchObject({ phone: '1', credit_limit: 750 });
});

// Wide screens are checked in page-layouts.test.ts.
test('a customer deleted in the list is no longer selected', async () => {
  const admin = await shop().as('admin');
  for (const name of ['Uma Pell', 'Una Pell']) await admin.call(customers.create, { body: { name } });
  const page = await shop().openAs(everything, '/customers?search=pell');
  for (const name of ['Uma Pell', 'Una Pell'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bar = page.getByRole('group', { name: 'Selected customers' });
  await bar.getByText('2 customers selected').waitFor();
  await page.getByRole('button', { name: 'Delete Uma Pell' }).click();
  await answerQuestion(page, 'Delete Uma Pell?', 'Delete');
  await bar.getByText('1 customer selected').waitFor();
});

test('the customer pages with long values on a phone: accessible in both themes, and nothing overflows', async () => {
  const admin = await shop().as('admin');
  const { reply } = await admin.call(customers.create, {
    body: {
      name: 'Brunel & Daughters Catering Supplies Ltd',
      kind: 'company',
      contact_person: 'Zoë Hargreaves',
      email: 'accounts.payable@brunel-and-daughters.example',
      phone: '+44 (0)117 496 0123',
      billing_address: 'Unit 4, Dock Street\nBristol',
      billing_postcode: 'BS1 4DJ',
      vat_number: '333289454',
      credit_limit: '12500.00',
      consent: 'withdrawn',
      tags: ['catering', 'trade', 'weekly delivery'],
      notes: 'Ring before delivery.\nGate code at the lodge.',
    },
  });
  for (const [path, shows] of [
    ['/customers', 'Brunel & Daughters Catering Supplies Ltd'],
    ['/customers/create', 'Marketing consent'],
    [`/customers/view/${reply.id}`, 'Ring before delivery.'],
  ] as const) {
    const page = await shop().openAs(everything, path, { width: 390, colours: 'dark' });
    await page.getByText(shows).first().waitFor();
    await page.getByRole('status', { name: /Loading/ }).waitFor({ state: 'detached' });
    await picture(page, `${path.split('/')[2] ?? 'list'}-390-dark`);
    expect(await seriousProblems(page), path).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, path).toBeLessThanOrEqual(0);
  }
});

test('each action needs its own permission', async () => {
  const page = await shop().openAs(['view_customer'], '/customers?search=walk-in');
  await page.getByRole('row', { name: /Walk-in customer/ }).waitFor();
  for (const label of ['Add customer', 'Import', 'Export', /^Edit/, /^Delete/])
    expect(await page.getByRole('button', { name: label }).count(), String(label)).toBe(0);
  await page.getByRole('link', { name: 'Walk-in customer' }).click();
  await page.getByRole('heading', { name: 'Walk-in customer' }).waitFor();
  expect(await page.getByRole('button', { name: /More actions|Edit/ }).count()).toBe(0);
  // Notes are visible with permission for the customer, and writing needs its own.
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await settled(page);
  expect(await page.getByRole('textbox', { name: 'Note', exact: true }).count()).toBe(0);
});
