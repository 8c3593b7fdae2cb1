import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { imports } from '#domain/imports/import.contract';
import { settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier');
});
afterAll(() => shop.close());

/** A workbook with these sheets, of texts alone. */
function workbookOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const names = Object.keys(sheets);
  const each = (text: (name: string, number: number) => string) =>
    names.map((name, at) => text(name, at + 1)).join('');
  add('[Content_Types].xml', '<Types/>');
  add(
    'xl/workbook.xml',
    `<workbook xmlns:r="r"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${each((_, n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  );
  Object.values(sheets).forEach((rows, at) => {
    const cells = (row: readonly string[]) =>
      row.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    add(
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet><sheetData>${rows.map(row => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
    );
  });
  zip.end();
  return buffer(zip.outputStream);
}

test('F100 of a workbook the sheet is read whose headers fit; another can be chosen, a cover sheet says what it is', async () => {
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
    sheet: ['The file has no such sheet. Choose one of the list.'],
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
  // A cover has nothing below its first row: said by its name, and the way back stays open.
  await choose('Cover');
  const cover = await settled(clerk, read.id);
  expect(cover).toMatchObject({
    state: 'failed',
    problem: 'The sheet “Cover” has a row of headers and nothing below it. Choose another sheet.',
  });
  await choose('Firms');
  expect(await settled(clerk, read.id)).toMatchObject({ state: 'mapping', sheet: 'Firms', row_count: 2 });
});

test('F100 with one sheet, or in a CSV file, there is nothing to choose', async () => {
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
