import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import type { Column } from './column';
import { TooManyRows, xlsxStream } from './xlsx-stream';

type Cells = { text: string | null; pence: number | null; on: string | null };
const columns: Column<Cells>[] = [
  { header: 'Text', kind: 'text', value: row => row.text },
  { header: 'Money', kind: 'money', value: row => row.pence },
  { header: 'Date', kind: 'date', value: row => row.on },
  { header: 'Count', kind: 'integer', value: () => 7 },
  { header: 'Quantity', kind: 'quantity', value: () => '12.250' },
  { header: 'Instant', kind: 'instant', value: () => new Date('2026-07-01T23:30:05Z') },
];
const plain: Cells = { text: 'Zoë', pence: 123_450, on: '2026-11-21' };

async function* each<Row>(...rows: Row[]) {
  yield* rows;
}
const workbookOf = (...rows: Partial<Cells>[]) =>
  buffer(xlsxStream(columns, each(...rows.map(row => ({ ...plain, ...row })))));
const readBack = async (...rows: Partial<Cells>[]) => readSheet(await workbookOf(...rows));

test('another library reads every kind of cell: text, number, real dates', async () => {
  expect(await readBack({})).toEqual([
    ['Text', 'Money', 'Date', 'Count', 'Quantity', 'Instant'],
    ['Zoë', 1234.5, new Date('2026-11-21T00:00:00Z'), 7, 12.25, new Date('2026-07-02T00:30:05Z')],
  ]);
});

test('100,000 rows arrive, each in its place', async () => {
  async function* many() {
    for (let index = 0; index < 100_000; index++) yield { ...plain, text: `Row ${index}`, pence: index };
  }
  // The reader of the other tests reads in ever smaller pieces on a busy machine, until its stack is full.
  const parts = await unzipped(await buffer(xlsxStream(columns, many())));
  const rows = (parts.get('xl/worksheets/sheet1.xml') ?? '').split('<row r="').slice(1);
  expect(rows).toHaveLength(100_001);
  expect(rows[99_999]).toMatch(
    /^100000"><c [^>]*><is><t [^>]*>Row 99998<\/t><\/is><\/c><c [^>]*><v>999\.98<\/v>/,
  );
});

test.each([
  ['a formula', '=HYPERLINK("http://example.com","x")'],
  ['mark-up', '<b>&amp;</b> ]]> "quoted"'],
  ['emoji and any script', '😀 株式会社 עברית'],
  ['white space', '  two\n lines\t'],
])('%s stays text', async (_what, text) => {
  // The reader trims by default; the test needs the file's exact text.
  const sheet = await readSheet(await workbookOf({ text }), { trim: false });
  expect(sheet[1]?.[0]).toBe(text);
});

test('characters that XML cannot hold are removed', async () => {
  expect((await readBack({ text: 'a\u0000b\u0008\u001f\uffffc\ud800' }))[1]?.[0]).toBe('abc\ufffd');
});

test('text beyond 32,767 characters is cut, never inside a character', async () => {
  const cut = (await readBack({ text: `${'x'.repeat(32_766)}😀😀` }))[1]?.[0];
  expect(cut).toBe('x'.repeat(32_766));
  expect(String((await readBack({ text: 'y'.repeat(40_000) }))[1]?.[0])).toHaveLength(32_767);
});

test('money is written exactly and shown in pounds; the header is bold and frozen', async () => {
  const parts = await unzipped(await workbookOf({ pence: -5 }, { pence: 99_999_999_999_999 }));
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<v>-0.05</v>');
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<v>999999999999.99</v>');
  expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(/<pane ySplit="1"[^>]* state="frozen"\/>/);
  expect(parts.get('xl/styles.xml')).toContain('&quot;£&quot;#,##0.00');
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<c r="A1" s="6"');
});

test('text that looks like an Excel escape is unchanged', async () => {
  const parts = await unzipped(await workbookOf({ text: 'part_x0041_b' }));
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('part_x005F_x0041_b');
});

test('a date before 1 March 1900 stays readable as text', async () => {
  expect((await readBack({ on: '1899-12-31' }))[1]?.[2]).toBe('1899-12-31');
});

test('the sheet has a name that Excel accepts', async () => {
  const stream = xlsxStream(columns, each(plain), {
    sheetName: "'Orders: [2026] / every <one> of them, no less",
  });
  const parts = await unzipped(await buffer(stream));
  expect(parts.get('xl/workbook.xml')).toContain('name="Orders   2026    every &lt;one&gt; of"');
});

test('the same rows give the same file', async () => {
  expect(await workbookOf({}, { text: 'b' })).toEqual(await workbookOf({}, { text: 'b' }));
});

test('rows are read only as fast as the client reads, and end with it', async () => {
  let read = 0;
  let closed: (value: unknown) => void;
  const ended = new Promise(resolve => {
    closed = resolve;
  });
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield { ...plain, text: `${Math.random()}` };
      }
    } finally {
      closed(undefined);
    }
  }
  const stream = xlsxStream(columns, endless());
  // A client that has asked, and takes nothing yet.
  stream.read(0);
  const readSoFar = () => new Promise<number>(resolve => setImmediate(() => resolve(read)));
  // A busy machine may start slowly.
  await expect.poll(() => read).toBeGreaterThan(0);
  // Wait until no more rows are read: the point is that reading pauses.
  let before = -1;
  for (let still = 0; still < 200; ) {
    const now = await readSoFar();
    still = now === before ? still + 1 : 0;
    before = now;
    expect(now).toBeLessThan(50_000);
  }
  stream.destroy();
  await ended;
});

test('an error of the rows becomes an error of the file', async () => {
  async function* broken() {
    yield plain;
    throw new Error('connection lost');
  }
  await expect(buffer(xlsxStream(columns, broken()))).rejects.toThrow('connection lost');
});

test('more rows than a sheet can hold fail with a message', async () => {
  const oneColumn: Column<null>[] = [{ header: 'x', kind: 'integer', value: () => 1 }];
  async function* tooMany() {
    for (let index = 0; index < 1_048_576; index++) yield null;
  }
  const stream = xlsxStream(oneColumn, tooMany());
  stream.resume();
  await expect(new Promise((_resolve, reject) => stream.once('error', reject))).rejects.toThrow(TooManyRows);
});

/** The parts of a workbook by name, unpacked with Node's own inflate in the order of the local headers. */
async function unzipped(archive: Buffer): Promise<Map<string, string>> {
  const { inflateRawSync } = await import('node:zlib');
  const parts = new Map<string, string>();
  let at = archive.readUInt32LE(archive.length - 6);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    parts.set(name, inflateRawSync(packed).toString('utf8'));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

test('F85 a line below a heading is indented by its style; its text is unchanged', async () => {
  const names: Column<Cells>[] = [
    { header: 'Name', kind: 'text', value: row => row.text, isIndented: row => row.pence === 1 },
  ];
  const rows = each({ ...plain, text: 'Rent', pence: 1 }, { ...plain, text: 'Overheads', pence: 2 });
  const book = await buffer(xlsxStream(names, rows));
  expect(await readSheet(book)).toEqual([['Name'], ['Rent'], ['Overheads']]);
  const styles = (await import('./xlsx-parts')).styles;
  const formats = styles.slice(styles.indexOf('<cellXfs')).match(/<xf .*?(?:\/>|<\/xf>)/g) ?? [];
  expect(formats[9]).toContain('indent="1"');
});
