import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { type Delivery, smtpError, startSmtpSink } from '../support/smtp-sink';
import { temporaryFolder } from '../support/temporary-folder';
import { pdfOf } from '../support/upload';
import { noticed } from '../support/notices';

const megabyte = 1024 * 1024;
let answer: (delivery: Delivery) => Error | null | Promise<Error | null> = () => null;
const sink = await startSmtpSink({ onMessage: delivery => answer(delivery) });
afterAll(() => sink.close());
const shop = useShop({ jobs: true, smtpUrl: sink.url });

beforeEach(() => {
  answer = () => null;
  sink.delivered.splice(0);
});

const rights = ['view_supplier', 'create_supplier', 'create_email'] as const;
let made = 0;
async function addSupplier(email: string | null = 'orders@thornbury.example') {
  const buyer = await shop().as(...rights);
  const name = `Thornbury & Sons ${++made}`;
  return (await buyer.call(suppliers.create, { body: { name, email } })).reply;
}
async function openDialog(email?: string | null) {
  const supplier = await addSupplier(email);
  const page = await shop().openAs(rights, `/suppliers/${supplier.id}`);
  await page.getByRole('button', { name: 'Email Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Supplier Details Email' });
  await dialog.waitFor();
  return { supplier, page, dialog };
}
const file = (name: string, content = pdfOf()) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: content,
});
const card = (page: Page) => page.getByRole('region', { name: 'Emails' });
const danger = (page: Page) => page.locator('[role=dialog] [data-notice=danger]');

test('SE-01 SE-02 the dialog asks for the address and the files, and says which may be sent', async () => {
  const { page, dialog } = await openDialog();
  const to = dialog.getByLabel('To Email');
  await expect.poll(() => to.inputValue()).toBe('orders@thornbury.example');
  await expect.poll(() => to.getAttribute('type')).toBe('email');
  await expect.poll(() => to.getAttribute('required')).not.toBeNull();
  await expect.poll(() => dialog.getByLabel('Attachment', { exact: true }).isChecked()).toBe(true);

  const picker = dialog.locator('input[type=file]');
  await expect.poll(() => picker.getAttribute('accept')).toBe('.pdf,.jpg,.jpeg,.png,.doc,.docx,.xls,.xlsx');
  await expect.poll(() => picker.getAttribute('multiple')).not.toBeNull();
  await dialog
    .getByText('Allowed: PDF, images, docs. Max size: 10MB per file. You can attach multiple files.', {
      exact: true,
    })
    .waitFor();

  await picker.setInputFiles([file('a.pdf'), file('b.pdf')]);
  await picker.setInputFiles([file('c.pdf')]);
  const list = dialog.getByRole('list', { name: 'Files to send' });
  await list.getByRole('listitem').nth(2).waitFor();
  await expect
    .poll(() => list.getByRole('listitem').allInnerTexts())
    .toEqual([
      expect.stringContaining('a.pdf'),
      expect.stringContaining('b.pdf'),
      expect.stringContaining('c.pdf'),
    ]);
  await dialog.getByRole('button', { name: 'Remove b.pdf' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await dialog.getByRole('button', { name: 'Clear Attachments' }).click();
  await list.waitFor({ state: 'detached' });

  await to.fill('');
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await dialog.getByText('Enter one email address, such as name@example.co.uk.').waitFor();
  await expect.poll(() => to.evaluate(node => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(sink.handedOver()).toBe(0);
});

test('C-02 a form with files is sent without a content type of ours: the browser sets its boundary', async () => {
  const { page, dialog } = await openDialog();
  await dialog.locator('input[type=file]').setInputFiles([file('a.pdf')]);
  const sent = page.waitForRequest('**/api/emails/send-supplier');
  await page.route('**/api/emails/send-supplier', route =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ success: true, message: 'Sent.' }),
    }),
  );
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  const headers = await (await sent).allHeaders();
  expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=----WebKitFormBoundary\w+$/);
  await dialog.waitFor({ state: 'hidden' });
});

test('F51 SE-04 K-04 files that may not be sent are named, and the others are kept', async () => {
  const { page, dialog } = await openDialog();
  const folder = temporaryFolder();
  const contents = {
    'good.pdf': pdfOf(),
    'page.html': pdfOf(),
    'full.pdf': pdfOf(10 * megabyte),
    'over.pdf': pdfOf(10 * megabyte + 1),
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(folder, name), content);
  await dialog
    .locator('input[type=file]')
    .setInputFiles(Object.keys(contents).map(name => join(folder, name)));
  expect((await danger(page).innerText()).split('\n')).toEqual([
    'page.html: Invalid file type',
    'over.pdf: File too large (max 10MB)',
  ]);
  const kept = await dialog
    .getByRole('list', { name: 'Files to send' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(kept.map(text => text.split('\n')[0])).toEqual(['good.pdf', 'full.pdf']);
});

test('F51 SE-04 a file that the server refuses is named, and everything else stays ready to send', async () => {
  const { page, dialog } = await openDialog();
  await dialog.getByLabel('To Email').fill('other@thornbury.example');
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      file('good.pdf'),
      file('page.pdf', Buffer.from('<html>')),
      file('more.pdf', pdfOf(2000)),
    ]);
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  const files = dialog.getByRole('group', { name: 'Attachments' });
  await files.getByRole('alert').getByText('page.pdf: Invalid file type').waitFor();
  const kept = await files.getByRole('list').getByRole('listitem').allInnerTexts();
  expect(kept.map(text => text.split('\n')[0])).toEqual(['good.pdf', 'more.pdf']);
  await expect.poll(() => dialog.getByLabel('To Email').inputValue()).toBe('other@thornbury.example');
  expect(sink.delivered).toHaveLength(0);
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(sink.delivered[0]?.content).toContain('more.pdf');
  expect(sink.delivered[0]?.content).not.toContain('page.pdf');
});

test('SE-03 SE-05 the message is sent with its files while the button shows progress, and appears on the page', async () => {
  const { page, dialog } = await openDialog();
  let release = (): void => undefined;
  const held = new Promise<null>(resolve => {
    release = () => resolve(null);
  });
  answer = () => held;
  await dialog.locator('input[type=file]').setInputFiles([file('terms.pdf'), file('prices.pdf')]);
  await dialog.getByLabel('To Email').fill('zoe@thornbury.example');
  await dialog.getByRole('button', { name: 'Send Email' }).click();

  const busy = dialog.getByRole('button', { name: 'Sending...' });
  await busy.waitFor();
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.isVisible()).toBe(true);
  release();

  await noticed(page, 'Email sent to zoe@thornbury.example.');
  await dialog.waitFor({ state: 'hidden' });
  expect(sink.delivered.map(({ to }) => to)).toEqual([['zoe@thornbury.example']]);
  expect(sink.delivered[0]?.content).toMatch(/filename=terms\.pdf[^]*filename=prices\.pdf/);
  const row = card(page).getByRole('row', { name: /zoe@thornbury/ });
  await row.getByText('Sent', { exact: true }).waitFor();
  await expect.poll(() => row.innerText()).toMatch(/terms\.pdf\s+prices\.pdf/);
});

test('SE-05 with Attachment unticked no file is sent', async () => {
  const { page, dialog } = await openDialog();
  await dialog.locator('input[type=file]').setInputFiles([file('terms.pdf')]);
  await dialog.getByLabel('Attachment', { exact: true }).uncheck();
  await dialog.getByText('Allowed: PDF').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await noticed(page, 'Email sent to orders@thornbury.example.');
  expect(sink.delivered[0]?.content).not.toContain('filename');
});

test("SE-05 the supplier's report can be attached", async () => {
  const { supplier, page, dialog } = await openDialog();
  await dialog.getByRole('button', { name: 'Attach supplier report (PDF)' }).click();
  const name = `SupplierReport-${supplier.name}-${supplier.id}.pdf`;
  await dialog.getByRole('listitem').filter({ hasText: name }).waitFor();
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await noticed(page, 'Email sent to orders@thornbury.example.');
  const { content = '' } = sink.delivered[0] ?? {};
  expect(/filename[*0="]+SupplierReport-Thornbury/.test(content)).toBe(true);
  // "%PDF-" in base64.
  expect(content.includes('\r\nJVBERi0')).toBe(true);
});

test('SE-06 a refusal is shown as an error and in the list, where a user can send it again', async () => {
  answer = () => smtpError(554, 'Message looks like spam');
  const { page, dialog } = await openDialog();
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await expect
    .poll(() => danger(page).innerText())
    .toContain('was not sent. The mail server refused the message');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const row = card(page).getByRole('row', { name: /orders@thornbury/ });
  await row.getByText('Failed', { exact: true }).waitFor();
  await expect.poll(() => row.innerText()).toContain('Message looks like spam');
  answer = () => null;
  await row.getByRole('button', { name: 'Send the email to orders@thornbury.example again' }).click();
  await card(page).getByText('is being sent again.').waitFor();
  await row.getByText('Sent', { exact: true }).waitFor();
  expect(sink.delivered).toHaveLength(1);
});

test('SE-06 a failed call shows the server\'s message, else "Failed to send email"', async () => {
  const { supplier, page, dialog } = await openDialog();
  await dialog.locator('input[type=file]').setInputFiles([file('fake.pdf', Buffer.from('<html>'))]);
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await danger(page).getByText('fake.pdf: Invalid file type').waitFor();

  await page.route('**/api/emails/send-supplier', route => route.abort());
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await danger(page).getByText('Failed to send email', { exact: true }).waitFor();
  await danger(page)
    .getByText('No answer came. It may have been sent. Try again: it is not sent a second time.', {
      exact: true,
    })
    .waitFor();
  await page.unroute('**/api/emails/send-supplier');

  await shop().db.deleteFrom('suppliers').where('id', '=', supplier.id).execute();
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await danger(page).getByText('Supplier not found').waitFor();
  expect(sink.delivered).toHaveLength(0);
});

test('a message is written and sent by keyboard alone', async () => {
  const { page, dialog } = await openDialog(null);
  // The dialog takes the focus only after it is shown.
  await expect
    .poll(() => dialog.getByLabel('To Email').evaluate(node => node === document.activeElement))
    .toBe(true);
  await page.keyboard.type('keys@thornbury.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => dialog.getByLabel('Attachment', { exact: true }).isChecked()).toBe(false);
  await page.keyboard.press('Control+Enter');
  await noticed(page, 'Email sent to keys@thornbury.example.');
  expect(sink.delivered).toHaveLength(1);
});

test('the dialog and the list of emails are accessible on a phone', async () => {
  answer = () => smtpError(554, 'Message looks like spam');
  const supplier = await addSupplier();
  const page = await shop().openAs(rights, `/suppliers/${supplier.id}`, { width: 390 });
  await page.getByRole('button', { name: 'Email Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Supplier Details Email' });
  await dialog.locator('input[type=file]').setInputFiles([file('terms.pdf'), file('page.html')]);
  await dialog.getByRole('button', { name: 'Send Email' }).click();
  await danger(page).getByText('was not sent').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await card(page).getByText('Failed', { exact: true }).first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
});
