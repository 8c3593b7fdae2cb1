import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, csvOf, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

test('F73 a rejected text is replaced in every row that was rejected for it, and in no other', async () => {
  const file = csvOf([
    ['Name', 'Email', 'Status', 'Phone'],
    ['Alder', '', 'Maybe', '1'],
    ['Beech', '', 'Maybe', '2'],
    // Rejected for another cell as well.
    ['Cedar', 'no address', ' Maybe ', '3'],
    ['Dogwood', '', 'Perhaps', '4'],
    ['Elm', '', 'Maybe', '5'],
    // The same text in another cell, which is no error there.
    ['Maybe', '', 'Perhaps', '6'],
    ['Fir', '', 'active', '7'],
  ]);
  const read = await uploadTable(clerk, 'suppliers', { name: 'trees.csv', content: file });
  expect((await checkTable(clerk, read)).counts).toMatchObject({ new: 1, rejected: 6 });
  const correct = (row: number, body: object) =>
    clerk.call(imports.correct, { params: { id: read.id, row }, body });
  await correct(6, { is_left_out: true });
  const one = await correct(2, { values: { status: 'inactive' } });
  // Beech and Cedar: Elm is skipped.
  expect(one.reply).toMatchObject({ values: { status: 'inactive' }, alike: 2 });
  expect((await correct(2, { is_left_out: false })).reply.alike).toBe(0);
  const wrong = await correct(2, { is_left_out: false, replaces: 'Maybe' });
  expect([wrong.status, wrong.refusal.errors]).toEqual([
    422,
    { values: ['Send the one value that replaces the text.'] },
  ]);

  const all = await correct(2, { values: { status: 'inactive' }, replaces: 'Maybe' });
  expect(all.reply.alike).toBe(2);
  expect((await shop.audits(1))[0]).toMatchObject({ action: 'corrected', record_name: 'trees.csv' });
  expect((await correct(2, { values: { status: 'inactive' }, replaces: 'Maybe' })).reply.alike).toBe(0);

  const again = await checkTable(clerk, read);
  expect(again.counts).toMatchObject({ new: 3, rejected: 3 });
  const { reply } = await clerk.call(imports.rows, {
    params: { id: read.id },
    query: { outcome: 'rejected' },
  });
  expect(reply.data.map(row => [row.values.name, row.errors.map(({ field }) => field)])).toEqual([
    ['Cedar', ['email']],
    ['Dogwood', ['status']],
    ['Maybe', ['status']],
  ]);
  expect((await correct(5, { values: { status: 'active' } })).reply.alike).toBe(1);
  await checkTable(clerk, read);
  await commitTable(clerk, read.id);
  const { reply: list } = await clerk.call(suppliers.list, { query: { search: 'beech' } });
  expect(list.data.map(({ status }) => status)).toEqual(['inactive']);
});
