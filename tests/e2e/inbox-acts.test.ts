import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Permission } from '#domain/kernel/permissions';
import { waitForFadeIn, seriousProblems } from '../support/accessible';
import { screenshot } from '../support/till-keyboard';
import { useShop } from '../support/browser';
import { fitsWindow } from '../support/fits-window';
import { someMessage, unwatchedMailbox } from '../support/mailbox';
import { settled } from '../support/settled';

const shop = useShop();
const clerk: Permission[] = ['view_dashboard', 'view_email', 'create_email', 'view_supplier'];

async function setUp(): Promise<void> {
  const { db } = shop();
  await unwatchedMailbox(db);
  await db
    .insertInto('suppliers')
    .values({ name: 'Acme Ltd', created_at: new Date(), updated_at: new Date() })
    .execute();
  for (let n = 6; n > 0; n--) await someMessage(db, { subject: `Question ${n}`, minutesAgo: n, seen: true });
  await db.insertInto('mail_folders').values({ path: 'Old', name: 'Old', role: 'archive' }).execute();
}

const shown = (page: Page) => async () => {
  const subjects = await page
    .getByRole('list', { name: 'Messages' })
    .locator('.mail-line-words')
    .allTextContents();
  return subjects.map(subject => subject.replace('Question ', '')).join(' ');
};
const inFolder = async (path: string) => {
  const rows = await shop()
    .db.selectFrom('mail_messages')
    .innerJoin('mail_folders', 'mail_folders.id', 'mail_messages.folder_id')
    .select('subject')
    .where('path', '=', path)
    .orderBy('received_at', 'desc')
    .execute();
  return rows.map(({ subject }) => subject.replace('Question ', '')).join(' ');
};

test('F68 messages are selected, moved, flagged, undone and linked, by mouse and by the usual mail shortcuts', async () => {
  await setUp();
  const page = await shop().openAs(clerk, '/emails/inbox');
  const list = shown(page);
  const undo = page.locator('.mail-undo');
  const chosen = page.locator('.mail-choice').getByRole('status');
  await page.getByRole('link', { name: /Question 1/ }).waitFor();
  await settled(page);

  // Click and Shift-click select everything in between.
  await page.getByRole('checkbox', { name: 'Select Question 1' }).click();
  await page.getByRole('checkbox', { name: 'Select Question 3' }).click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await settled(page);
  await screenshot(page, 'inbox-selected');
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('e');
  await undo.getByText('3 messages moved to Old.').waitFor();
  await expect.poll(list).toBe('4 5 6');
  expect(await inFolder('Old')).toBe('1 2 3');
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('z');
  await undo.waitFor({ state: 'detached' });
  await expect.poll(list).toBe('1 2 3 4 5 6');
  expect(await inFolder('INBOX')).toBe('1 2 3 4 5 6');

  // By keyboard only: arrows move through the list, x selects, s flags, u marks as unread.
  await page.getByRole('link', { name: /Question 2/ }).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect.poll(() => chosen.textContent()).toBe('2 selected');
  await page.keyboard.press('s');
  await expect.poll(() => page.getByLabel('Flagged', { exact: true }).count()).toBe(2);
  await page.keyboard.press('u');
  await expect.poll(() => page.getByText('Unread: ').count()).toBe(2);
  // An arrow in between: four letters as fast as this test types them would be taken for a scanned code.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('#');
  await undo.getByText('2 messages moved to the bin (Trash).').waitFor();
  await expect.poll(list).toBe('1 4 5 6');

  // The open message: moved to junk by its key, and to another folder by part of the folder's name.
  await page.keyboard.press('j');
  await page.getByRole('heading', { name: 'Question 1' }).waitFor();
  await page.keyboard.press('!');
  await undo.getByText('1 message moved to Junk.').waitFor();
  await page.getByText('Choose a message to read it here.').waitFor();
  await page.getByRole('link', { name: /Question 4/ }).click();
  await page.getByRole('heading', { name: 'Question 4' }).waitFor();
  await page.keyboard.press('v');
  const moving = page.getByRole('dialog', { name: 'Move to folder' });
  await moving.getByLabel('Folder', { exact: true }).fill('ol');
  await waitForFadeIn(moving);
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await undo.getByText('1 message moved to Old.').waitFor();
  await expect.poll(list).toBe('5 6');

  // Linked by hand, then unlinked.
  await page.getByRole('link', { name: /Question 5/ }).click();
  await page.getByRole('button', { name: 'Link to a record' }).click();
  const linking = page.getByRole('dialog', { name: 'Link to a record' });
  await linking.getByLabel('Record').and(page.locator(':focus')).waitFor();
  await linking.getByLabel('Record').fill('acme');
  await page.getByRole('option', { name: /Acme Ltd/ }).click();
  await linking.getByRole('button', { name: 'Link', exact: true }).click();
  await linking.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Supplier Acme Ltd' }).waitFor();
  await settled(page);
  await screenshot(page, 'inbox-open');
  await page.getByRole('button', { name: 'Remove link to Acme Ltd' }).click();
  await page.getByRole('link', { name: 'Supplier Acme Ltd' }).waitFor({ state: 'detached' });

  // The shortcuts are in the list of shortcuts.
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: /Keyboard|Keys/ });
  for (const words of [
    'Archive',
    'Delete',
    'Mark as junk',
    'Flag',
    'Mark as unread',
    'Move to folder',
    'Select the message',
  ])
    await keys.getByText(words, { exact: true }).waitFor();
});

test("F68 one user's action shows for another at once, on a phone too; read-only users cannot act", async () => {
  const page = await shop().openAs(clerk, '/emails/inbox');
  await page.getByRole('link', { name: /Question 6/ }).waitFor();
  const reader = await shop().openAs(['view_dashboard', 'view_email'], '/emails/inbox');
  await reader.getByRole('link', { name: /Question 6/ }).waitFor();
  await settled(reader);
  expect(await reader.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: /Question 6/ }).click();
  await page.getByRole('heading', { name: 'Question 6' }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await fitsWindow(page);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.locator('.mail-undo').getByText('1 message moved to Old.').waitFor();
  await reader.getByRole('link', { name: /Question 6/ }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select all messages shown' }).click();
  await page.locator('.mail-choice').getByRole('status').waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await fitsWindow(page);
});
