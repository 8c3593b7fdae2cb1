import { beforeAll, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { journals } from '#domain/journals/journal.contract';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { seriousProblems } from '../support/accessible';
import { someCustomer, someSupplier } from '../support/books';
import { answerQuestion } from '../support/questions';
import { useShop } from '../support/browser';
import { settled } from '../support/settled';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import type { Caller } from '../support/test-app';
import { pdfOf } from '../support/upload';

const shop = useShop();
let admin: Caller;
let till = 0;
const floor = shopFloor(() => ({ app: shop(), seller: admin, till }));
const yesterday = addDays(londonDate(new Date()), -1);
beforeAll(async () => {
  admin = await shop().as('admin');
  till = await openTill(shop().db);
});

const postJournal = async () => {
  const lines = [
    { account: '1020', debit: '5.00' },
    { account: '3000', credit: '5.00' },
  ];
  const body = { business_date: yesterday, date_reason: 'Month end', narrative: 'Capital paid in', lines };
  return (await admin.call(journals.create, { body })).reply.id;
};
const records = {
  supplier: async () => `/suppliers/${await someSupplier(shop().db, 'Harbour Estates')}`,
  customer: async () => `/customers/view/${await someCustomer(shop().db, 'Ada Byrne')}`,
  sale: async () => {
    const product_id = await stockedProduct(shop().db);
    return `/sales/invoices/${(await floor.sold([{ product_id, quantity: '1' }], 240)).id}`;
  },
  journal: async () => `/journals/${await postJournal()}`,
};

test.each(Object.entries(records))('a file is attached to a %s on its page', async (_, record) => {
  const page = await shop().openAs(['admin'], await record());
  const papers = page.getByRole('region', { name: 'Attachments' });
  await papers.getByText('No attachments yet.').waitFor();
  const file = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000) };
  await papers.locator('input[type="file"]').setInputFiles(file);
  await papers.getByRole('row', { name: /signed\.pdf 3 KB/ }).waitFor();
  await settled(page);
  expect(await seriousProblems(page)).toEqual([]);
  await papers.getByRole('button', { name: 'Remove signed.pdf' }).click();
  await answerQuestion(page, 'Remove signed.pdf?', 'Remove');
  await papers.getByText('No attachments yet.').waitFor();
});

test('D5 the page of a document in a locked period says that its files stay', async () => {
  const address = `/journals/${await postJournal()}`;
  await admin.call(books.lock, { body: { locked_through: yesterday, reason: 'Month end' } });
  const page = await shop().openAs(['admin'], address);
  const papers = page.getByRole('region', { name: 'Attachments' });
  const file = { name: 'working.pdf', mimeType: 'application/pdf', buffer: pdfOf(3_000) };
  await papers.locator('input[type="file"]').setInputFiles(file);
  await papers.getByRole('row', { name: /working\.pdf 3 KB/ }).waitFor();
  await papers.getByText(`${formatDate(yesterday)} is locked or in a filed VAT return`).waitFor();
  expect(await papers.getByRole('button', { name: 'Remove working.pdf' }).count()).toBe(0);
});
