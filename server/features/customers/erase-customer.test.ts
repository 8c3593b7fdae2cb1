import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import type { Permission } from '#domain/kernel/permissions';
import { customers } from '#domain/customers/customer.contract';
import { verifyLog } from '../../kernel/audit';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

const person = {
  name: 'Petra Personal',
  email: 'petra@personal.example',
  phone: '01632 960 555',
  billing_address: '7 Secret Lane',
  billing_postcode: 'YO1 7HH',
  notes: 'Allergic to wasps',
  tags: ['regular'],
  consent: 'given',
  credit_limit: '250.00',
};
const add = async (body: Record<string, unknown>) => (await admin.call(customers.create, { body })).reply;
const secret = /petra|personal\.example|960 555|secret lane|wasps|YO1 7HH/i;

test('A-GDPR all data held on a customer is exported as one JSON file, with merged customers and history', async () => {
  const { id, number } = await add(person);
  const twin = await add({ name: 'P. Personal', phone: '01632 960 556' });
  await admin.call(customers.merge, { params: { id }, body: { other_id: twin.id } });
  const { raw, headers } = await admin.call(customers.personalData, { params: { id } });
  expect(headers['content-type']).toContain('application/json');
  expect(headers['content-disposition']).toContain(`customer-${number}.json`);
  const exported = JSON.parse(raw.toString());
  expect(exported.customer).toMatchObject({
    name: person.name,
    email: person.email,
    credit_limit: '250.00',
    consent: 'given',
  });
  expect(exported.merged_into_this_customer).toMatchObject([{ name: 'P. Personal', phone: '01632 960 556' }]);
  expect(exported.history.map((entry: { action: string }) => entry.action)).toEqual([
    'created',
    'created',
    'merged',
    'merged_away',
  ]);
  const viewer = await shop.as('view_customer');
  expect((await viewer.call(customers.personalData, { params: { id } })).status).toBe(403);
  expect((await admin.call(customers.personalData, { params: { id: 999_999 } })).status).toBe(404);
});

test('A-GDPR F28 the file has only what the user may see elsewhere, and says what it leaves out', async () => {
  const { id } = await add(person);
  const fileFor = async (...rights: Permission[]) => {
    const user = await shop.as('view_customer', 'export_data', ...rights);
    return JSON.parse((await user.call(customers.personalData, { params: { id } })).raw.toString());
  };
  const [ledger, letters] = ['ledger', 'letters'].map(what => ({ what, needs: 'view_ledger' }));
  const invoices = { what: 'invoices and their notes', needs: 'view_sale' };
  const quoted = { what: 'quotes and their notes', needs: 'view_sale' };
  const history = { what: 'history', needs: 'view_audit' };
  const always = ['given_out_at', 'left_out', 'customer', 'merged_into_this_customer', 'notes'];
  for (const [rights, sections, leftOut] of [
    [[], [], [ledger, letters, invoices, quoted, history]],
    [['view_ledger'], ['ledger', 'letters'], [invoices, quoted, history]],
    [['view_sale'], ['invoices', 'quotes'], [ledger, letters, history]],
    [['edit_sale'], ['quotes'], [ledger, letters, invoices, history]],
    [['view_audit'], ['history'], [ledger, letters, invoices, quoted]],
  ] as const) {
    const file = await fileFor(...rights);
    expect(Object.keys(file).toSorted()).toEqual([...always, ...sections].toSorted());
    expect(file.left_out).toEqual(leftOut);
  }
});

test('A-GDPR F53 erasing removes all personal data, of merged customers too; the audit chain stays intact', async () => {
  const { id } = await add({
    ...person,
    kind: 'company',
    contact_person: 'Petra P',
    vat_number: '339072747',
    tax_number: 'PERSONAL 1',
  });
  const twin = await add({ ...person, email: 'petra.two@personal.example' });
  await admin.call(customers.update, {
    params: { id },
    body: { ...person, kind: 'company', notes: 'More of Petra' },
  });
  await admin.call(customers.merge, { params: { id }, body: { other_id: twin.id } });
  const params = { id };
  const stale = await admin.call(customers.erase, { params, body: { reason: 'Asked', version: 1 } });
  expect(stale.status).toBe(409);
  expect(
    (await admin.call(customers.erase, { params, body: { reason: ' ' } })).refusal.errors,
  ).toHaveProperty('reason');
  expect(
    (await admin.call(customers.erase, { params: { id: twin.id }, body: { reason: 'x' } })).refusal.message,
  ).toContain('Erase that customer');
  const { status } = await admin.call(customers.erase, { params, body: { reason: 'Asked by letter' } });
  expect(status).toBe(200);

  for (const erased of [id, twin.id]) {
    const { reply, raw } = await admin.call(customers.get, { params: { id: erased } });
    expect(reply).toMatchObject({
      name: `Erased customer ${erased}`,
      status: 'inactive',
      tags: [],
      consent: 'not_asked',
      credit_limit: null,
      erased_reason: 'Asked by letter',
    });
    expect(reply.erased_at).toBeInstanceOf(Date);
    const { merged_from: _links, ...own } = JSON.parse(raw.toString());
    expect(JSON.stringify(own)).not.toMatch(secret);
    const history = await admin.call(audit.list, {
      query: { record_type: 'customer', record_id: String(erased), per_page: '100' },
    });
    expect(history.raw.toString()).not.toMatch(secret);
    expect(history.reply.data[0]).toMatchObject({ action: 'erased', after: { reason: 'Asked by letter' } });
    expect(history.reply.data.at(-1)).toMatchObject({
      action: 'created',
      record_name: `Erased customer ${erased}`,
      after: null,
    });
    expect((await admin.call(customers.personalData, { params: { id: erased } })).raw.toString()).not.toMatch(
      secret,
    );
  }
  expect(
    (await admin.call(audit.list, { query: { search: 'Petra', record_id: String(id) } })).reply.total,
  ).toBe(0);
  expect((await admin.call(audit.export, { query: { record_id: String(id) } })).raw.toString()).not.toMatch(
    secret,
  );
  // F53: nor does the table itself say anything of them.
  const { rows } = await sql<{ entry: string }>`
    select a::text as entry from audit_log a where record_type = 'customer' and record_id in (${id}, ${twin.id})`.execute(
    shop.db,
  );
  expect(rows.length).toBeGreaterThan(4);
  expect(rows.map(({ entry }) => entry).join('\n')).not.toMatch(secret);
  expect(await verifyLog(shop.db, null)).toMatchObject({ intact: true });

  const again = await admin.call(customers.erase, { params, body: { reason: 'Twice' } });
  expect(again.refusal.message).toContain('has already been erased');
  expect((await admin.call(customers.update, { params, body: { name: 'Back' } })).refusal.message).toContain(
    'the personal data was erased',
  );
  expect((await admin.call(customers.list, { query: { search: 'erased customer' } })).reply.total).toBe(0);
  expect((await admin.call(customers.list, { query: { status: 'erased' } })).reply.total).toBe(2);
  for (const statement of [
    `update customers set email = 'back@x.test' where id = ${id}`,
    `update customers set name = 'Petra' where id = ${id}`,
    `update customers set erased_at = null where id = ${id}`,
    `update customers set status = 'active' where id = ${id}`,
  ])
    await expect(sql.raw(statement).execute(shop.db), statement).rejects.toThrow(/erased/);
  const other = await add({ name: 'Living' });
  const merge = await admin.call(customers.merge, { params: { id: other.id }, body: { other_id: id } });
  expect(merge.refusal.message).toContain('personal data was erased');
});
