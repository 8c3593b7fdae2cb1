import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { brands, categories, subCategories, units } from '#domain/masters/master.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { insertOrder } from '../../../tests/support/purchases';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm } from '../../../tests/support/upload';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as(
    'create_supplier',
    'edit_supplier',
    'view_supplier',
    'delete_supplier',
    'export_data',
  );
});
afterAll(() => shop.close());

const supplierNames = async (search: string) =>
  (await clerk.call(suppliers.list, { query: { search } })).reply.data.map(row => row.name);
const rowsOf = async (id: number, outcome?: 'rejected' | 'new') =>
  (await clerk.call(imports.rows, { params: { id }, query: outcome ? { outcome } : {} })).reply.data;

describe('from a file to records', () => {
  test('guesses columns, checks rows, rejects invalid cells, and imports the valid rows', async () => {
    const file = csvOf([
      ['Company name', 'E-mail', 'Tel', 'State', 'Our rating'],
      ['Alder & Sons', 'sales@alder.example', "'+44 20 7946 0000", 'Active', '5'],
      ['Birch Ltd', 'not an address', '', 'active', ''],
      ['', 'x@birch.example', '', 'asleep', ''],
      ['Cedar', '', '', '', ''],
    ]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'firms.csv', content: file });
    expect(read).toMatchObject({
      state: 'mapping',
      row_count: 4,
      mapping: { name: 0, email: 1, phone: 2, status: 3 },
    });
    expect(read.samples[0]?.[0]).toBe('Alder & Sons');
    const before = await supplierNames('');
    const checked = await checkTable(clerk, read);
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { new: 2, rejected: 2, changed: 0 },
      is_stale: false,
    });
    expect(await supplierNames('')).toEqual(before);
    const rejected = await rowsOf(read.id, 'rejected');
    expect(rejected.map(row => [row.row_number, row.errors])).toEqual([
      [3, [{ field: 'email', message: 'Enter one email address, such as name@example.co.uk.' }]],
      [
        4,
        [
          { field: 'name', message: 'Name is required.' },
          { field: 'status', message: 'Choose Active or Inactive.' },
        ],
      ],
    ]);
    const refused = await clerk.call(imports.commit, { params: { id: read.id }, body: {} });
    expect([refused.status, refused.refusal.message]).toEqual([
      409,
      '2 rows are rejected. Correct them, or import without them.',
    ]);
    const done = await commitTable(clerk, read.id);
    expect(done).toMatchObject({ state: 'done', counts: { new: 2 } });
    const { reply } = await clerk.call(suppliers.list, { query: { search: 'alder' } });
    expect(reply.data[0]).toMatchObject({ phone: '+44 20 7946 0000', status: 'active' });
    const [, , imported] = await shop.audits(3);
    expect(imported).toMatchObject({ action: 'imported', record_type: 'import', record_name: 'firms.csv' });
    expect((await shop.audits(2)).map(entry => [entry.action, entry.record_type, entry.record_name])).toEqual(
      [
        ['created', 'supplier', 'Cedar'],
        ['created', 'supplier', 'Alder & Sons'],
      ],
    );
  });

  test('corrects cells in place, skips rows, and exports the rejected ones with the reasons', async () => {
    const file = csvOf([
      ['Name', 'Email'],
      ['Dogwood', 'bad'],
      ['Elm', 'worse'],
      ['Fir', 'fir@fir.example'],
    ]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'trees.csv', content: file });
    await checkTable(clerk, read);
    const { raw } = await clerk.call(imports.rejects, { params: { id: read.id } });
    const lines = raw.toString('utf8').split('\r\n');
    expect(lines[0]).toBe('\ufeffName,Email,Row in the file,Why it was rejected');
    expect(lines[1]).toBe('Dogwood,bad,2,"Email: Enter one email address, such as name@example.co.uk."');
    const corrected = await clerk.call(imports.correct, {
      params: { id: read.id, row: 2 },
      body: { values: { email: 'dog@wood.example' } },
    });
    expect(corrected.reply).toMatchObject({ values: { email: 'dog@wood.example' }, corrected: ['email'] });
    await clerk.call(imports.correct, { params: { id: read.id, row: 3 }, body: { is_left_out: true } });
    const stale = await clerk.call(imports.commit, { params: { id: read.id }, body: {} });
    expect(stale.refusal.message).toBe('Rows were corrected since the last check. Check again first.');
    const again = await checkTable(clerk, read);
    expect(again.counts).toMatchObject({ new: 2, rejected: 0 });
    await commitTable(clerk, read.id);
    expect(await supplierNames('dogwood')).toEqual(['Dogwood']);
    expect(await supplierNames('elm')).toEqual([]);
  });

  test('the same file twice changes nothing, and a changed row changes only its record', async () => {
    const rows = [
      ['Name', 'Email', 'Phone'],
      ['Gorse', 'g@gorse.example', '1'],
      ['Hazel', 'h@hazel.example', '2'],
    ];
    const first = await uploadTable(clerk, 'suppliers', { name: 'a.csv', content: csvOf(rows) });
    await checkTable(clerk, first);
    await commitTable(clerk, first.id);
    const second = await uploadTable(clerk, 'suppliers', { name: 'a.csv', content: csvOf(rows) });
    const checked = await checkTable(clerk, second);
    expect(checked.counts).toEqual({ new: 0, changed: 0, unchanged: 2, repeated: 0, rejected: 0 });
    const nothing = await clerk.call(imports.commit, { params: { id: second.id }, body: {} });
    expect([nothing.status, nothing.refusal.message]).toEqual([
      409,
      'All records in this file already exist and are unchanged. There is nothing to import.',
    ]);
    const third = await uploadTable(clerk, 'suppliers', {
      name: 'b.csv',
      content: csvOf([
        ['Name', 'Phone', 'Email'],
        ['GORSE', '', ''],
        ['hazel', '22', ''],
      ]),
    });
    expect((await checkTable(clerk, third)).counts).toMatchObject({ changed: 2 });
    await commitTable(clerk, third.id);
    const { reply } = await clerk.call(suppliers.list, { query: { search: 'hazel' } });
    expect(reply.data[0]).toMatchObject({ phone: '22', email: 'h@hazel.example', version: 2 });
  });

  test('a duplicate name in a file is refused, or imported once', async () => {
    const content = csvOf([
      ['Name', 'Phone'],
      ['Ivy', '1'],
      ['IVY', '2'],
      ['Ivy', '1'],
    ]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'ivy.csv', content });
    expect((await checkTable(clerk, read)).counts).toMatchObject({ new: 1, rejected: 2 });
    expect((await rowsOf(read.id, 'rejected'))[0]?.errors).toEqual([
      { field: 'name', message: 'Row 2 already has “IVY”. Keep one of the two rows.' },
    ]);
    expect((await checkTable(clerk, read, { repeats: 'first' })).counts).toMatchObject({
      new: 1,
      repeated: 2,
      rejected: 0,
    });
  });

  test('the column mapping is remembered', async () => {
    const content = csvOf([
      ['Trading as', 'Ring them at'],
      ['Juniper', '1'],
    ]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'j.csv', content });
    expect(read.mapping).toEqual({});
    await checkTable(clerk, read, { mapping: { name: 0, phone: 1 } });
    const next = await uploadTable(clerk, 'suppliers', { name: 'j.csv', content });
    expect(next.mapping).toEqual({ name: 0, phone: 1 });
  });

  test('importing an export changes nothing', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { raw } = await clerk.call(suppliers.export, { query: { format } });
      const read = await uploadTable(clerk, 'suppliers', { name: `suppliers.${format}`, content: raw });
      const { counts, row_count } = await checkTable(clerk, read);
      expect(row_count).toBeGreaterThan(5);
      expect(counts).toEqual({ new: 0, changed: 0, unchanged: row_count, repeated: 0, rejected: 0 });
    }
  });
});

describe('undo', () => {
  test('added records are deleted, changed ones restored, and the audit log has both', async () => {
    const keeper = await clerk.call(suppliers.create, { body: { name: 'Larch', phone: '9' } });
    const content = csvOf([
      ['Name', 'Phone'],
      ['Larch', '10'],
      ['Maple', '11'],
    ]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'undo.csv', content });
    expect((await checkTable(clerk, read)).counts).toMatchObject({ new: 1, changed: 1 });
    await commitTable(clerk, read.id);
    expect(await supplierNames('maple')).toEqual(['Maple']);
    await clerk.call(imports.undo, { params: { id: read.id } });
    expect(await settled(clerk, read.id)).toMatchObject({ state: 'undone', problem: null });
    expect(await supplierNames('maple')).toEqual([]);
    const { reply } = await clerk.call(suppliers.get, { params: { id: keeper.reply.id } });
    expect(reply.phone).toBe('9');
    expect((await shop.audits(2)).map(entry => [entry.action, entry.record_name, entry.after])).toEqual([
      ['edited', 'Larch', { phone: '9' }],
      ['deleted', 'Maple', null],
    ]);
    const twice = await clerk.call(imports.undo, { params: { id: read.id } });
    expect([twice.status, twice.refusal.message]).toEqual([
      409,
      'This import was undone. Upload the file again.',
    ]);
  });

  test('is refused as a whole once something uses or has changed a record', async () => {
    const content = csvOf([['Name'], ['Oak'], ['Pine'], ['Rowan']]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'used.csv', content });
    await checkTable(clerk, read);
    await commitTable(clerk, read.id);
    const { reply: oak } = await clerk.call(suppliers.list, { query: { search: 'oak' } });
    const oakId = oak.data[0]?.id ?? 0;
    await insertOrder(shop.db, {
      supplier_id: oakId,
      created_by: clerk.userId,
      total_pence: 100,
      status: 'draft',
    });
    await clerk.call(imports.undo, { params: { id: read.id } });
    const refused = await settled(clerk, read.id);
    expect(refused).toMatchObject({
      state: 'done',
      problem: 'This import cannot be undone: “Oak” is in use.',
    });
    expect(await supplierNames('pine')).toEqual(['Pine']);
    const { reply: pine } = await clerk.call(suppliers.list, { query: { search: 'pine' } });
    await clerk.call(suppliers.update, {
      params: { id: pine.data[0]?.id ?? 0 },
      body: { name: 'Pine', phone: '1' },
    });
    await clerk.call(imports.undo, { params: { id: read.id } });
    expect((await settled(clerk, read.id)).problem).toContain('“Pine” has since been changed');
    expect(await supplierNames('rowan')).toEqual(['Rowan']);
  });
});

describe('permissions', () => {
  test('F73 each kind needs its own permission, and changing records the permission to edit; Undo is offered to those who may undo', async () => {
    const adder = await shop.as('create_supplier', 'view_supplier');
    const { body, headers } = await multipartForm(
      { kind: 'brands' },
      [{ name: 'b.csv', content: 'Name\nX' }],
      'file',
    );
    expect((await adder.call(imports.upload, { body, headers })).status).toBe(403);
    await clerk.call(suppliers.create, { body: { name: 'Spruce', phone: '1' } });
    const content = csvOf([
      ['Name', 'Phone'],
      ['Spruce', '2'],
      ['Teasel', '3'],
    ]);
    const read = await uploadTable(adder, 'suppliers', { name: 's.csv', content });
    expect((await checkTable(adder, read)).counts).toMatchObject({ new: 1, rejected: 1 });
    await commitTable(adder, read.id);
    const other = await shop.as('create_supplier');
    const ofOthers = 'You do not have permission to delete records imported by another user.';
    const shown = async (who: typeof adder) => [
      (await who.call(imports.get, { params: { id: read.id } })).reply.can.undo,
      (await who.call(imports.list)).reply.data.find(({ id }) => id === read.id)?.can.undo,
    ];
    const refused = { allowed: false, reason: ofOthers };
    expect(await shown(other)).toEqual([refused, refused]);
    expect(await shown(adder)).toEqual([{ allowed: true }, { allowed: true }]);
    const undone = await other.call(imports.undo, { params: { id: read.id } });
    expect([undone.status, undone.refusal.message]).toEqual([403, ofOthers]);
    await adder.call(imports.undo, { params: { id: read.id } });
    expect((await settled(adder, read.id)).state).toBe('undone');
    const keeper = await shop.as('create_master');
    expect((await keeper.call(imports.get, { params: { id: read.id } })).status).toBe(403);
    expect((await keeper.call(imports.list)).reply.data).toEqual([]);
    expect((await keeper.call(imports.commit, { params: { id: read.id }, body: {} })).status).toBe(403);
  });
});

describe('master data', () => {
  test('imports all five kinds; sub-categories find their category by name', async () => {
    const keeper = await shop.as('create_master', 'edit_master', 'view_master', 'export_data');
    const kinds = ['categories', 'brands', 'units', 'expense_categories'] as const;
    for (const kind of kinds) {
      const read = await uploadTable(keeper, kind, {
        name: `${kind}.csv`,
        content: 'Name;Status\nTea;active\nCoffee;inactive',
      });
      expect((await checkTable(keeper, read)).counts, kind).toMatchObject({ new: 2 });
      await commitTable(keeper, read.id);
    }
    const content = 'Category\tName\ntea\tGreen\nCOFFEE\tGreen\nCocoa\tDark\ntea\tgreen';
    const read = await uploadTable(keeper, 'sub_categories', { name: 'sub.txt', content });
    expect((await checkTable(keeper, read)).counts).toMatchObject({ new: 2, rejected: 2 });
    const { reply } = await keeper.call(imports.rows, {
      params: { id: read.id },
      query: { outcome: 'rejected' },
    });
    expect(reply.data.map(row => row.errors[0]?.message)).toEqual([
      'There is no category called “Cocoa”. Add it first.',
      'Row 2 already has “green”. Keep one of the two rows.',
    ]);
    await commitTable(keeper, read.id);
    for (const [kind, call] of [
      ['sub_categories', subCategories],
      ['categories', categories],
      ['brands', brands],
      ['units', units],
    ] as const) {
      const { raw } = await keeper.call(call.export, { query: { format: 'xlsx' } });
      const back = await uploadTable(keeper, kind, { name: 'back.xlsx', content: raw });
      expect((await checkTable(keeper, back)).counts, kind).toMatchObject({
        unchanged: 2,
        new: 0,
        changed: 0,
        rejected: 0,
      });
    }
    await keeper.call(imports.undo, { params: { id: read.id } });
    expect((await settled(keeper, read.id)).state).toBe('undone');
  });
});
