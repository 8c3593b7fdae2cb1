import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { imports } from '#domain/imports/import.contract';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let admin: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  admin = await shop.as('admin');
});
afterAll(() => shop.close());

const file = (rows: readonly (readonly string[])[]) => ({
  name: 'customers.csv',
  content: Buffer.from(csvOf(rows)),
});
const headers = [
  'Customer name',
  'Contact',
  'E-mail',
  'Phone',
  'Address',
  'Postcode',
  'VAT no',
  'Terms',
  'Credit limit',
  'Tags',
];
const checked = async (rows: readonly (readonly string[])[]) =>
  checkTable(admin, await uploadTable(admin, 'customers', file(rows)));
const found = async (search: string) => (await admin.call(customers.list, { query: { search } })).reply.data;

test('customers are imported and matched by email or by name and postcode; errors are reported by cell', async () => {
  const rows = [
    headers,
    [
      'Imported Ltd',
      'Ida Port',
      'ida@port.example',
      '01632 960 200',
      '1 Quay',
      'bs1 4dj',
      '339 0727 47',
      '14',
      '£1,250',
      'Trade; Quay',
    ],
    ['Nameless Post', '', '', '', '2 Quay', 'EX1 1GF', '', '', '', ''],
    ['Wrong Number', '', 'wrong@port.example', '', '', '', '339 0727 48', '', '', ''],
    ['Wrong Terms', '', 'terms@port.example', '', '', '', '', 'soon', '12.345', ''],
    ['Imported Again', '', 'IDA@port.example', '', '', '', '', '', '', ''],
  ];
  const imported = await checked(rows);
  expect(imported.counts).toMatchObject({ new: 2, rejected: 3 });
  const { reply: rejects } = await admin.call(imports.rows, {
    params: { id: imported.id },
    query: { outcome: 'rejected' },
  });
  expect(rejects.data.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    ['vat_number'],
    ['payment_terms_days', 'credit_limit'],
    ['name'],
  ]);
  expect((await commitTable(admin, imported.id)).state).toBe('done');
  expect((await found('port.example'))[0]).toMatchObject({
    name: 'Imported Ltd',
    kind: 'company',
    contact_person: 'Ida Port',
    billing_postcode: 'BS1 4DJ',
    vat_number: 'GB339072747',
    payment_terms_days: 14,
    credit_limit: 125_000,
    tags: ['quay', 'trade'],
    consent: 'not_asked',
  });

  const again = await checked([
    headers,
    ['Imported Ltd', '', 'Ida@Port.example', '01632 960 201', '', '', '', '', '0', ''],
    ['nameless post', '', '', '', '2 Quay', 'ex11gf', '', '', '', ''],
  ]);
  expect(again.counts).toMatchObject({ new: 0, changed: 2, rejected: 0 });
  await commitTable(admin, again.id);
  expect((await found('port.example'))[0]).toMatchObject({
    phone: '01632 960 201',
    email: 'Ida@Port.example',
    credit_limit: null,
    tags: ['quay', 'trade'],
  });
  await admin.call(imports.undo, { params: { id: again.id } });
  expect((await settled(admin, again.id)).state).toBe('undone');
  expect((await found('port.example'))[0]).toMatchObject({ phone: '01632 960 200', credit_limit: 125_000 });
});

test('an exported list is imported without changes, the walk-in customer included', async () => {
  await admin.call(customers.create, {
    body: {
      name: 'Round Trip',
      kind: 'company',
      consent: 'given',
      tags: ['a', 'b'],
      notes: 'One\nTwo',
      delivery_address: 'Barn',
    },
  });
  const { raw } = await admin.call(customers.export);
  const imported = await checkTable(
    admin,
    await uploadTable(admin, 'customers', { name: 'customers.csv', content: raw }),
  );
  expect(imported.counts).toMatchObject({ new: 0, changed: 0, rejected: 0 });
  expect(imported.counts.unchanged).toBeGreaterThanOrEqual(4);
});

test('two customers sharing an email address are matched by name; an import does not change the walk-in customer', async () => {
  for (const name of ['Hal House', 'Ivy House'])
    await admin.call(customers.create, { body: { name, email: 'both@house.example' } });
  const imported = await checked([
    headers,
    ['Ivy House', '', 'both@house.example', '01632 960 300', '', '', '', '', '', ''],
    ['Third House', '', 'both@house.example', '', '', '', '', '', '', ''],
    ['Walk-in customer', '', '', '', '', '', '', '', '50', ''],
  ]);
  expect(imported.counts).toMatchObject({ new: 0, changed: 1, rejected: 2 });
  const { reply } = await admin.call(imports.rows, {
    params: { id: imported.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data.map(({ errors }) => errors[0]?.message)).toEqual([
    expect.stringContaining('2 customers have this email address'),
    'The walk-in customer must stay active, in the UK and at list prices, and cannot have credit.',
  ]);
});

/** A row with these cells and nothing else. */
const row = (name: string, email: string, postcode: string) => [
  name,
  '',
  email,
  '',
  '',
  postcode,
  '',
  '',
  '',
  '',
];

test('rows of one file are one customer by the same rule, however far apart they are', async () => {
  // More than a block of rows in between.
  const between = Array.from({ length: 260 }, (_, n) => row(`Between ${n}`, '', ''));
  const imported = await checked([
    headers,
    row('Near Nora', 'nora@near.example', 'EX1 1GF'),
    row('Near Nora', '', 'EX1 1GF'),
    row('Far Fred', 'fred@far.example', 'EX1 1GF'),
    row('Hal Home', 'all@home.example', ''),
    row('Ivy Home', 'all@home.example', ''),
    ...between,
    row('Far Fred', '', 'EX1 1GF'),
    row('Jo Home', 'all@home.example', ''),
  ]);
  expect(imported.counts).toMatchObject({ new: 263, rejected: 4 });
  const { reply } = await admin.call(imports.rows, {
    params: { id: imported.id },
    query: { outcome: 'rejected' },
  });
  const sameAddress = (own: string) =>
    `Row 5, “Hal Home”, has the same email address, so “${own}” would be the same record. Keep one of the two rows, or give them different addresses.`;
  expect(reply.data.map(({ row_number, errors }) => [row_number, errors[0]?.message])).toEqual([
    [3, 'Row 2 already has “Near Nora”. Keep one of the two rows.'],
    [6, sameAddress('Ivy Home')],
    [267, 'Row 4 already has “Far Fred”. Keep one of the two rows.'],
    [268, sameAddress('Jo Home')],
  ]);
});

test('a row that is another one by name and postcode is not said to share its email address', async () => {
  const first = await checked([headers, row('Olive Old', 'olive@old.example', 'EX2 2GF')]);
  await commitTable(admin, first.id);
  const again = await checked([
    headers,
    row('Olive New', 'olive@old.example', 'EX2 2GF'),
    row('Olive Old', '', 'EX2 2GF'),
  ]);
  const { reply } = await admin.call(imports.rows, {
    params: { id: again.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data.map(({ row_number, errors }) => [row_number, errors[0]?.message])).toEqual([
    [3, 'Row 2, “Olive New”, already changes the record that “Olive Old” is. Keep one of the two rows.'],
  ]);
});

test('undo is refused for a customer with notes since', async () => {
  const imported = await checked([
    headers,
    ['Noted Nell', '', 'nell@noted.example', '', '', '', '', '', '', ''],
  ]);
  await commitTable(admin, imported.id);
  const [nell] = await found('nell@noted');
  await sql`insert into record_notes (record_type, record_id, body, author_id, created_at)
    select 'customer', ${nell?.id}, 'Prefers mornings', min(id), now() from users`.execute(shop.db);
  await admin.call(imports.undo, { params: { id: imported.id } });
  const { state, problem } = await settled(admin, imported.id);
  expect(state).toBe('done');
  expect(problem).toContain('This import cannot be undone: “Noted Nell” has notes since.');
  expect(await found('nell@noted')).toHaveLength(1);
});

test('A-GDPR erasing a customer also clears the rows of imports', async () => {
  const imported = await checked([
    headers,
    ['Fay Filed', '', 'fay@filed.example', '', '', '', '', '', '', ''],
  ]);
  await commitTable(admin, imported.id);
  const [fay] = await found('fay@filed');
  await admin.call(customers.erase, { params: { id: fay?.id ?? 0 }, body: { reason: 'Asked' } });
  const stored = await shop.db
    .selectFrom('import_rows')
    .selectAll()
    .where('record_id', '=', fay?.id ?? 0)
    .execute();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toMatch(/fay/i);
  const undo = await admin.call(imports.undo, { params: { id: imported.id } });
  expect(undo.status === 200 ? (await settled(admin, imported.id)).state : 'refused').not.toBe('undone');
  expect((await admin.call(customers.get, { params: { id: fay?.id ?? 0 } })).reply.name).toMatch(/^Erased/);
});

test('a price group is imported by its name, kept where the cell is blank, exported and undone', async () => {
  const addGroup = async (name: string) =>
    (await admin.call(priceGroups.create, { body: { name } })).reply.id;
  const [trade, staff] = [await addGroup('Trade'), await addGroup('Staff')];
  await admin.call(customers.create, {
    body: { name: 'Grouped Ltd', email: 'g@group.example', price_group_id: staff },
  });
  const columns = ['Customer name', 'E-mail', 'Price group'];
  const imported = await checked([
    columns,
    ['Grouped Ltd', 'g@group.example', ' trade '],
    ['Ungrouped', 'u@group.example', ''],
    ['Strange', 's@group.example', 'Friends'],
  ]);
  expect(imported.counts).toMatchObject({ new: 1, changed: 1, rejected: 1 });
  const rowsOf = async (outcome: 'rejected' | 'changed') =>
    (await admin.call(imports.rows, { params: { id: imported.id }, query: { outcome } })).reply.data;
  expect((await rowsOf('rejected'))[0]?.errors).toEqual([
    { field: 'price_group', message: 'There is no price group called Friends. Add it first.' },
  ]);
  expect((await rowsOf('changed'))[0]?.changes).toEqual([
    { field: 'price_group', label: 'Price group', before: 'Staff', after: 'Trade' },
  ]);
  await commitTable(admin, imported.id);
  expect((await found('g@group.example'))[0]?.price_group).toEqual({ id: trade, name: 'Trade' });
  expect((await found('u@group.example'))[0]?.price_group).toBeNull();

  const { raw } = await admin.call(customers.export, { query: { search: 'group.example' } });
  const back = await uploadTable(admin, 'customers', { name: 'back.csv', content: raw });
  expect(back.mapping).toHaveProperty('price_group');
  expect((await checkTable(admin, back)).counts).toMatchObject({ unchanged: 2 });

  await admin.call(imports.undo, { params: { id: imported.id } });
  expect((await settled(admin, imported.id)).state).toBe('undone');
  expect((await found('g@group.example'))[0]?.price_group?.name).toBe('Staff');
});

test('a price group in a file needs the permission to override prices, as the form does', async () => {
  const clerk = await shop.as('create_customer', 'edit_customer', 'sell_on_account');
  const content = csvOf([
    ['Customer name', 'Price group'],
    ['Cheap Ltd', 'Trade'],
  ]);
  const read = await uploadTable(clerk, 'customers', { name: 'cheap.csv', content });
  expect(read.mapping).toEqual({ name: 0 });
  const mapping = { name: 0, price_group: 1 };
  const { status } = await clerk.call(imports.check, { params: { id: read.id }, body: { mapping } });
  expect(status).toBe(403);
});
