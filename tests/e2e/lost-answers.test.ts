import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { brands } from '#domain/masters/master.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { breachesOf, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { loseAnswers } from '../support/lose-answers';
import { orderDesk } from '../support/orders';
import type { Caller } from '../support/test-app';
import { noticed } from '../support/notices';

const shop = useShop();
let admin: Caller;
const desk = orderDesk(() => ({ app: shop(), admin }));
beforeAll(async () => {
  admin = await shop().as('admin');
});

/** A supplier with a bill of £500.00 outstanding, and the dialog that pays it. */
async function billToPay(name: string) {
  const supplier = await someSupplier(shop().db, name);
  const { status } = await admin.call(supplierDocuments.bill, {
    body: {
      supplier_id: supplier,
      bill_date: londonDate(new Date()),
      supplier_bill_number: `${name} 1`,
      // £416.67 and VAT of £83.33
      lines: [{ description: 'Fittings', account: '5000', vat_code: 'S', net: '416.67', vat: '83.33' }],
    },
  });
  expect(status).toBe(200);
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await openDialog(page);
  const dialog = page.getByRole('dialog', { name: `Pay ${name}` });
  // The amount is proposed once the bills have been read.
  await dialog.getByText('£500.00 is outstanding on bills').waitFor();
  return { supplier, page, dialog };
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Amount').waitFor();
}

const record = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Record payment' }).click();
const noAnswer = 'No answer came. It may have been saved. Try again: it is not saved a second time.';
const paid = async (supplier: number) =>
  (
    await shop()
      .db.selectFrom('payments')
      .select('amount_pence')
      .where('supplier_id', '=', supplier)
      .execute()
  ).map(({ amount_pence }) => amount_pence);

/** The answer to the next payment is lost, before or after the server has posted it. Returns all requests. */
async function losingTheAnswer(page: Page, isPosted: boolean): Promise<Request[]> {
  const sent: Request[] = [];
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/payments')) sent.push(request);
  });
  await page.route(
    '**/api/payments',
    async route => {
      if (isPosted) expect((await route.fetch()).status()).toBe(200);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  return sent;
}

const whatWasSent = (request: Request) => [request.headers()['idempotency-key'], request.postData()];

test('R12 a payment whose answer is lost is not called unsaved; pressing again sends the same request and pays once', async () => {
  const { supplier, page, dialog } = await billToPay('Lost Answer Ltd');
  const sent = await losingTheAnswer(page, true);
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('500.00');
  await record(page);
  await dialog.getByRole('alert').getByText(noAnswer, { exact: true }).waitFor();
  expect(await dialog.getByText('could not be recorded').count()).toBe(0);
  // What is loaded again meanwhile does not change the form.
  await dialog.getByText('is outstanding on bills').waitFor({ state: 'detached' });
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('500.00');
  await record(page);
  await noticed(page, /^Payment PAY-\d+ of £500\.00 recorded\.$/);
  expect(sent).toHaveLength(2);
  expect(whatWasSent(sent[1] as Request)).toEqual(whatWasSent(sent[0] as Request));
  expect(await paid(supplier)).toEqual([50_000]);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 a payment that never reached the server is posted by pressing again', async () => {
  const { supplier, page, dialog } = await billToPay('Never Arrived Ltd');
  await losingTheAnswer(page, false);
  await record(page);
  await dialog.getByText(noAnswer, { exact: true }).waitFor();
  expect(await paid(supplier)).toEqual([]);
  await record(page);
  await noticed(page, /^Payment PAY-\d+ of £500\.00 recorded\.$/);
  expect(await paid(supplier)).toEqual([50_000]);
});

test('R12 a changed payment after a lost answer is refused in plain words, and the dialog opened again proposes nothing paid', async () => {
  const { supplier, page, dialog } = await billToPay('Changed After Ltd');
  await losingTheAnswer(page, true);
  await record(page);
  await dialog.getByText(noAnswer, { exact: true }).waitFor();
  await dialog.getByText('is outstanding on bills').waitFor({ state: 'detached' });
  await dialog.getByLabel('Reference').fill('Corrected');
  await record(page);
  await dialog
    .getByText('Your first attempt was saved, and this one was not. Reload the page to see it', {
      exact: false,
    })
    .waitFor();
  expect(await dialog.getByText('Idempotency').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openDialog(page);
  await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('');
  expect(await paid(supplier)).toEqual([50_000]);
});

test('R12 an order is duplicated once, by a double click after a lost answer too, and after another order', async () => {
  const order = await desk.draft([{ description: 'Cups' }]);
  const other = await desk.draft([{ description: 'Jugs' }]);
  const page = await shop().openAs(['admin'], '/purchases?status=draft');
  const duplicate = (of: string) => page.getByRole('button', { name: `Duplicate ${of}`, exact: true });
  const { sent, stop } = await loseAnswers(page, /\/clone$/);
  const withoutAnswer = async (of: string) => {
    await duplicate(of).click();
    const alert = page.getByRole('alert').filter({ hasText: noAnswer });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
  };
  await withoutAnswer(order.po_number);
  await withoutAnswer(other.po_number);
  stop();
  await duplicate(order.po_number).dblclick();
  await page.waitForURL(/\/purchases\/\d+\/edit$/);
  expect(sent).toHaveLength(3);
  expect(sent[2]).toBe(sent[0]);
  expect(sent[1]).not.toBe(sent[0]);
  const orders = await shop()
    .db.selectFrom('purchase_orders')
    .select('id')
    .where('supplier_id', '=', order.supplier.id)
    .execute();
  expect(orders).toHaveLength(2);
});

test('R08 a button without an answer does not say that nothing was done, and the page shows what was done', async () => {
  const order = await desk.draft([{ description: 'Saucers' }]);
  const page = await shop().openAs(['admin'], `/purchases/${order.id}`);
  await loseAnswers(page, /\/mark-sent$/);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Mark as sent' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('No answer came. It may have been saved.', { exact: false }).waitFor();
  // It was marked as sent.
  await page.getByRole('button', { name: 'Receive goods', exact: true }).waitFor();
});

test('M-15 R08 a deletion without an answer may have been done, and the list shows that it was', async () => {
  await admin.call(brands.create, { body: { name: 'Unheard' } });
  const page = await shop().openAs(['admin'], '/masters/brands');
  page.on('dialog', dialog => void dialog.accept());
  await page.route(/\/api\/brands\/\d+$/, async route => {
    await route.fetch();
    await route.abort('connectionfailed');
  });
  const remove = page.getByRole('button', { name: 'Delete Unheard' });
  await remove.click();
  await page
    .getByRole('alert')
    .getByText('Error. No answer came. It may have been deleted.', { exact: false })
    .waitFor();
  await remove.waitFor({ state: 'detached' });
});

test('R12 a file uploaded again after a lost answer is one import', async () => {
  const page = await shop().openAs(['admin'], '/imports/new?kind=suppliers');
  const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nCrate\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  const { stop } = await loseAnswers(page, /\/imports$/);
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await page.getByText(noAnswer, { exact: false }).waitFor();
  stop();
  await upload.click();
  await page.waitForURL(/\/imports\/\d+$/);
  expect(await shop().db.selectFrom('imports').select('id').execute()).toHaveLength(1);
});

test('R08 a page that cannot be read again after a payment says that its figures are old', async () => {
  const { supplier, page } = await billToPay('Unread Ltd');
  await page.route(
    '**/api/payments',
    async route => {
      const response = await route.fetch();
      await page.route('**/api/**', other =>
        other.request().method() === 'GET' ? other.abort('connectionreset') : other.fallback(),
      );
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await record(page);
  await noticed(
    page,
    'Saved, but this page could not be loaded again. Reload it to see the current figures.',
  );
  expect(await paid(supplier)).toEqual([50_000]);
});
