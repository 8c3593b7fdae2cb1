import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { staffOffice } from '../support/employees';
import { settled } from '../support/settled';

const shop = useShop();
// Screenshots, if a folder is set.
const pictures = process.env.PICTURES_FOLDER;

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: `${pictures}/${name}.png` });
}

const days = 'from=2026-03-10&to=2026-03-20';
const looks = [
  { width: 1440, colours: 'light' },
  { width: 390, colours: 'dark' },
] as const;

for (const look of looks)
  test(`F85 report dates are typed and chosen by keyboard, ${look.width} px, ${look.colours}`, async () => {
    const page = await shop().openAs(['admin'], `/reports/sales-summary?${days}`, look);
    const from = page.getByLabel('From', { exact: true });
    const valueOf = () => from.inputValue();
    await expect.poll(valueOf).toBe('10/03/2026');
    await from.fill('1/3/26');
    // A half-typed date does not reload the list.
    expect(page.url()).toContain('from=2026-03-10');
    await from.press('Tab');
    await expect.poll(() => page.url()).toContain('from=2026-03-01');
    await expect.poll(valueOf).toBe('01/03/2026');
    // The report names the new days once the page, and with it the field, has them.
    await page.getByText('1 Mar 2026 to 20 Mar 2026', { exact: true }).first().waitFor();
    // A report always has a period.
    await from.fill('');
    await from.press('Tab');
    expect(await valueOf()).toBe('01/03/2026');
    await from.fill('31/02/2026');
    await from.press('Enter');
    await page.getByText('Enter a date as day/month/year, such as 31/03/2026.').waitFor();
    // An invalid date shows its own message and does not reload the list.
    await from.fill('21/03/2026');
    await from.press('Tab');
    await page.getByText('Enter 20/03/2026 or an earlier date.').waitFor();
    expect(page.url()).toContain('from=2026-03-01');
    await from.fill('18/03/2026');
    await from.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await calendar.locator('[data-day="2026-03-18"]:focus').waitFor();
    await waitForFadeIn(calendar);
    expect(await seriousProblems(page)).toEqual([]);
    await picture(page, `date-filter-${look.width}-${look.colours}`);
    // The first day cannot be after the last.
    await page.keyboard.press('ArrowDown');
    await calendar.locator('[data-day="2026-03-20"]:focus').waitFor();
    await expect.poll(() => calendar.getByRole('button', { name: '21 Mar 2026' }).isDisabled()).toBe(true);
    await page.keyboard.press('PageUp');
    await calendar.locator('[data-day="2026-02-20"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'detached' });
    expect(await valueOf()).toBe('20/02/2026');
    await expect.poll(() => page.url()).toContain('from=2026-02-20');
    await expect.poll(() => from.evaluate(node => node === document.activeElement)).toBe(true);
  });

for (const look of looks)
  test(`F85 a form reports an invalid date before it is sent, ${look.width} px, ${look.colours}`, async () => {
    const page = await shop().openAs(['view_product', 'edit_product'], '/products/promotions', look);
    await page.getByRole('button', { name: 'Add promotion' }).click();
    const offer = page.getByRole('dialog', { name: 'Add promotion' });
    await offer.getByLabel('Name').fill(`Week of ${look.width}`);
    await offer.getByLabel('Percentage off').fill('10');
    const until = offer.getByLabel('Until (inclusive)');
    await until.fill('31/02/2099');
    await until.press('Control+Enter');
    await offer.getByText('Enter a date as day/month/year, such as 31/03/2026.').waitFor();
    await until.fill('31/01/2099');
    // Escape closes the calendar; the dialog stays open.
    await until.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await calendar.locator('[data-day="2099-01-31"]:focus').waitFor();
    await waitForFadeIn(calendar);
    await picture(page, `date-form-${look.width}-${look.colours}`);
    await calendar.getByRole('button', { name: 'Next month' }).click();
    await calendar.getByText('February 2099').waitFor();
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    await expect.poll(() => until.inputValue()).toBe('31/01/2099');
    // A two-digit year is completed when the form is submitted, by whatever key.
    await until.fill('30/06/99');
    await until.press('Control+Enter');
    await page.getByRole('row', { name: new RegExp(`Week of ${look.width} .*30 Jun 2099`) }).waitFor();
  });

test('F85 a date that a form does not allow is reported at its field, and nothing is sent', async () => {
  await shop().as('admin');
  const { id } = await (await staffOffice(shop())).hired({ name: 'Ada Field' });
  const page = await shop().openAs(['admin'], `/employees/${id}`);
  await page.getByRole('button', { name: 'More for Ada Field' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  await dialog.getByLabel('Reason').fill('An inquiry');
  await dialog.getByLabel('From').fill('31/12/2099');
  await page.keyboard.press('Control+Enter');
  const today = londonDate(new Date()).split('-').reverse().join('/');
  await dialog.getByText(`Enter ${today} or an earlier date.`).waitFor();
  await expect.poll(() => dialog.getByLabel('From').getAttribute('aria-invalid')).toBe('true');
  await dialog.getByLabel('From').fill(today);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Ada Field is suspended.').waitFor();
});

test('F85 a date is typed in words or in part and moved by keys; text that is no date stays with its error', async () => {
  const page = await shop().openAs(['view_product', 'edit_product'], '/products/promotions');
  await page.getByRole('button', { name: 'Add promotion' }).click();
  const until = page.getByRole('dialog', { name: 'Add promotion' }).getByLabel('Until (inclusive)');
  await until.waitFor();
  // The focus is moved twice after the dialog is shown.
  await settled(page);
  const today = londonDate(new Date());
  const shown = (date: string) => date.split('-').reverse().join('/');
  const typed = async (text: string) => {
    await until.fill(text);
    await until.press('Tab');
    return until.inputValue();
  };
  expect(await typed('t')).toBe(shown(today));
  expect(await typed('+30')).toBe(shown(addDays(today, 30)));
  await until.press('Shift+ArrowUp');
  await expect.poll(() => until.inputValue()).toBe(shown(addDays(today, 31)));
  expect(await typed('31 Jan 2099')).toBe('31/01/2099');
  await until.press('Alt+ArrowUp');
  await expect.poll(() => until.inputValue()).toBe('28/02/2099');
  await until.press('Shift+ArrowDown');
  await expect.poll(() => until.inputValue()).toBe('27/02/2099');
  expect(await typed('15/6')).toBe(`15/06/${today.slice(0, 4)}`);
  expect(await typed('the 31st')).toBe('the 31st');
  await page.getByText('Enter a date as day/month/year, such as 31/03/2026.').waitFor();
  await expect.poll(() => until.getAttribute('aria-invalid')).toBe('true');
});
