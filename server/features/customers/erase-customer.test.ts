import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import type { Permission } from '#domain/kernel/permissions';
import { customers } from '#domain/customers/customer.contract';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { sealEntries, verifyLog } from '../../kernel/audit';
import { openSecrets } from '../../platform/secrets';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
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
    'exported',
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
  const ledger = ['ledger', 'payments', 'letters'].map(what => ({ what, needs: 'view_ledger' }));
  const held = { what: 'held sales', needs: 'view_pos' };
  const emails = { what: 'emails', needs: 'view_email' };
  const invoices = { what: 'invoices, their notes and attachments', needs: 'view_sale' };
  const offers = { what: 'quotes and their notes', needs: 'view_sale' };
  const history = { what: 'history', needs: 'view_audit' };
  const ofCustomer = ['customer', 'merged_into_this_customer', 'notes', 'attachments'];
  const always = ['given_out_at', 'left_out', ...ofCustomer];
  for (const [rights, sections, leftOut] of [
    [[], [], [...ledger, invoices, offers, held, emails, history]],
    [['view_ledger'], ['ledger', 'payments', 'letters'], [invoices, offers, held, emails, history]],
    [['view_sale'], ['invoices', 'quotes'], [...ledger, held, emails, history]],
    [['edit_sale'], ['quotes'], [...ledger, invoices, held, emails, history]],
    [['view_pos'], ['held_sales'], [...ledger, invoices, offers, emails, history]],
    [['view_email'], ['emails'], [...ledger, invoices, offers, held, history]],
    [['view_audit'], ['history'], [...ledger, invoices, offers, held, emails]],
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
  const found = async (search: string) =>
    (await admin.call(audit.list, { query: { search, record_type: 'customer', record_id: String(id) } }))
      .reply.total;
  expect(await found('Petra')).toBe(0);
  expect(await found('erased customer')).toBeGreaterThan(2);
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

test('F53 an erased or merged customer cannot be deleted, and the audit log of one that was is still in order', async () => {
  const gone = await add({ name: 'Gerda Gone' });
  const kept = await add({ name: 'Kept' });
  const twin = await add({ name: 'Kept twice' });
  await admin.call(customers.merge, { params: { id: kept.id }, body: { other_id: twin.id } });
  await admin.call(customers.erase, { params: { id: gone.id }, body: { reason: 'Asked' } });
  const refused = async (id: number) =>
    (await admin.call(customers.remove, { params: { id } })).refusal.message;
  expect(await refused(gone.id)).toBe(
    `“Erased customer ${gone.id}” cannot be deleted: the record that the personal data was erased must stay.`,
  );
  expect(await refused(twin.id)).toBe(
    `“Kept twice” was merged into “Kept” (${kept.number}), so it cannot be deleted.`,
  );
  for (const [id, constraint] of [
    [gone.id, 'customers_erased_are_kept'],
    [twin.id, 'customers_merged_are_kept'],
  ] as const)
    await expect(sql`delete from customers where id = ${id}`.execute(shop.db)).rejects.toMatchObject({
      constraint,
    });

  // As earlier versions allowed.
  await sql`alter table customers disable trigger customers_stay_in_order`.execute(shop.db);
  await sql`delete from customers where id = ${gone.id}`.execute(shop.db);
  await sql`alter table customers enable trigger customers_stay_in_order`.execute(shop.db);
  await sealEntries(shop.db, openSecrets(randomBytes(32)).signing, () => new Date());
  expect(await verifyLog(shop.db, null)).toMatchObject({ intact: true });
  const history = await admin.call(audit.list, {
    query: { record_type: 'customer', record_id: String(gone.id) },
  });
  expect(history.reply.data.map(({ action, after }) => [action, after])).toEqual([
    ['erased', { reason: 'Asked' }],
    ['created', null],
  ]);
});

test('F53 K3 K6 invoices sent and made out, payments and quotes are exported, and erased where the books do not need them', async () => {
  const till = await openTill(shop.db);
  const floor = shopFloor(() => ({ app: shop, seller: admin, till }));
  const { id } = await add({ name: 'Petra Personal', email: 'petra@personal.example' });
  const product = await stockedProduct(shop.db);
  const sale = await floor.sold([{ product_id: product, quantity: '2' }], 480, { customer_id: id });
  const params = { id: sale.id };
  const made = (address: string) =>
    admin.call(sales.addressInvoice, { params, body: { name: 'Petra Personal', address } });
  expect((await made('7 Secret Lane')).refusal).toBeUndefined();
  expect((await made('8 Secret Lane')).refusal).toBeUndefined();
  // As the outbox keeps a message that was sent with an invoice.
  await sql`
    insert into emails (message_id, purpose, to_address, cc_addresses, bcc_addresses, subject, body_text, status, customer_id,
      created_at, updated_at, sent_at)
    values ('m1@shop.example', 'sale', 'petra@personal.example', array['neighbour@else.example', 'Petra@personal.example'],
      array['boss@shop.example'], 'Invoice', 'Dear Petra', 'sent', ${id}, now(), now(), now())`.execute(
    shop.db,
  );
  const { reply: paid } = await admin.call(customerWallet.receive, {
    params: { id },
    body: {
      amount: '5.00',
      payment_method: 'bank_transfer',
      top_up: true,
      reference: 'REF 1',
      notes: 'Allergic to wasps',
    },
  });
  const quote = await quoted(
    admin,
    quoteSent(id, [{ product_id: product, quantity: '1' }], 240, {
      delivery_address: '9 Secret Lane',
      notes: 'Rings in the evening',
    }),
  );
  // As earlier versions wrote the log.
  for (const [action, after] of [
    ['emailed', { to: 'petra@personal.example' }],
    ['edited', { invoice_to: { name: 'Petra Personal', address: '7 Secret Lane' } }],
  ] as const)
    await sql`insert into audit_log (at, actor, action, record_type, record_id, record_name, after)
      values (now(), 'Someone', ${action}, 'sale', ${sale.id}, ${sale.number}, ${JSON.stringify(after)}::jsonb)`.execute(
      shop.db,
    );
  const own = async () => {
    const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
      select action, before, after from audit_log where record_type = 'sale' and record_id = ${sale.id} and action <> 'sold'
      order by id`.execute(shop.db);
    return rows;
  };
  // What is written now names no one.
  expect(JSON.stringify((await own()).slice(0, -2))).not.toMatch(secret);

  const exported = JSON.parse((await admin.call(customers.personalData, { params: { id } })).raw.toString());
  expect(exported.emails).toMatchObject([
    {
      purpose: 'sale',
      to: 'petra@personal.example',
      cc: ['Petra@personal.example'],
      text: 'Dear Petra',
    },
  ]);
  // Who else got a copy is not hers to know.
  expect(JSON.stringify(exported.emails)).not.toMatch(/neighbour|boss|bcc/);
  expect(exported.payments).toMatchObject([
    { document: paid.number, pence: 500, reference: 'REF 1', notes: 'Allergic to wasps' },
  ]);
  expect(exported.quotes).toMatchObject([
    {
      document: quote.number,
      revisions: [{ revision: 1, delivery_address: '9 Secret Lane', notes: 'Rings in the evening' }],
    },
  ]);

  const keptNotes = sql`update customer_payments set notes = null where id = ${paid.id}`;
  await expect(keptNotes.execute(shop.db)).rejects.toThrow('a posted payment stays as it is');
  const paidOut = await admin.call(customerWallet.payOut, {
    params: { id },
    body: { amount: '5.00', payment_method: 'bank_transfer' },
  });
  expect(paidOut.refusal).toBeUndefined();
  const erased = await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } });
  expect(erased.refusal).toBeUndefined();
  const { rows } = await sql`select reference, notes from customer_payments where id = ${paid.id}`.execute(
    shop.db,
  );
  expect(rows).toEqual([{ reference: 'REF 1', notes: null }]);
  expect(JSON.stringify(await own())).not.toMatch(secret);
  expect((await own()).slice(-2).map(({ after }) => after)).toEqual([null, null]);
  expect(await verifyLog(shop.db, null)).toMatchObject({ intact: true });
});

test('K3 R12 stored answers that name an erased customer are emptied, and a repeated request still has one effect', async () => {
  const till = await openTill(shop.db);
  const floor = shopFloor(() => ({ app: shop, seller: admin, till }));
  const send = (key: string) =>
    admin.call(customers.create, { body: { name: 'Quentin Quiet' }, headers: { 'idempotency-key': key } });
  const { id } = (await send('quentin-as-typed')).reply;
  const other = await add({ name: 'Oscar Other' });
  const product = await stockedProduct(shop.db);
  await floor.sold([{ product_id: product, quantity: '1' }], 240, { customer_id: id });
  await floor.sold([{ product_id: product, quantity: '1' }], 240, { customer_id: other.id });
  const kept = async () =>
    (
      await sql<{
        answer: string;
      }>`select answer::text from idempotency_keys where answer is not null`.execute(shop.db)
    ).rows
      .map(({ answer }) => answer)
      .join('\n');
  expect(await kept()).toMatch(/Quentin Quiet/);

  const erased = await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } });
  expect(erased.status).toBe(200);
  expect(await kept()).not.toMatch(/Quentin Quiet/);
  expect(await kept()).toMatch(/Oscar Other/);

  const people = async () => (await admin.call(customers.list, { query: {} })).reply.total;
  const before = await people();
  const again = await send('quentin-as-typed');
  expect(again.status).toBe(409);
  expect(again.refusal.message).toBe(
    'This was done already. Its answer is no longer kept, because personal data in it was erased. Open the record to see it.',
  );
  expect(await people()).toBe(before);
});
