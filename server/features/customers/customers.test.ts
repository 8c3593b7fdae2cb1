import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Awaited<ReturnType<TestApp['as']>>;
let walkIn: number;
beforeAll(async () => {
  shop = await startTestApp();
  clerk = await shop.as(
    'view_customer',
    'create_customer',
    'edit_customer',
    'delete_customer',
    'export_data',
    'override_price',
    'sell_on_account',
  );
  walkIn = (
    await shop.db
      .selectFrom('customers')
      .select('id')
      .where('is_walk_in', '=', true)
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => shop.close());

const add = async (body: Record<string, unknown>) => {
  const { reply, refusal } = await clerk.call(customers.create, { body });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const edit = (id: number, body: Record<string, unknown>) =>
  clerk.call(customers.update, { params: { id }, body });
const names = async (query: Record<string, string>) =>
  (await clerk.call(customers.list, { query })).reply.data.map(c => c.name);

test('a customer is added and edited with every field, each step in the audit log; 409 returns the current values', async () => {
  const { reply: added, status } = await clerk.call(customers.create, {
    body: {
      name: 'Thornbury  Foods',
      kind: 'company',
      contact_person: 'Zoë Łukasz',
      email: ' Orders@thornbury.example ',
      phone: '+44 (0)117 496 0123',
      billing_address: '1 High St\r\nBristol',
      billing_postcode: 'bs14dj',
      vat_number: '339 0727 47',
      credit_limit: '500.00',
      consent: 'given',
      tags: ['Trade', 'café', 'trade'],
      notes: '',
    },
  });
  expect(status).toBe(200);
  expect(added).toMatchObject({
    number: `C-${String(added.id).padStart(5, '0')}`,
    name: 'Thornbury Foods',
    billing_address: '1 High St\nBristol',
    billing_postcode: 'BS1 4DJ',
    delivery_address: null,
    vat_number: 'GB339072747',
    payment_terms_days: 30,
    credit_limit: 50_000,
    consent: 'given',
    consent_by: expect.stringMatching(/^Person/),
    tags: ['café', 'trade'],
    notes: null,
    status: 'active',
    is_walk_in: false,
    merged_into: null,
    version: 1,
  });
  expect(added.consent_at).toBeInstanceOf(Date);
  expect(await shop.audits()).toMatchObject([
    { action: 'created', record_type: 'customer', record_id: added.id, after: { credit_limit: '500.00' } },
  ]);

  const same = { name: 'Thornbury', kind: 'company', consent: 'given', version: 1 };
  const { reply: edited } = await edit(added.id, { ...same, credit_limit: '0.00' });
  expect(edited).toMatchObject({ name: 'Thornbury', email: null, credit_limit: null, tags: [], version: 2 });
  expect(edited.consent_at, 'the moment moves with the word only').toEqual(added.consent_at);
  expect(await shop.audits()).toMatchObject([{ action: 'edited', before: { name: 'Thornbury Foods' } }]);
  const stale = await edit(added.id, { ...same, name: 'Late' });
  expect(stale.status).toBe(409);
  expect(stale.refusal.current).toMatchObject({ name: 'Thornbury', version: 2, credit_limit: null });
});

test('consent records time and user of each change, and cannot be reset to not asked', async () => {
  const { id } = await add({ name: 'Consenting' });
  expect((await edit(id, { name: 'Consenting', consent: 'withdrawn' })).reply).toMatchObject({
    consent: 'withdrawn',
    consent_by: expect.stringMatching(/^Person/),
  });
  expect((await edit(id, { name: 'Consenting' })).refusal.errors).toEqual({
    consent: ['Consent has already been recorded. Choose Withdrawn if it no longer applies.'],
  });
  expect((await edit(id, { name: 'Consenting', consent: 'given' })).reply.consent).toBe('given');
});

test('V23 invalid input is refused by field', async () => {
  const refused = async (body: Record<string, unknown>) =>
    (await clerk.call(customers.create, { body })).refusal.errors;
  expect(await refused({})).toEqual({ name: ['Name is required.'] });
  expect(await refused({ name: 'A', vat_number: '339072748' })).toEqual({
    vat_number: [expect.stringContaining('do not match')],
  });
  expect(await refused({ name: 'A', contact_person: 'B' })).toEqual({
    contact_person: [expect.stringContaining('Only a company')],
  });
  expect(await refused({ name: 'A', delivery_postcode: 'BS1 4DJ' })).toEqual({
    delivery_address: [expect.stringContaining('delivery address')],
  });
  expect(await refused({ name: 'A', credit_limit: '-1.00' })).toEqual({
    credit_limit: ['Enter an amount of zero or more.'],
  });
  expect(await refused({ name: 'A', payment_terms_days: 366 })).toEqual({
    payment_terms_days: ['Enter at most 365 days.'],
  });
  expect(Object.keys((await refused({ name: 'A', tags: ['a, b'] })) ?? {})).toEqual(['tags.0']);
  expect(await refused({ name: 'A', tags: Array.from({ length: 31 }, (_, n) => `t${n}`) })).toEqual({
    tags: ['Enter at most 30 tags.'],
  });
});

test('the walk-in customer stays: neither code nor database deletes, deactivates, merges or erases it or gives it credit', async () => {
  const params = { id: walkIn };
  const other = await add({ name: 'Walked in' });
  const before = await shop.digest();
  expect((await clerk.call(customers.get, { params })).reply).toMatchObject({
    name: 'Walk-in customer',
    is_walk_in: true,
  });
  expect((await clerk.call(customers.remove, { params })).status).toBe(409);
  const name = 'Walk-in customer';
  expect((await edit(walkIn, { name, status: 'inactive' })).refusal.errors).toHaveProperty('status');
  expect((await edit(walkIn, { name, credit_limit: '1.00' })).refusal.errors).toHaveProperty('credit_limit');
  expect((await edit(walkIn, { name, country: 'FR' })).refusal.errors).toHaveProperty('country');
  const abroad = { delivery_address: '1 Rue', delivery_country: 'FR' };
  expect((await edit(walkIn, { name, ...abroad })).refusal.errors).toHaveProperty('delivery_country');
  expect((await edit(walkIn, { name, consent: 'given' })).refusal.errors).toHaveProperty('consent');
  expect((await clerk.call(customers.erase, { params, body: { reason: 'x' } })).status).toBe(409);
  for (const [id, other_id] of [
    [walkIn, other.id],
    [other.id, walkIn],
  ] as const)
    expect(
      (await clerk.call(customers.merge, { params: { id }, body: { other_id } })).refusal.message,
    ).toContain('walk-in customer cannot be merged');
  for (const statement of [
    `delete from customers where is_walk_in`,
    `update customers set status = 'inactive' where is_walk_in`,
    `update customers set credit_limit_pence = 1 where is_walk_in`,
    `with g as (insert into price_groups (name, created_at, updated_at) values ('For none', now(), now()) returning id)
      update customers set price_group_id = (select id from g) where is_walk_in`,
    `update customers set country = 'FR' where is_walk_in`,
    `update customers set delivery_address = '1 Rue', delivery_country = 'FR' where is_walk_in`,
    `update customers set is_walk_in = false where is_walk_in`,
    `update customers set is_walk_in = true where id = ${other.id}`,
    `update customers set merged_into_id = ${other.id}, status = 'inactive' where is_walk_in`,
    `update customers set merged_into_id = ${walkIn}, status = 'inactive' where id = ${other.id}`,
    `update customers set erased_at = now(), erased_reason = 'x', status = 'inactive' where is_walk_in`,
    `insert into customers (name, is_walk_in, created_at, updated_at) values ('Second', true, now(), now())`,
  ])
    await expect(sql.raw(statement).execute(shop.db), statement).rejects.toThrow(
      /walk-in|walk_in|customers_/,
    );
  expect(await shop.digest()).toBe(before);
});

test('the list searches name, email, phone in any format, number and postcode, filters, sorts and pages', async () => {
  for (let n = 1; n <= 12; n++)
    await add({
      name: `Quill ${String(n).padStart(2, '0')}`,
      kind: n % 2 ? 'person' : 'company',
      email: `q${n}@quill.example`,
      phone: n === 7 ? '+44 (0)1632 960 777' : undefined,
      billing_postcode: n === 8 ? 'EX1 1GF' : undefined,
      tags: n > 9 ? ['quilling'] : [],
      status: n > 10 ? 'inactive' : 'active',
    });
  const { reply } = await clerk.call(customers.list, { query: { search: 'QUILL' } });
  expect(reply).toMatchObject({ current_page: 1, last_page: 2, total: 12 });
  expect(reply.data).toHaveLength(10);
  const quills = (query: Record<string, string>) => names({ search: 'quill', ...query });
  expect(await quills({ page: '2' })).toEqual(['Quill 11', 'Quill 12']);
  expect(await quills({ status: 'inactive' })).toEqual(['Quill 11', 'Quill 12']);
  expect(await quills({ tag: 'Quilling' })).toEqual(['Quill 10', 'Quill 11', 'Quill 12']);
  expect(await quills({ kind: 'company', tag: 'quilling' })).toEqual(['Quill 10', 'Quill 12']);
  for (const sort_by of ['name', 'number', 'created_at'])
    expect((await quills({ sort_by, sort_order: 'desc' }))[0]).toBe('Quill 12');
  for (const search of ['01632 960777', '1632960777', '+44 1632 960 777', '(01632) 960-777'])
    expect(await names({ search }), search).toEqual(['Quill 07']);
  expect(await names({ search: 'ex11gf' })).toEqual(['Quill 08']);
  expect(await names({ search: 'q8@quill' })).toEqual(['Quill 08']);
  expect(await names({ search: (reply.data[2]?.number ?? '').toLowerCase() })).toEqual(['Quill 03']);
  expect(await names({ search: '%' })).toEqual([]);
  expect((await clerk.call(customers.list, { query: { status: 'gone' } })).status).toBe(422);
  const { reply: tags } = await clerk.call(customers.tags);
  expect(tags.data).toContainEqual({ tag: 'quilling', customers: 3 });

  const { raw, headers } = await clerk.call(customers.export, { query: { search: 'quill 10' } });
  expect(headers['content-disposition']).toContain('customers.csv');
  expect(raw.toString('utf8').split('\r\n')[1]).toMatch(
    /^C-\d{5},Quill 10,Company,,q10@quill\.example,.*,30,,quilling,,active,Not asked/,
  );
  const xlsx = await clerk.call(customers.export, { query: { format: 'xlsx' } });
  expect(xlsx.raw.subarray(0, 2).toString()).toBe('PK');
});

test('likely duplicates are listed before saving, with what is the same, and do not block', async () => {
  const one = await add({
    name: 'Ann Alike',
    email: 'ann@alike.example',
    phone: '01632 960 001',
    billing_postcode: 'BA1 2AB',
  });
  const same = async (query: Record<string, string>) =>
    (await clerk.call(customers.lookAlikes, { query })).reply.data.map(other => ({
      id: other.id,
      same: other.same,
    }));
  expect(await same({ email: 'ANN@alike.example' })).toEqual([{ id: one.id, same: ['email'] }]);
  expect(await same({ phone: '+44 1632 960001' })).toEqual([{ id: one.id, same: ['phone'] }]);
  expect(await same({ name: 'ann  alike', postcode: 'ba12ab' })).toEqual([
    { id: one.id, same: ['name_and_postcode'] },
  ]);
  expect(await same({ name: 'Ann Alike', email: 'ann@alike.example', postcode: 'BA1 2AB' })).toEqual([
    { id: one.id, same: ['email', 'name_and_postcode'] },
  ]);
  expect(await same({ name: 'Ann Alike' })).toEqual([]);
  expect(await same({ name: 'Walk-in customer', email: '\u0000' })).toEqual([]);
  expect(await same({ email: 'ann@alike.example', except: String(one.id) })).toEqual([]);
  expect(
    (await clerk.call(customers.create, { body: { name: 'Ann Alike', email: 'ann@alike.example' } })).status,
  ).toBe(200);
  const found = await clerk.call(customers.search, { query: { text: ' ALIKE ' } });
  expect(found.reply.data.map(({ name }) => name)).toEqual(['Ann Alike', 'Ann Alike']);
  expect((await clerk.call(customers.search, { query: { id: String(one.id) } })).reply.data).toMatchObject([
    { number: one.number, billing_postcode: 'BA1 2AB', is_walk_in: false },
  ]);
});

test('a customer without references is deleted; the audit log keeps no further details', async () => {
  const { id, number } = await add({ name: 'Short lived', email: 'short@lived.example' });
  expect((await clerk.call(customers.remove, { params: { id } })).status).toBe(200);
  expect(await shop.audits()).toMatchObject([{ action: 'deleted', record_id: id, record_name: number }]);
  expect((await clerk.call(customers.get, { params: { id } })).refusal.message).toBe('Customer not found.');
});

test('a user who may only add customers finds no list of customers', async () => {
  const till = await shop.as('create_customer');
  expect((await till.call(customers.create, { body: { name: 'At the till' } })).status).toBe(200);
  expect((await till.call(customers.list)).status).toBe(403);
  expect((await till.call(customers.search)).status).toBe(403);
  expect((await till.call(customers.lookAlikes, { query: { email: 'nobody@x.test' } })).status).toBe(200);
});

test('the list is served by indexes: no sort order sorts, and no search scans the table', async () => {
  await sql`insert into customers (name, email, phone, billing_postcode, created_at, updated_at)
    select md5(n::text), n || '@bulk.example', '01632 ' || n, 'BS1 4DJ', now(), now() from generate_series(1, 2000) n`.execute(
    shop.db,
  );
  await sql`analyze customers`.execute(shop.db);
  // With so few rows a sequential scan must be disabled; the question is whether an index can serve the
  // query.
  const plan = (rest: string, without = 'enable_seqscan') =>
    shop.db.transaction().execute(async tx => {
      for (const setting of ['enable_seqscan', without])
        await sql.raw(`set local ${setting} = off`).execute(tx);
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(`explain select * from customers c where ${rest}`)
        .execute(tx);
      return rows.map(row => row['QUERY PLAN']).join('\n');
    });
  const inUse = 'c.merged_into_id is null and c.erased_at is null';
  for (const [order, index] of [
    ['c.name, c.id', 'customers_by_name'],
    ['c.created_at desc, c.id desc', 'customers_by_creation'],
  ] as const)
    expect(await plan(`${inUse} order by ${order} limit 10`)).toMatch(
      new RegExp(`using ${index}(?!.*Sort)`, 's'),
    );
  expect(await plan(`c.search_text like '%1999@bulk%'`, 'enable_indexscan')).toContain(
    'customers_by_search_text',
  );
  expect(
    await plan(
      `(lower(c.email) = 'x@y.z' or phone_digits(c.phone) = '01632' or (lower(c.name) = 'a' and c.billing_postcode = 'B'))`,
    ),
  ).toContain('BitmapOr');
});

test('a customer gets the prices of an existing group', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into price_groups (name, percent_off, created_at, updated_at) values ('Trade', 10, now(), now()) returning id`.execute(
    shop.db,
  );
  const group = rows[0]?.id ?? 0;
  const buyer = await add({ name: 'Trade buyer', price_group_id: group });
  expect(buyer.price_group).toEqual({ id: group, name: 'Trade' });
  const gone = await edit(buyer.id, { name: 'Trade buyer', price_group_id: 987_654 });
  expect(gone.refusal.errors?.price_group_id?.[0]).toContain('no longer exists');
  expect((await edit(buyer.id, { name: 'Trade buyer', price_group_id: null })).reply.price_group).toBeNull();
});
