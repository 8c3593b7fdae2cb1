import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { settled } from '../support/settled';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { answerQuestion } from '../support/questions';
import { noticed } from '../support/notices';

const shop = useShop({ jobs: true, backups: true });

const shot = (page: Page, name: string) =>
  process.env.SHOTS
    ? page.screenshot({ path: `${process.env.SHOTS}/settings-${name}.png`, fullPage: true })
    : undefined;
const saved = (page: Page) => noticed(page, 'Saved successfully!');
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');

test('a search leads to a section and to a field of it, by keyboard alone', async () => {
  const page = await shop().openAs(['view_setting', 'edit_setting', 'view_ledger'], '/settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.getByLabel('Trading name').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('vat');
  await page.getByRole('option').first().waitFor();
  expect((await page.getByRole('option').allTextContents())[0]).toContain('VAT');
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'search-1440-light');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/vat');
  await page.getByRole('region', { name: 'VAT registration' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('company num');
  await page.getByRole('option', { name: 'Company number' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/company?field=Company**');
  await expect.poll(() => focused(page)).toBe('Company number');
  await page.keyboard.press('Escape');
  await page.goto('/settings/selling?field=Sales+below+cost');
  await expect.poll(() => focused(page)).toBe('Sales below cost');
  await page.getByLabel('Search settings').fill('zebra');
  await page.getByText('No settings match “zebra”').waitFor();
  await page.goto('/settings/nowhere');
  await page.getByText('This section does not exist').waitFor();
});

test('a column of the payment methods is found, and its first editable cell is focused', async () => {
  const page = await shop().openAs(['view_setting', 'edit_setting'], '/settings/vat');
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (const [typed, field, control] of [
    ['display na', 'Display name', 'Display name of Cash'],
    ['account', 'Account', 'Account of Card'],
    ['refer', 'Needs a reference', 'Card needs a reference'],
    ['refunds', 'Refunds', 'Card can be refunded'],
    ['payment order', 'Order', 'Cash down'],
  ] as const) {
    await page.getByLabel('Search settings').fill(typed);
    await page.getByRole('option', { name: `${field} Payment at the till` }).click();
    await expect.poll(label).toBe(control);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/payment?field=Refunds');
  await expect.poll(label).toBe('Card can be refunded');
});

test('reminders are set in days; an invalid number is refused at its field, and switched-off ones stay off', async () => {
  const page = await shop().openAs(['admin'], '/settings/reminders');
  const days = page.getByLabel('Days before a bill is due');
  await expect.poll(() => days.inputValue()).toBe('7');
  await days.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter 0 to 90 days.').waitFor();
  await expect.poll(() => focused(page)).toBe('Days before a bill is due');
  await shot(page, 'reminders-refused-1440-light');
  await days.fill('3');
  await page.getByRole('checkbox', { name: 'Overdue invoices' }).uncheck();
  await page.keyboard.press('Control+Enter');
  await saved(page);
  await page.reload();
  await expect.poll(() => days.inputValue()).toBe('3');
  await expect.poll(() => page.getByRole('checkbox', { name: 'Overdue invoices' }).isChecked()).toBe(false);
  await expect.poll(() => page.getByRole('checkbox', { name: 'Bills to pay' }).isChecked()).toBe(true);
  await page.getByText(/^Changed by .+ on \d+ \w{3} \d{4}$/).waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'Reminders: history' });
  await history.getByText(/from 7 days to 3 days/).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});

test('the wording of an email is previewed while it is typed, kept, and set back to the default', async () => {
  const page = await shop().openAs(['admin'], '/settings/email-wording');
  const message = page.getByLabel('Quote message');
  const preview = page.getByRole('figure', { name: 'Quote preview' });
  await expect.poll(() => message.inputValue()).toBe('Please find our quote {{number}} attached.');
  await preview.getByText('Please find our quote QUO-00017 attached.').waitFor();
  await message.fill('Dear {{custmer}}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('{{custmer}} is not a placeholder.').waitFor();
  await expect.poll(() => focused(page)).toBe('Quote message');
  await message.fill('Dear {{customer}}, our quote {{number}}.');
  await preview.getByText('Dear Northwick Kitchens Ltd, our quote QUO-00017.').waitFor();
  await page.keyboard.press('Control+Enter');
  await saved(page);
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe('Dear {{customer}}, our quote {{number}}.');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use the default quote wording' }).click();
  await expect.poll(() => message.inputValue()).toBe('Please find our quote {{number}} attached.');
});

/** The labels of a section's fields, cards and table columns, without those in previews. */
const labelsOf = (page: Page) =>
  page
    .locator('#settings-section')
    .locator('label, legend, h2, th[scope="col"]')
    .evaluateAll(places =>
      places
        .filter(place => place.checkVisibility() && !place.closest('figure'))
        .map(({ textContent }) => textContent.replace(/\s*\*$/, '').trim())
        .filter(label => label !== '' && label !== 'Actions'),
    );

/** The cards of settings that do not say what they change. */
const unexplained = (page: Page) =>
  page
    .locator('#settings-section section')
    .filter({ has: page.locator('.setting-fields'), hasNot: page.locator('.setting-about') })
    .evaluateAll(cards => cards.map(card => card.getAttribute('aria-label')));

// How a section looks is checked in page-layouts.test.ts, for each of them.
test("every searchable field is on its section's page, every visible label is found, and every card says what it changes", async () => {
  const { sections } = await import('../../web/features/settings/sections');
  const { findSettings } = await import('../../web/features/settings/find-settings');
  const leadsTo = (text: string) => findSettings(sections, text).map(({ section }) => section.id);
  const page = await shop().openAs(['admin'], '/settings');
  for (const { id, title, fields } of sections) {
    await page
      .getByRole('navigation', { name: 'Settings sections' })
      .getByText(title, { exact: true })
      .click();
    await page.waitForURL(`**/settings/${id}`);
    for (const field of fields)
      await page
        .locator('#settings-section')
        .locator('label, legend, h2, th, dt')
        .filter({ hasText: new RegExp(`^${field.replaceAll(/[()]/g, '\\$&')}(?: \\*)?$`) })
        .first()
        .waitFor();
    await settled(page);
    const lost = (await labelsOf(page)).filter(label => !leadsTo(label).includes(id));
    expect.soft(lost, `not found in ${id}`).toEqual([]);
    expect.soft(await unexplained(page), `does not say what it changes in ${id}`).toEqual([]);
    await shot(page, `${id}-1440-light`);
  }
});

test('the company is edited with its logo, numbers get a prefix, and a receipt preview shows both while typing', async () => {
  const page = await shop().openAs(['admin'], '/settings/company');
  await page.getByLabel('Name', { exact: false }).first().fill('Harbour Vale Ltd');
  await page.getByLabel('Company number').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a company number of eight characters').waitFor();
  await page.getByLabel('Company number').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Company number').fill('1234567');
  await page.getByLabel('Address', { exact: true }).fill('1 Quay Street\nBristol');
  await page.keyboard.press('Control+Enter');
  await saved(page);
  await page.getByText('Company number 01234567').waitFor();
  const picture = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#1f6b4c' } })
    .png()
    .toBuffer();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await shot(page, 'company-done-1440-light');

  await page.goto('/settings/numbers');
  await page.getByRole('button', { name: 'Edit Invoices' }).click();
  const numbers = page.getByRole('dialog', { name: 'Numbering: invoices' });
  await numbers.getByLabel('Prefix').fill('cn-');
  await numbers.getByLabel('Next number').fill('4512');
  await numbers.getByText('CN-04512').waitFor();
  await numbers.getByText('4,511 numbers are skipped').waitFor();
  await numbers.getByRole('button', { name: 'Save' }).click();
  await numbers.getByText('The prefix CN- is already used for credit notes.').first().waitFor();
  await shot(page, 'numbers-dialog-1440-light');
  await numbers.getByLabel('Prefix').fill('shop-');
  await numbers.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'SHOP-04512' }).waitFor();

  await page.goto('/settings/payment');
  await page.getByLabel('Display name of Card').fill('Card machine');
  await page.getByRole('button', { name: 'Card up' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await expect.poll(() => page.locator('.payment-table tbody th').first().textContent()).toBe('Card');
  await page.goto('/reports/documents');
  await page.getByRole('button', { name: 'Payment method: All payment methods' }).click();
  await page
    .getByRole('dialog', { name: 'Payment method' })
    .getByLabel('Card machine', { exact: true })
    .waitFor();

  await page.goto('/settings/selling');
  await page.getByLabel('Prices at the sales desk').selectOption('Excluding VAT');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.goto('/sales/pos-new');
  await page.locator('button[aria-pressed="true"]', { hasText: 'Prices excluding VAT' }).waitFor();

  await page.goto('/settings/receipts');
  const paper = page.getByRole('figure', { name: 'Preview', exact: true });
  const sheet = page.getByRole('figure', { name: 'Preview on A4' });
  await page.getByLabel('Footer').fill('Thank you');
  await paper.getByText('Thank you').waitFor();
  await sheet.getByText('Thank you').waitFor();
  await paper.getByText('Harbour Vale Ltd').waitFor();
  await paper.locator('img').waitFor();
  await page.getByText('Show the logo', { exact: true }).click();
  await paper.locator('img').waitFor({ state: 'detached' });
  await page.getByText('Show who served the customer', { exact: true }).click();
  await paper.getByText('Served by').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
});

test('a mail server is tested from the page, which names the failing step and never shows the password again', async () => {
  const page = await shop().openAs(['admin'], '/settings/mail');
  await page.getByLabel('Server', { exact: false }).first().fill('10.0.0.1');
  await page.getByLabel('Sender address').fill('office@harbour.example');
  await page.getByLabel('Sender name').fill('Harbour Vale');
  await page.getByRole('button', { name: 'Send a test email to me' }).click();
  await page.getByRole('alert').getByText('10.0.0.1 is on a private network').waitFor();
  await page.getByLabel('User').fill('office');
  await page.getByRole('textbox', { name: 'Password' }).fill('a secret');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  await page.getByText('Leave blank to keep the stored password').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
  await shot(page, 'mail-done-1440-light');

  await page.goto('/settings/mailbox');
  await page.getByLabel('Address').fill('office@harbour.example');
  await page.getByLabel('Mail server').fill('10.0.0.1');
  await page.getByLabel('User name').fill('office');
  await page.getByRole('textbox', { name: 'Password' }).fill('a secret');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('list', { name: 'Test result' }).or(page.getByRole('alert')).first().waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Leave blank to keep the stored password.').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
  await shot(page, 'mailbox-done-1440-light');
});

test('a backup is made from the page, verified and downloaded, and the last one is deleted only after confirmation', async () => {
  const page = await shop().openAs(['admin'], '/settings/backups');
  await page.getByText('No backups yet. Start one with “Back up now”.').waitFor();
  await page.getByText(/^Backups are in \/.*\/backups\.$/).waitFor();
  await page.getByRole('button', { name: 'Back up now' }).press('Enter');
  const table = page.getByRole('table', { name: 'Backups' });
  await table.getByText('Verified').waitFor({ timeout: 300_000 });
  await page.getByText('Last verified backup:').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'backups-done-1440-light');
  // The first reply ends after 1,000 bytes, as if the connection had been lost (F64).
  const ranges: (string | undefined)[] = [];
  await page.route('**/api/settings/backups/*/download', async route => {
    ranges.push(route.request().headers().range);
    if (ranges.length > 1) return route.continue();
    const reply = await route.fetch();
    await route.fulfill({ response: reply, headers: {}, body: (await reply.body()).subarray(0, 1_000) });
  });
  const downloading = page.waitForEvent('download');
  await table.getByRole('button', { name: 'Download counterfoil-' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^counterfoil-[\d-]+\.backup$/);
  expect(ranges).toEqual([undefined, 'bytes=1000-']);
  await table.getByRole('button', { name: 'Delete counterfoil-' }).click();
  await answerQuestion(page, /newest verified backup/, 'Delete');
  await page.getByText('Deleted successfully!').waitFor();
  await page.getByText('No backups yet. Start one with “Back up now”.').waitFor();
});

test('read-only users see disabled fields, and no button that would be refused', async () => {
  const page = await shop().openAs(['view_setting'], '/settings/company');
  await page.getByText('You need permission to edit settings to change them.').waitFor();
  await expect.poll(() => page.getByLabel('Trading name').isDisabled()).toBe(true);
  // The history of a setting is for reading.
  const changing = page.locator('#settings-section').getByRole('button').filter({ hasNotText: 'History' });
  expect(await changing.count()).toBe(0);
  const list = page.getByRole('navigation', { name: 'Settings sections' });
  expect(await list.getByText('Lock date').count()).toBe(0);
  await page.goto('/settings/numbers');
  await page.getByRole('cell', { name: 'Invoices', exact: true }).waitFor();
  expect(await changing.count()).toBe(0);
});

test('on a phone the list comes first, then the section with a back link', async () => {
  const page = await shop().openAs(['admin'], '/settings', { width: 390, colours: 'dark' });
  const list = page.getByRole('navigation', { name: 'Settings sections' });
  await list.getByText('Prefixes and next numbers').waitFor();
  expect(await page.getByLabel('Trading name').isVisible()).toBe(false);
  await shot(page, 'list-390-dark');
  await list.getByText('Receipts', { exact: true }).click();
  await page.getByRole('figure', { name: 'Preview', exact: true }).waitFor();
  expect(await list.isVisible()).toBe(false);
  await shot(page, 'receipts-390-dark');
  await page.getByRole('link', { name: 'All settings' }).click();
  await list.waitFor();
});
