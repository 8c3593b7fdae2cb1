import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { books } from '#domain/books/books.contract';
import { customerAttachments } from '#domain/customers/customer-attachment.contract';
import { customers } from '#domain/customers/customer.contract';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { journalAttachments } from '#domain/journals/journal-attachment.contract';
import { journals } from '#domain/journals/journal.contract';
import type { AttachmentCalls } from '#domain/kernel/attachment-calls';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import type { Permission } from '#domain/kernel/permissions';
import { saleAttachments } from '#domain/sales/sale-attachment.contract';
import { supplierAttachments } from '#domain/suppliers/supplier-attachment.contract';
import { fillSafe, someCustomer, someSupplier } from '../../../tests/support/books';
import { staffOffice } from '../../../tests/support/employees';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf } from '../../../tests/support/upload';

let app: TestApp;
let admin: Caller;
let till = 0;
const floor = shopFloor(() => ({ app, seller: admin, till }));
const today = londonDate(new Date());
const yesterday = addDays(today, -1);
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
  await fillSafe(app.db);
});
afterAll(() => app.close());

const attach = async (calls: AttachmentCalls, id: number, name: string, who = admin, headers = {}) => {
  const form = await multipartForm({}, [{ name, content: pdfOf(2_000) }]);
  return who.call(calls.add, { params: { id }, ...form, headers: { ...form.headers, ...headers } });
};
const namesOn = async (calls: AttachmentCalls, id: number) =>
  (await admin.call(calls.list, { params: { id } })).reply.data.map(({ file_name }) => file_name);
const sale = async (more: object = {}) =>
  (await floor.sold([{ product_id: await stockedProduct(app.db), quantity: '1' }], 240, more)).id;
const journal = async (business_date = today) =>
  (
    await admin.call(journals.create, {
      body: {
        business_date,
        narrative: 'Accrual',
        date_reason: 'Month end',
        lines: [
          { account: '5000', debit: '5.00' },
          { account: '1020', credit: '5.00' },
        ],
      },
    })
  ).reply.id;

const kinds: Readonly<
  Record<
    string,
    { calls: AttachmentCalls; view: Permission; edit: Permission; record: () => Promise<number> }
  >
> = {
  supplier: {
    calls: supplierAttachments,
    view: 'view_supplier',
    edit: 'edit_supplier',
    record: () => someSupplier(app.db),
  },
  customer: {
    calls: customerAttachments,
    view: 'view_customer',
    edit: 'edit_customer',
    record: () => someCustomer(app.db),
  },
  sale: { calls: saleAttachments, view: 'view_sale', edit: 'edit_sale', record: sale },
  journal: { calls: journalAttachments, view: 'view_ledger', edit: 'adjust_ledger', record: journal },
};

describe.each(Object.entries(kinds))('attachments of a %s', (record_type, { calls, view, edit, record }) => {
  test('are added and removed by those who edit it, and opened by those who see it', async () => {
    const [id, other] = [await record(), await record()];
    const [reader, editor] = [await app.as(view), await app.as(edit)];
    expect((await attach(calls, id, 'signed.pdf', reader)).status).toBe(403);
    const { status, reply } = await attach(calls, id, 'signed.pdf', editor);
    expect(status).toBe(200);
    expect(reply).toMatchObject({ data: [{ file_name: 'signed.pdf' }], removal: { allowed: true } });
    const attachment_id = reply.data[0]?.id ?? 0;
    const file = { params: { id, attachment_id } };
    expect((await reader.call(calls.content, file)).raw.equals(pdfOf(2_000))).toBe(true);
    expect((await reader.call(calls.content, { params: { id: other, attachment_id } })).status).toBe(404);
    expect((await reader.call(calls.list, { params: { id: 999_999_999 } })).status).toBe(404);
    expect((await reader.call(calls.remove, file)).status).toBe(403);
    expect((await editor.call(calls.remove, file)).reply.data).toEqual([]);
    const query = { record_type, record_id: String(id), sort_order: 'desc' };
    const [removed, added] = (await admin.call(audit.list, { query })).reply.data;
    expect([added?.action, removed?.action]).toEqual(['attached', 'attachment_removed']);
  });
});

test('K3 K6 files of a customer go with a merge, are named in the export, and are erased; those of sales stay', async () => {
  const [kept, other] = [await someCustomer(app.db, 'Ida'), await someCustomer(app.db, 'I. Ida')];
  const sold = await sale({ customer_id: other });
  await attach(customerAttachments, other, 'ida-application.pdf', admin, {
    'idempotency-key': 'ida-sends-it',
  });
  await attach(saleAttachments, sold, 'delivery-note.pdf');
  await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } });
  expect(await namesOn(customerAttachments, kept)).toEqual(['ida-application.pdf']);
  const refused = await attach(customerAttachments, other, 'late.pdf');
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'This customer was merged into another. Attach the files to that customer instead.',
  ]);

  const exportedFor = async (who: Caller) =>
    JSON.parse((await who.call(customers.personalData, { params: { id: kept } })).raw.toString()).attachments;
  expect(await exportedFor(admin)).toMatchObject([
    { on: 'customer', file_name: 'ida-application.pdf' },
    { file_name: 'delivery-note.pdf' },
  ]);
  expect(await exportedFor(await app.as('view_customer', 'export_data'))).toHaveLength(1);

  await admin.call(customers.erase, { params: { id: kept }, body: { reason: 'Asked' } });
  expect(await namesOn(customerAttachments, kept)).toEqual([]);
  expect(await namesOn(saleAttachments, sold)).toEqual(['delivery-note.pdf']);
  expect((await attach(customerAttachments, kept, 'late.pdf')).status).toBe(409);
  const { rows } = await sql<{ text: string | null }>`
    select (select string_agg(answer::text, ' ') from idempotency_keys) || (select string_agg(after::text, ' ') from audit_log)
      as text`.execute(app.db);
  expect(rows[0]?.text).not.toContain('ida-application');
});

test('K8 wages have no files in the ledger, which more users see than pay', async () => {
  const office = await staffOffice(app);
  const { id } = await office.hired();
  await admin.call(salaryPayments.pay, { params: { id }, body: { paid_for: 'March', amount: '20.00' } });
  const { data } = (await admin.call(journals.list, { query: { kind: 'salary' } })).reply;
  const { status, refusal } = await attach(journalAttachments, data[0]?.id ?? 0, 'payslip.pdf');
  expect([status, refusal.message]).toEqual([
    409,
    'This journal is of wages. Attach the files to the employee instead.',
  ]);
});

test('D5 V18 once its day is locked, a document keeps its files, and more can be added', async () => {
  const id = await journal(yesterday);
  const { reply } = await attach(journalAttachments, id, 'working.pdf');
  const file = { params: { id, attachment_id: reply.data[0]?.id ?? 0 } };
  const lock = (locked_through: string | null) =>
    admin.call(books.lock, { body: { locked_through, reason: 'Month end' } });
  await lock(yesterday);
  const reason = `${formatDate(yesterday)} is locked or in a filed VAT return, so this journal keeps its attachments. You can still add to them.`;
  const refused = await admin.call(journalAttachments.remove, file);
  expect([refused.status, refused.refusal.message]).toEqual([409, reason]);
  expect((await attach(journalAttachments, id, 'more.pdf')).reply).toMatchObject({
    data: [{ file_name: 'working.pdf' }, { file_name: 'more.pdf' }],
    removal: { allowed: false, reason },
  });
  await lock(null);
  expect((await admin.call(journalAttachments.remove, file)).status).toBe(200);
  expect(await namesOn(journalAttachments, id)).toEqual(['more.pdf']);
});
