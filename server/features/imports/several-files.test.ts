import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { maxImportFiles } from '#domain/imports/import-limits';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { historyOf } from '../../../tests/support/histories';
import { checkTable, commitTable, settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf, type TestFile } from '../../../tests/support/upload';
import { workbookOf } from '../../../tests/support/workbook';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

const rejectedOf = async (id: number) =>
  (await clerk.call(imports.rows, { params: { id }, query: { outcome: 'rejected' } })).reply.data;

async function refusedUpload(...files: TestFile[]) {
  const { body, headers } = await multipartForm({ kind: 'suppliers' }, files, 'file');
  const { status, refusal } = await clerk.call(imports.upload, { body, headers });
  return [status, refusal?.message];
}

/** Why the files could not be read. */
async function problemOf(...files: TestFile[]) {
  const read = await uploadTable(clerk, 'suppliers', ...files);
  expect(read.state).toBe('failed');
  return read.problem;
}

describe('F66 several files are one import', () => {
  test('with .gz and XLSX among them, in any order of columns; messages name the file', async () => {
    const read = await uploadTable(
      clerk,
      'suppliers',
      { name: 'a.csv.gz', content: gzipSync('Name,Email\nAsh,ash@firm.example\n\nBeech,\n') },
      { name: 'b.csv', content: 'EMAIL,Name\nnot an address,Cedar\n,Ash\ndogwood@firm.example,Dogwood' },
      {
        name: 'c.xlsx',
        content: await workbookOf({
          List: [
            ['Name', 'Email'],
            ['Elm', ''],
          ],
        }),
      },
    );
    // The first file has four rows with its header row and a blank one, the second four.
    expect(read).toMatchObject({
      state: 'mapping',
      file_name: 'a.csv.gz and 2 more',
      files: [
        { file_name: 'a.csv.gz', rows_before: 0 },
        { file_name: 'b.csv', rows_before: 4 },
        { file_name: 'c.xlsx', rows_before: 8 },
      ],
      headers: ['Name', 'Email'],
      row_count: 6,
      mapping: { name: 0, email: 1 },
    });
    const checked = await checkTable(clerk, read);
    expect(checked.counts).toMatchObject({ new: 4, rejected: 2 });
    expect((await rejectedOf(read.id)).map(row => [row.row_number, row.errors[0]?.message])).toEqual([
      [6, 'Enter one email address, such as name@example.co.uk.'],
      [7, 'Row 2 of a.csv.gz already has “Ash”. Keep one of the two rows.'],
    ]);
    const { raw: rejects } = await clerk.call(imports.rejects, { params: { id: read.id } });
    expect(rejects.toString('utf8').trimEnd().split('\r\n').slice(0, 2)).toEqual([
      '\ufeffName,Email,File,Row in the file,Why it was rejected',
      'Cedar,not an address,b.csv,2,"Email: Enter one email address, such as name@example.co.uk."',
    ]);
    expect(await commitTable(clerk, read.id)).toMatchObject({ state: 'done', counts: { new: 4 } });
    await clerk.call(imports.undo, { params: { id: read.id } });
    expect((await settled(clerk, read.id)).state).toBe('undone');
  });

  test('an invoice cut by the end of a file is one invoice', async () => {
    const keeper = await shop.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
    const line = (number: string, sku: string) =>
      [number, sku, `Article ${sku}`, '2', '2011-03-01 10:00', '3.00', '77'] as const;
    const read = await uploadTable(
      keeper,
      'sales_history',
      { name: 'part-1.csv', content: historyOf([line('700001', 'CUT-1'), line('700002', 'CUT-1')]) },
      {
        name: 'part-2.csv.gz',
        content: gzipSync(historyOf([line('700002', 'CUT-2'), line('700003', 'CUT-1')])),
      },
    );
    const checked = await checkTable(keeper, read);
    expect(checked.history?.documents).toBe(3);
    expect(await commitTable(keeper, read.id)).toMatchObject({
      state: 'done',
      counts: { new: 4, rejected: 0 },
    });
    const found = await keeper.call(sales.list, { query: { search: '700002' } });
    const { reply } = await keeper.call(sales.get, { params: { id: found.reply.data[0]?.id ?? 0 } });
    expect(reply.lines).toHaveLength(2);
    // Two lines of 2 × £3.00.
    expect(reply.net).toBe(1200);
    expect(await breachesOf(shop.db)).toEqual([]);
  });

  test('files of other columns are refused, with the difference', async () => {
    const first = { name: 'a.csv', content: 'Name,Email\nAsh,' };
    expect(await problemOf(first, { name: 'b.csv', content: 'Name,Phone\nBeech,1' })).toBe(
      'b.csv does not have the columns of a.csv: it has no column “Email”. Give every file the same header row, or import it on its own.',
    );
    expect(await problemOf(first, { name: 'b.csv', content: 'Name,Email,Phone\nBeech,,1' })).toBe(
      'b.csv does not have the columns of a.csv: it also has the column “Phone”. Give every file the same header row, or import it on its own.',
    );
    expect(await problemOf(first, { name: 'b.csv', content: 'Name,Email\n"Beech,' })).toBe(
      'b.csv: Row 2 has an opening quotation mark without a closing one. Add the missing mark.',
    );
    const book = await workbookOf({ One: [['Name', 'Email']], Two: [['Name', 'Email']] });
    expect(await problemOf(first, { name: 'b.xlsx', content: book })).toBe(
      'b.xlsx has 2 sheets. Save the sheet to import as a file of its own.',
    );
    expect(await problemOf({ name: 'a.csv', content: 'Name' }, { name: 'b.csv', content: 'Name\n' })).toBe(
      'The files have a header row but no data. Add some rows and upload them again.',
    );
  });

  test('the same content twice, and too many files, are refused', async () => {
    const content = 'Name\nAsh';
    expect(await refusedUpload({ name: 'a.csv', content }, { name: 'copy.csv', content })).toEqual([
      422,
      'a.csv and copy.csv have the same content. Upload each file once.',
    ]);
    const many = Array.from({ length: maxImportFiles + 1 }, (_, n) => ({
      name: `${n}.csv`,
      content: `Name\n${n}`,
    }));
    expect(await refusedUpload(...many)).toEqual([422, 'Upload at most 60 files at a time.']);
    const all = await uploadTable(clerk, 'suppliers', ...many.slice(1));
    expect(all).toMatchObject({ file_name: '1.csv and 59 more', row_count: 60 });
    await clerk.call(imports.discard, { params: { id: all.id } });
  });
});

describe('F66 a .gz that cannot be read', () => {
  test('is refused on upload for its name or its start', async () => {
    const upload = (name: string, content: Buffer | string) => refusedUpload({ name, content });
    const text = gzipSync('Name\nAsh');
    expect(await upload('a.gz', text)).toEqual([
      422,
      'a.gz is not a compressed CSV file: its name must end in .csv.gz. XLSX files are compressed already. Upload them as they are.',
    ]);
    expect(await upload('a.csv', text)).toEqual([422, 'a.csv is not a CSV file, despite its name.']);
    expect(await upload('a.csv.gz', 'Name\nAsh')).toEqual([
      422,
      'a.csv.gz is not a gzip file, despite its name.',
    ]);
    for (const inside of [pdfOf(), gzipSync('Name\nAsh'), Buffer.from('PK\u0003\u0004 rest')])
      expect(await upload('a.csv.gz', gzipSync(inside))).toEqual([
        422,
        'a.csv.gz is not a CSV file, despite its name.',
      ]);
    expect(await upload('a.csv.gz', gzipSync(Buffer.alloc(64 * 2 ** 20)))).toEqual([
      422,
      'a.csv.gz: This is not a text file. Save it as CSV or XLSX, then upload that file.',
    ]);
    expect(await upload('a.csv.gz', text.subarray(0, -6))).toEqual([
      422,
      'a.csv.gz: This gzip file is damaged or incomplete, so it cannot be decompressed. Compress the original again, then upload it.',
    ]);
  });

  test('a bomb, and damage further on, are found by the job', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 2 ** 20, '\n'));
    expect(await problemOf({ name: 'bomb.csv.gz', content: bomb })).toBe(
      'This gzip file expands to more than 64 MB, over 200 times its own size, which no table does. Check what it contains.',
    );
    const long = gzipSync(Array.from({ length: 600_000 }, (_, n) => `Supplier ${n}`).join('\n'));
    expect(await problemOf({ name: 'long.csv.gz', content: long.subarray(0, -8) })).toBe(
      'This gzip file is damaged or incomplete, so it cannot be decompressed. Compress the original again, then upload it.',
    );
  });
});
