import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { customers } from '#domain/customers/customer.contract';
import { employees } from '#domain/employees/employee.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { imports } from '#domain/imports/import.contract';
import { journals } from '#domain/journals/journal.contract';
import { type Access, permissionsOfAccess } from '#domain/kernel/access';
import { allPermissions } from '#domain/kernel/permissions';
import { notes } from '#domain/notes/note.contract';
import { type NotedRecordType, notedRecords, notedRecordTypes } from '#domain/notes/noted-records';
import { products } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { tills } from '#domain/tills/till.contract';
import { users } from '#domain/users/user.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { staffOffice } from '../../../tests/support/employees';
import { expenseShop } from '../../../tests/support/expenses';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { inTransaction } from '../../platform/database/transaction';
import type { Actor } from '../../platform/http/actor';
import { anonymousActor } from '../../platform/http/context';
import { ensureCanViewRecord, lockRecord } from './noted-record';

type Person = Awaited<ReturnType<TestApp['as']>>;
let shop: TestApp;
let admin: Person;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

const nowhere = 999_999_999;
const ofCustomer = (id: number) => ({ record_type: 'customer', record_id: id }) as const;
type Noted = { record_type: NotedRecordType; record_id: number };
const listed = async (who: Caller, record: Noted) =>
  (await who.call(notes.list, { query: { ...record, record_id: String(record.record_id) } })).reply;
const write = async (who: Caller, record: Noted, body: string) =>
  (await who.call(notes.create, { body: { ...record, body } })).reply;
const someCustomer = async (name = 'Ann Ashdown') =>
  (await admin.call(customers.create, { body: { name } })).reply.id;

/** The page and permissions for each kind of record. */
const pages: Readonly<Record<NotedRecordType, { readonly access: Access }>> = {
  product: products.get,
  supplier: suppliers.get,
  customer: customers.get,
  purchase_order: purchases.get,
  supplier_bill: supplierBills.get,
  sale: sales.get,
  quote: quotes.get,
  employee: employees.get,
  expense: expenses.get,
  user: users.get,
  till_session: tills.get,
  stock_count: stockCounts.get,
  stock_adjustment: stockAdjustments.get,
  journal: journals.get,
  vat_return: vatReturns.get,
  vat_adjustment: vatAdjustments.get,
  import: imports.get,
};

describe.each(notedRecordTypes)('notes on a record of kind %s', record_type => {
  const { noun, anyOf } = notedRecords[record_type];
  const record = { record_type, record_id: nowhere };
  const body = { ...record, body: 'A note' };
  const query = { record_type, record_id: String(nowhere) };

  test('are for users who can open the record, and no one else', async () => {
    const rights = allPermissions.filter(right => !(anyOf as readonly string[]).includes(right));
    const others = await shop.as(...rights);
    expect((await others.call(notes.list, { query })).status).toBe(403);
    expect((await others.call(notes.create, { body })).status).toBe(403);
    for (const right of anyOf) {
      const reader = await shop.as(right);
      const writer = await shop.as(right, 'create_note');
      // Permission to see a record is not permission to add notes.
      expect((await reader.call(notes.create, { body })).status).toBe(403);
      const answers = [
        await reader.call(notes.list, { query }),
        await writer.call(notes.create, { body }),
      ] as const;
      // An import is visible with the permission to add what it imports; its reply names which.
      for (const { status, refusal } of answers) {
        expect(status).toBe(404);
        expect(refusal.message).toBe(`${noun} not found.`);
      }
      expect(permissionsOfAccess(pages[record_type].access)).toContain(right);
    }
  });

  test('D5 are added to an existing record, also where rows are only added to', async () => {
    const inserted = sql`
      insert into record_notes (record_type, record_id, body, author_id, created_at)
      values (${record_type}, ${nowhere}, 'x', ${admin.userId}, now())`.execute(shop.db);
    await expect(inserted).rejects.toMatchObject({ constraint: `record_notes_${record_type}_exists` });
    await expect(
      inTransaction(shop.runtimeDb, tx => lockRecord(tx, { type: record_type, id: nowhere })),
    ).rejects.toThrow(`${noun} not found.`);
  });
});

test('a note is written, edited by its author from the version read, and deleted by its author or an administrator', async () => {
  const record = ofCustomer(await someCustomer());
  const [author, other] = [
    await shop.as('view_customer', 'create_note'),
    await shop.as('view_customer', 'delete_customer', 'create_note'),
  ];
  const first = await write(author, record, '  Rang twice.\r\nAsks for  the 3rd delivery.  ');
  expect(first).toMatchObject({
    body: 'Rang twice.\nAsks for  the 3rd delivery.',
    author: { id: author.userId },
    edited_at: null,
    version: 1,
    can_edit: true,
    can_delete: true,
  });
  const params = { id: first.id };
  const change = (who: Caller, text: string, version?: number) =>
    who.call(notes.update, { params, body: { body: text, ...(version ? { version } : {}) } });
  expect((await change(other, 'Not so')).status).toBe(403);
  expect((await change(admin, 'Not so')).status).toBe(403);
  expect((await other.call(notes.remove, { params })).status).toBe(403);
  const edited = await change(author, 'Rang three times.', 1);
  expect(edited.reply).toMatchObject({ body: 'Rang three times.', version: 2 });
  expect(edited.reply.edited_at).toBeInstanceOf(Date);
  const stale = await change(author, 'Too late', 1);
  expect(stale.status).toBe(409);
  expect(stale.refusal.current).toMatchObject({ body: 'Rang three times.', version: 2 });

  const second = await write(other, record, 'Called back.');
  expect((await listed(author, record)).data).toMatchObject([
    { id: second.id, can_edit: false, can_delete: false },
    { id: first.id, can_edit: true, can_delete: true },
  ]);
  expect((await listed(admin, record)).data).toMatchObject([
    { id: second.id, can_edit: false, can_delete: true },
    { id: first.id, can_edit: false, can_delete: true },
  ]);
  const paged = await admin.call(notes.list, {
    query: { record_type: 'customer', record_id: String(record.record_id), per_page: '1', page: '2' },
  });
  expect(paged.reply).toMatchObject({ total: 2, last_page: 2, data: [{ id: first.id }] });
  expect((await author.call(notes.remove, { params })).status).toBe(200);
  expect((await author.call(notes.remove, { params })).status).toBe(404);
  expect((await change(author, 'Gone')).status).toBe(404);
  expect((await admin.call(notes.remove, { params: { id: second.id } })).status).toBe(200);
  expect((await listed(admin, record)).total).toBe(0);
});

test('a user who can no longer open the record cannot change their own note on it either', async () => {
  const record = ofCustomer(await someCustomer());
  const author = await shop.as('view_customer', 'create_note');
  const { id } = await write(author, record, 'Mine');
  await shop.db
    .updateTable('role_permissions')
    .set({ permission: 'view_stock' })
    .where('permission', '=', 'view_customer')
    .where('role_id', 'in', eb =>
      eb.selectFrom('user_roles').select('role_id').where('user_id', '=', author.userId),
    )
    .execute();
  // A token's user is cached for half a second.
  await expect
    .poll(async () => (await author.call(notes.update, { params: { id }, body: { body: 'Still' } })).status)
    .toBe(403);
  expect((await author.call(notes.remove, { params: { id } })).status).toBe(403);
});

test('any text is kept, if it is not blank and has at most 4,000 characters', async () => {
  const record = ofCustomer(await someCustomer());
  for (const hostile of [
    `<script>alert('x')</script>`,
    `'); drop table record_notes; --`,
    'https://example.test/?a=b&c="><img src=x onerror=alert(1)>',
    '👩🏽‍🔧 Straße ﷺ é',
    'x'.repeat(4000),
    '😀'.repeat(2000),
  ])
    expect((await write(admin, record, hostile)).body).toBe(hostile.normalize('NFC'));
  for (const refused of ['', ' \n ', 'x'.repeat(4001), 'x'.repeat(90_000), 'a\u0000b', 'a\u202eb', 7, null]) {
    const { status, refusal } = await admin.call(notes.create, { body: { ...record, body: refused } });
    expect([status, Object.keys(refusal.errors ?? {})], String(refused).slice(0, 20)).toEqual([
      422,
      ['body'],
    ]);
  }
  for (const query of [
    {},
    { record_type: 'customer' },
    { record_type: 'role', record_id: '1' },
    { record_type: 'constructor', record_id: '1' },
    { record_type: 'customer', record_id: '1 or 1=1' },
    { record_type: 'customer', record_id: '1', per_page: '1001' },
  ])
    expect((await admin.call(notes.list, { query: query as never })).status).toBe(422);
});

test('the log keeps only the number and length of notes about people, and the text of others', async () => {
  const record = ofCustomer(await someCustomer());
  const { id } = await write(admin, record, 'Secret words');
  await admin.call(notes.update, { params: { id }, body: { body: 'Other secret' } });
  await admin.call(notes.remove, { params: { id } });
  const noted = { record_type: 'customer', record_id: record.record_id, record_name: 'Ann Ashdown' };
  expect(await shop.audits(3)).toEqual([
    { ...noted, action: 'note_deleted', before: { characters: 12 }, after: null },
    { ...noted, action: 'note_edited', before: { characters: 12 }, after: { characters: 12 } },
    { ...noted, action: 'noted', before: null, after: { characters: 12 } },
  ]);
  const product = await someProduct(shop.db, { name: 'Tea' });
  await write(admin, { record_type: 'product', record_id: product }, 'Short on weight');
  expect(await shop.audits()).toMatchObject([
    { action: 'noted', record_type: 'product', record_name: 'Tea', after: { note: 'Short on weight' } },
  ]);
});

test('a record is deleted with its notes, which never prevent it', async () => {
  const product = await someProduct(shop.db);
  const record = { record_type: 'product', record_id: product } as const;
  await write(admin, record, 'To go');
  expect((await admin.call(products.remove, { params: { id: product } })).status).toBe(200);
  expect((await admin.call(notes.list, { query: { ...record, record_id: String(product) } })).status).toBe(
    404,
  );
  const { rows } = await sql`select from record_notes where product_id = ${product}`.execute(shop.db);
  expect(rows).toEqual([]);
});

test('a note and the deletion of its record at once: either comes first, and nothing is left over', async () => {
  for (let round = 0; round < 5; round++) {
    const product = await someProduct(shop.db);
    const [written, removed] = await Promise.all([
      admin.call(notes.create, { body: { record_type: 'product', record_id: product, body: 'x' } }),
      admin.call(products.remove, { params: { id: product } }),
    ]);
    expect([200, 404]).toContain(written.status);
    expect(removed.status).toBe(200);
    const { rows } = await sql`select from record_notes where product_id = ${product}`.execute(shop.db);
    expect(rows).toEqual([]);
  }
});

test('of two edits of one version one is refused; the same note sent again is added once', async () => {
  const record = ofCustomer(await someCustomer());
  const { id } = await write(admin, record, 'One');
  const edit = (body: string) => admin.call(notes.update, { params: { id }, body: { body, version: 1 } });
  const outcomes = await Promise.all([edit('Two'), edit('Three')]);
  expect(outcomes.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 409]);
  const headers = { 'idempotency-key': 'one-intention-of-somebody' };
  const add = (body: string) => admin.call(notes.create, { body: { ...record, body }, headers });
  for (let times = 0; times < 2; times++) expect((await add('Once')).status).toBe(200);
  expect((await add('Twice')).refusal.code).toBe('key_reused');
  expect((await listed(admin, record)).total).toBe(2);
});

test('merged customers have their notes on the one that is kept; the other takes no more', async () => {
  const [kept, other, earlier] = [
    await someCustomer('Kept'),
    await someCustomer('Other'),
    await someCustomer(),
  ];
  await write(admin, ofCustomer(earlier), 'Earliest');
  await admin.call(customers.merge, { params: { id: other }, body: { other_id: earlier } });
  const author = await shop.as('view_customer', 'create_note');
  await write(author, ofCustomer(other), 'Of the other');
  await write(admin, ofCustomer(kept), 'Of the kept');
  await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } });
  const { data } = await listed(admin, ofCustomer(kept));
  expect(data.map(note => [note.body, note.author.id])).toEqual([
    ['Of the kept', admin.userId],
    ['Of the other', author.userId],
    ['Earliest', admin.userId],
  ]);
  const refused = await admin.call(notes.create, { body: { ...ofCustomer(other), body: 'Late' } });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'This customer was merged into another. Add the note to that customer instead.',
  ]);
  await expect(
    sql`update record_notes set record_id = ${other} where record_id = ${kept}`.execute(shop.db),
  ).rejects.toMatchObject({ constraint: 'record_notes_are_of_customers_in_use' });
  await expect(
    sql`update record_notes set author_id = ${author.userId} where author_id = ${admin.userId}`.execute(
      shop.db,
    ),
  ).rejects.toMatchObject({ constraint: 'record_notes_stay_their_authors' });
});

test('K3 K6 notes about a person are exported with their personal data, and erased with it', async () => {
  const id = await someCustomer('Petra');
  await write(admin, ofCustomer(id), 'Allergic to wasps');
  const personalData = (await admin.call(customers.personalData, { params: { id } })).raw.toString();
  expect(JSON.parse(personalData).notes).toMatchObject([{ on: 'customer', note: 'Allergic to wasps' }]);
  const exported = await admin.call(customers.export, { query: {} });
  expect(exported.raw.toString()).not.toContain('wasps');
  await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } });
  const office = await staffOffice(shop);
  const employee = await office.hired({ name: 'Jonas' });
  const onEmployee = { record_type: 'employee', record_id: employee.id } as const;
  await write(admin, onEmployee, 'Bitten by wasps');
  const reported = (await admin.call(employees.personalData, { params: { id: employee.id } })).raw.toString();
  expect(JSON.parse(reported).notes).toMatchObject([{ note: 'Bitten by wasps' }]);
  await office.step(employee, 'leave');
  await admin.call(employees.erase, { params: { id: employee.id }, body: { reason: 'Asked' } });
  for (const record of [ofCustomer(id), onEmployee]) {
    expect((await listed(admin, record)).total).toBe(0);
    const late = await admin.call(notes.create, { body: { ...record, body: 'Late' } });
    expect([late.status, late.refusal.message]).toEqual([
      409,
      'The personal data was erased, so this record can no longer have notes.',
    ]);
    const log = await admin.call(audit.list, { query: { record_id: String(record.record_id) } });
    expect(log.raw.toString()).not.toContain('wasps');
    await expect(
      sql`insert into record_notes (record_type, record_id, body, author_id, created_at)
        values (${record.record_type}, ${record.record_id}, 'x', ${admin.userId}, now())`.execute(shop.db),
    ).rejects.toThrow(/erased/);
  }
});

test("another user's expense shows its notes only to users who can see all expenses; accounts are closed to tokens", async () => {
  const { draft } = await expenseShop(shop);
  const { reply: expense } = await draft();
  const record = { record_type: 'expense', record_id: expense.id } as const;
  const query = { ...record, record_id: String(expense.id) };
  const [other, viewer] = [
    await shop.as('create_expense', 'create_note'),
    await shop.as('view_expense', 'create_note'),
  ];
  expect((await other.call(notes.list, { query })).status).toBe(403);
  expect((await other.call(notes.create, { body: { ...record, body: 'x' } })).status).toBe(403);
  expect((await write(viewer, record, 'Where is the receipt?')).body).toBe('Where is the receipt?');
  const apiToken = { id: 1, name: 'Program' };
  const program: Actor = { ...anonymousActor, permissions: ['view_user'], apiToken };
  const account = { type: 'user', id: admin.userId } as const;
  await expect(ensureCanViewRecord(shop.db, account, program)).rejects.toMatchObject({ code: 'forbidden' });
  const keeper = await shop.as('view_user', 'create_note');
  expect((await listed(keeper, { record_type: 'user', record_id: admin.userId })).total).toBe(0);
});
