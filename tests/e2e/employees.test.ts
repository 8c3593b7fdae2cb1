import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { timeClock } from '#domain/employees/time-entry.contract';
import { session } from '#domain/session/session.contract';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { approverAtTill, press, screenshot, stockedShelf } from '../support/till-keyboard';
import { staffOffice } from '../support/employees';
import { settled } from '../support/settled';
import { pdfOf } from '../support/upload';
import { noticed } from '../support/notices';

const shop = useShop();
let office: Awaited<ReturnType<typeof staffOffice>>;
let manager: number;
beforeAll(async () => {
  await shop().as('admin');
  office = await staffOffice(shop());
  await stockedShelf(shop().db);
  manager = (await office.hired({ name: 'Imogen Hartley', job_title: 'Shop manager', department: 'Shop' }))
    .id;
});

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const ready = async (page: Page) => {
  await waitForFadeIn(page.getByRole('dialog'));
  await settled(page);
};

test('by keyboard alone an employee is added with a document that the list finds once it has expired', async () => {
  await approverAtTill(shop(), 'Percy Fell', '4826', 'view_pos', 'create_sale');
  const page = await shop().openAs(['admin'], '/employees');
  await page.getByRole('link', { name: 'Imogen Hartley' }).waitFor();
  await settled(page);
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Add employee', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Job' }).getByLabel(/^Name/).waitFor();
  await settled(page);
  await page.keyboard.type('Percy Fell');
  await page.getByLabel('Job title').focus();
  await page.keyboard.type('Storekeeper');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Stores');
  await page.keyboard.press('Tab');
  await page.keyboard.type('imogen');
  await page.getByRole('option', { name: /Imogen Hartley/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Manager' }).inputValue())
    .toBe('Imogen Hartley');
  await page.getByRole('textbox', { name: 'Started' }).fill('2026-01-05');
  await page.getByLabel('Account', { exact: true }).selectOption('Percy Fell');
  await page.getByRole('region', { name: 'Emergency contact' }).getByLabel('Name').focus();
  await page.keyboard.type('Joan Fell');
  await page.getByRole('textbox', { name: 'Notes' }).focus();
  await page.keyboard.type('Works Saturdays.');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'employee-form-1440');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Percy Fell', level: 1 }).waitFor();

  await page.setInputFiles('input[type=file]', {
    name: 'licence.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(800),
  });
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await ready(page);
  await page.keyboard.type('Forklift licence');
  await page.getByLabel('Expires').fill('2026-01-31');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Document saved.');
  await page.getByText(/Expired 31 Jan 2026/).waitFor();
  await page.goto('/employees?documents=expired');
  await page.getByRole('link', { name: 'Percy Fell' }).waitFor();
  await settled(page);
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'employees-1440');
});

test('pay is shown on request, wages are posted, and a suspended employee is signed out until reinstated', async () => {
  const account = await approverAtTill(shop(), 'Wynn Osgood', '4826', 'view_pos', 'create_sale');
  const user_id = (await account.call(session.user)).reply.user.id;
  const { id } = await office.hired({ name: 'Wynn Osgood', user_id });
  const page = await shop().openAs(['admin'], `/employees/${id}`);
  await page.getByRole('heading', { name: 'Wynn Osgood', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Show pay details' }).press('Enter');
  await page.getByRole('button', { name: 'Change details' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Pay', { exact: true }).waitFor();
  await ready(page);
  await page.keyboard.type('1850');
  await page.getByLabel('For', { exact: true }).selectOption('month');
  await page.getByLabel('Sort code').fill('20 11 9');
  await page.getByLabel('National Insurance number').fill('ab 12 34 56 c');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Enter a sort code of six digits').waitFor();
  await page.getByLabel('Sort code').fill('20 11 96');
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'employee-pay-1440');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Pay details saved.');
  await page.getByText('AB123456C').waitFor();
  await page.getByRole('button', { name: 'Pay wages' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Amount').waitFor();
  await ready(page);
  await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('1850.00');
  await shot(page, 'employee-wages-1440');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Wages posted.');
  await page.getByText('SAL-00001').waitFor();

  await page.getByRole('button', { name: 'More for Wynn Osgood' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Suspend' }).press('Enter');
  await page.getByRole('dialog').getByLabel('From').waitFor();
  await ready(page);
  await page.getByLabel('Reason').focus();
  await page.keyboard.type('An inquiry');
  await shot(page, 'employee-suspend-1440');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Wynn Osgood is suspended.').waitFor();
  expect((await account.call(timeClock.people)).status).toBe(401);
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'employee-1440');
  await page.getByRole('button', { name: 'More for Wynn Osgood' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Reinstate' }).press('Enter');
  await page.getByRole('dialog').getByLabel('From').waitFor();
  await ready(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Wynn Osgood is reinstated.').waitFor();
});

test('at the till an employee clocks in by PIN, and their hours are corrected on the timesheet', async () => {
  const clerk = await approverAtTill(shop(), 'Oona Vale', '4826', 'view_pos', 'create_sale');
  const me = (await clerk.call(session.user)).reply.user.id;
  await office.hired({ name: 'Oona Vale', user_id: me, manager_id: manager });
  const till = await shop().openAs(['view_pos', 'create_sale', 'open_till'], '/sales/pos', { width: 1024 });
  await till.getByRole('heading', { name: 'Open the till' }).waitFor();
  await press(till, 'Control+a', '"100"', 'Enter');
  await till.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await settled(till);
  await till.keyboard.press('Shift+F10');
  await settled(till);
  await till.getByRole('button', { name: 'Clock in or out' }).press('Enter');
  const dialog = till.getByRole('dialog', { name: 'Clock in or out' });
  await dialog.getByText('Not clocked in.').waitFor();
  await ready(till);
  await dialog.getByLabel('PIN', { exact: true }).focus();
  await press(till, '"1357"', 'Enter');
  await dialog.getByText('This PIN is incorrect.').waitFor();
  expect(await seriousProblems(till)).toEqual([]);
  await screenshot(till, 'clock-in');
  await dialog.getByLabel('PIN', { exact: true }).focus();
  await press(till, '"4826"', 'Enter');
  await till.getByText(/Oona Vale clocked in at \d\d:\d\d/).waitFor();

  const page = await shop().openAs(
    ['view_employee', 'edit_employee', 'export_data'],
    '/employees/timesheet',
    {
      width: 390,
      colours: 'dark',
    },
  );
  await page.getByText('Clocked in', { exact: true }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'timesheet-390-dark');
  await page
    .getByRole('row', { name: /Oona Vale/ })
    .getByRole('button', { name: 'Actions' })
    .press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('.sheet'));
  await page.getByRole('button', { name: 'Correct hours for Oona Vale' }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Clocked in(?!:)/ })
    .waitFor();
  await ready(page);
  await page.getByRole('textbox', { name: /^Clocked in(?!:)/ }).fill('02/02/2026');
  await page.getByLabel('Clocked in: time').fill('8:30');
  await page.getByRole('textbox', { name: /^Clocked out(?!:)/ }).fill('02/02/2026');
  await page.getByLabel('Clocked out: time').fill('16:45');
  await expect.poll(() => page.getByLabel('Clocked in: time').inputValue()).toBe('08:30');
  await page.getByLabel('Reason').fill('Clocked at the wrong till');
  expect(await seriousProblems(page)).toEqual([]);
  await shot(page, 'hours-390-dark');
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Hours saved for Oona Vale.');
  await page.getByLabel('Totals').getByText('8 h 15 min').waitFor();
  await page.goto('/employees');
  await page.getByRole('link', { name: 'Oona Vale' }).waitFor();
  await settled(page);
  await shot(page, 'employees-390-dark');
  await page.getByRole('link', { name: 'Oona Vale' }).click();
  await page.getByRole('heading', { name: 'Oona Vale', level: 1 }).waitFor();
  await settled(page);
  await shot(page, 'employee-390-dark');
});
