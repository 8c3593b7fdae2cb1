import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { settled, uploadTable } from '../../../tests/support/imports';
import { workbookOf } from '../../../tests/support/workbook';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier');
});
afterAll(() => shop.close());

test('F100 reads the sheet whose headers match; another can be chosen, and a cover sheet is explained', async () => {
  const content = await workbookOf({
    Cover: [['Supplier list of Harbour and Vale']],
    Notes: [['Name of the file'], ['by Ruth']],
    Firms: [
      ['Company name', 'E-mail'],
      ['Alder and Sons', 'sales@alder.example'],
      ['Birch', ''],
    ],
    Others: [['Company name'], ['Cedar']],
  });
  const read = await uploadTable(clerk, 'suppliers', { name: 'firms.xlsx', content });
  expect(read).toMatchObject({
    state: 'mapping',
    sheets: ['Cover', 'Notes', 'Firms', 'Others'],
    sheet: 'Firms',
    row_count: 2,
    mapping: { name: 0, email: 1 },
  });
  const choose = (sheet: string, version?: number) =>
    clerk.call(imports.chooseSheet, {
      params: { id: read.id },
      body: { sheet, ...(version ? { version } : {}) },
    });
  expect((await choose('Elsewhere')).refusal.errors).toEqual({
    sheet: ['The file has no such sheet. Choose one from the list.'],
  });
  expect((await choose('Others', read.version + 5)).status).toBe(409);
  expect((await choose('Others', read.version)).status).toBe(200);
  const others = await settled(clerk, read.id);
  expect(others).toMatchObject({
    state: 'mapping',
    sheet: 'Others',
    row_count: 1,
    headers: ['Company name'],
  });
  expect((await clerk.call(imports.rows, { params: { id: read.id } })).reply.total).toBe(1);
  // A cover sheet has nothing below its first row: the message names it, and another sheet can still be chosen.
  await choose('Cover');
  const cover = await settled(clerk, read.id);
  expect(cover).toMatchObject({
    state: 'failed',
    problem: 'The sheet “Cover” has a header row but no data. Choose another sheet.',
  });
  await choose('Firms');
  expect(await settled(clerk, read.id)).toMatchObject({ state: 'mapping', sheet: 'Firms', row_count: 2 });
});

test('F100 with one sheet, or a CSV file, there is nothing to choose', async () => {
  const one = await workbookOf({ Firms: [['Name'], ['Dogwood']] });
  expect(await uploadTable(clerk, 'suppliers', { name: 'one.xlsx', content: one })).toMatchObject({
    state: 'mapping',
    sheets: ['Firms'],
    sheet: 'Firms',
  });
  expect(await uploadTable(clerk, 'suppliers', { name: 'one.csv', content: 'Name\nElm' })).toMatchObject({
    state: 'mapping',
    sheets: [],
    sheet: null,
  });
});
