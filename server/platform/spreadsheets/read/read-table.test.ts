import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { xlsxStream } from '../xlsx-stream';
import { readTable, type TableRow } from './index';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

const maxColumns = 20;
let files = 0;

async function rowsOf(content: Buffer | string, format: 'csv' | 'xlsx' = 'csv'): Promise<TableRow[]> {
  const path = join(folder, `table-${++files}`);
  await writeFile(path, content);
  const rows: TableRow[] = [];
  for await (const row of readTable({ path, format }, { maxColumns })) rows.push(row);
  return rows;
}
const cellsOf = async (content: Buffer | string, format?: 'csv' | 'xlsx') =>
  (await rowsOf(content, format)).map(row => row.cells);

type Parts = {
  sheet?: string;
  strings?: string;
  styles?: string;
  workbook?: string;
  more?: Record<string, string>;
};
const workbookXml = (sheets: string, properties = '') =>
  `<workbook xmlns:r="r"><workbookPr ${properties}/><sheets>${sheets}</sheets></workbook>`;

/** Builds a workbook from its parts, as other programs write them. */
function xlsxOf({ sheet = '<worksheet/>', strings, styles, workbook, more = {} }: Parts): Promise<Buffer> {
  const zip = new ZipFile();
  const parts: Record<string, string | undefined> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': workbook ?? workbookXml('<sheet name="A" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/other.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': strings,
    'xl/styles.xml': styles,
    ...more,
  };
  for (const [name, text] of Object.entries(parts))
    if (text !== undefined) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

describe('CSV', () => {
  test.each([
    ['commas', 'a,b\n1,"x,y"\n'],
    ['semicolons', 'a;b\r\n1;"x,y"\r\n'],
    ['tabs', 'a\tb\r1\t"x,y"\r'],
  ])('%s between the cells', async (_, text) => {
    expect(await cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', 'x,y'],
    ]);
  });

  test('UTF-8 with and without its mark, UTF-16 and Windows-1252 are recognised by content', async () => {
    const expected = [['Name'], ['Zoë £5 – “ok”']];
    expect(await cellsOf('\ufeffName\nZoë £5 – “ok”')).toEqual(expected);
    expect(await cellsOf('Name\nZoë £5 – “ok”')).toEqual(expected);
    expect(await cellsOf(Buffer.from('\ufeffName\nZoë £5 – “ok”', 'utf16le'))).toEqual(expected);
    const windows = Buffer.from([
      0x4e, 0x61, 0x6d, 0x65, 0x0a, 0x5a, 0x6f, 0xeb, 0x20, 0xa3, 0x35, 0x20, 0x96,
    ]);
    expect(await cellsOf(Buffer.concat([windows, Buffer.from([0x20, 0x93, 0x6f, 0x6b, 0x94])]))).toEqual(
      expected,
    );
  });

  test('blank lines are not rows but are counted, and line breaks within quotes belong to their cell', async () => {
    const rows = await rowsOf('a,b\n\n,\n1,"two\nlines"\n3');
    expect(rows.map(row => [row.number, row.cells])).toEqual([
      [1, ['a', 'b']],
      [4, ['1', 'two\nlines']],
      [5, ['3']],
    ]);
  });

  test('the apostrophe before what looks like a formula is removed, and a formula stays text', async () => {
    expect(await cellsOf("a,b\n'+44 20,'tis\n=1+1,'=cmd")).toEqual([
      ['a', 'b'],
      ['+44 20', "'tis"],
      ['=1+1', '=cmd'],
    ]);
  });

  test('a stray quote inside a cell is a character; an unclosed one is reported with its row', async () => {
    expect(await cellsOf('a,b\n5" pipe,1\n')).toEqual([
      ['a', 'b'],
      ['5" pipe', '1'],
    ]);
    await expect(rowsOf('a,b\n1,2\n"open,3\n4,5')).rejects.toThrow(
      'Row 3 has an opening quotation mark without a closing one.',
    );
  });

  test('a row that is too long is reported as such, whether or not its cells are', async () => {
    const long = Array.from({ length: 41 }, () => 'x'.repeat(9_990)).join(',');
    for (const row of [long, `"${'x'.repeat(400_001)}`])
      await expect(rowsOf(`a,b\n1,2\n${row}\n`)).rejects.toThrow(
        'Row 3 has more than 400,000 characters. Check for a missing quotation mark, or shorten its cells.',
      );
  });

  test('in a row wider than its header row, an amount cut at its comma and all cells after it are doubtful', async () => {
    const doubtful = async (text: string) =>
      (await rowsOf(text)).map(({ problems }) => (problems ? Object.keys(problems).map(Number) : []));
    const cut = [
      'Name,Amount,Date,Note',
      'Ada,£1,200.50,3/2/26,paid',
      'Ada,"£1,200.50",3/2/26,paid',
      'Ada,-1,200,3/2/26,x',
      'Ada,2,3/2/26,,,',
    ];
    expect(await doubtful(cut.join('\n'))).toEqual([[], [1, 2, 3], [], [1, 2, 3], []]);
    // Nothing tells which cell was cut.
    expect(await doubtful('Name,Amount\nByrne, Ada,12.00\nAda,12.00')).toEqual([[], [0, 1], []]);
    expect((await rowsOf('a;b\n1;2;3'))[1]?.problems?.[0]).toContain('more cells than the header row');
  });

  test('refuses a cell of a megabyte, a zero byte, too many columns and too many rows with a message', async () => {
    await expect(rowsOf(`a,b\n${'x'.repeat(2 ** 20)},1`)).rejects.toThrow(/^Row 2 /);
    await expect(rowsOf(`a\n${'x'.repeat(20_000)}`)).rejects.toThrow(
      'Row 2 has a cell of more than 10,000 characters.',
    );
    await expect(rowsOf('a,b\n1,\u0000')).rejects.toThrow('This is not a text file.');
    await expect(rowsOf(`${'a,'.repeat(30)}a`)).rejects.toThrow('Row 1 has more than 20 columns.');
  });
});

describe('XLSX', () => {
  test('our own files can be read back, and dates stored as numbers are dates', async () => {
    type Row = { text: string; pence: number; day: string; at: string; amount: string };
    async function* rows(): AsyncGenerator<Row> {
      yield {
        text: ' £ <b> "x" _x0041_\u{1f600}',
        pence: 255,
        day: '2026-11-21',
        at: '2026-11-21T08:30:00Z',
        amount: '2.5',
      };
    }
    const file = await buffer(
      xlsxStream<Row>(
        [
          { header: 'Text', kind: 'text', value: row => row.text },
          { header: 'Money', kind: 'money', value: row => row.pence },
          { header: 'Day', kind: 'date', value: row => row.day },
          { header: 'At', kind: 'instant', value: row => row.at },
          { header: 'Amount', kind: 'quantity', value: row => row.amount },
        ],
        rows(),
      ),
    );
    expect(await cellsOf(file, 'xlsx')).toEqual([
      ['Text', 'Money', 'Day', 'At', 'Amount'],
      [' £ <b> "x" _x0041_\u{1f600}', '2.55', '2026-11-21', '2026-11-21 08:30:00', '2.5'],
    ]);
  });

  test('reads shared strings, rich text, results of formulas, sparse cells and prefixed names', async () => {
    const file = await xlsxOf({
      strings: '<sst><si><t>SKU</t></si><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>',
      sheet: `<x:worksheet xmlns:x="x"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
        <x:row r="5"><x:c r="A5"><x:v>2.5499999999999998</x:v></x:c><x:c r="B5" t="str"><x:f>A1</x:f><x:v>result</x:v></x:c><x:c r="C5" t="b"><x:v>1</x:v></x:c><x:c r="D5"><x:v>4006381333931</x:v></x:c><x:c r="E5"><x:v>1E-3</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    });
    const rows = await rowsOf(file, 'xlsx');
    expect(rows.map(row => [row.number, row.cells])).toEqual([
      [1, ['SKU', '', 'Rich']],
      [5, ['2.55', 'result', 'yes', '4006381333931', '0.001']],
    ]);
  });

  test('a formula without a result and an error value are problems of their cells', async () => {
    const rows = await rowsOf(
      await xlsxOf({
        sheet: sheetOf(
          '<row><c r="A1" t="str"><v>x</v></c></row><row><c r="A2"><f>NOW()</f></c><c r="B2" t="e"><v>#REF!</v></c></row>',
        ),
      }),
      'xlsx',
    );
    expect(rows[1]?.problems).toEqual({
      0: 'This cell has a formula without a result. Open the file, save it and upload it again.',
      1: 'This cell shows an error (#REF!) instead of a value.',
    });
  });

  test('reads dates of both date systems and of custom formats; reads the first visible sheet', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-809]dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0.00&quot; days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>';
    const sheet = sheetOf(
      '<row r="1"><c r="A1" s="1"><v>46347</v></c><c r="B1" s="2"><v>46347.5</v></c><c r="C1" s="3"><v>46347</v></c><c r="D1" s="1"><v>0.25</v></c></row>',
    );
    expect(await cellsOf(await xlsxOf({ sheet, styles }), 'xlsx')).toEqual([
      ['2026-11-21', '2026-11-21 12:00:00', '46347', '06:00:00'],
    ]);
    const from1904 = await xlsxOf({
      styles,
      more: { 'xl/worksheets/other.xml': sheetOf('<row><c s="1"><v>44885</v></c></row>') },
      workbook: workbookXml('<sheet state="hidden" r:id="rId1"/><sheet r:id="rId2"/>', 'date1904="1"'),
    });
    expect(await cellsOf(from1904, 'xlsx')).toEqual([['2026-11-21']]);
  });

  test('reads percentages as they are shown, also by custom formats', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="171" formatCode="0.00&quot; % off&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>';
    const sheet = sheetOf(
      '<row r="1"><c r="A1" s="1"><v>0.2</v></c><c r="B1" s="2"><v>7.0000000000000007E-2</v></c><c r="C1" s="3"><v>-0.125</v></c><c r="D1" s="4"><v>5</v></c><c r="E1" s="1"><v>0</v></c></row>',
    );
    expect(await cellsOf(await xlsxOf({ sheet, styles }), 'xlsx')).toEqual([
      ['20%', '7%', '-12.5%', '5', '0%'],
    ]);
  });

  test('refuses damaged files, document types, entities and bombs with a message', async () => {
    const damaged = /^The file is damaged\./;
    await expect(rowsOf('PK no zip', 'xlsx')).rejects.toThrow(damaged);
    await expect(rowsOf(await xlsxOf({ sheet: '<worksheet><sheetData><row>' }), 'xlsx')).rejects.toThrow(
      damaged,
    );
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${sheetOf('<row><c t="str"><v>&b;</v></c></row>')}`;
    await expect(rowsOf(await xlsxOf({ sheet: laughs }), 'xlsx')).rejects.toThrow(damaged);
    const large = sheetOf(' '.repeat(5_000_000));
    const bomb = await xlsxOf({ sheet: large });
    // A directory entry that understates the sheet: it unpacks to five megabytes.
    const lying = Buffer.from(bomb);
    for (let at = 0; at < lying.length - 4; at++)
      if (lying.readUInt32LE(at) === large.length) lying.writeUInt32LE(1000, at);
    await expect(rowsOf(lying, 'xlsx')).rejects.toThrow(damaged);
    const wide = sheetOf('<row><c r="ZZZZZ1" t="str"><v>x</v></c></row>');
    await expect(rowsOf(await xlsxOf({ sheet: wide }), 'xlsx')).rejects.toThrow('does not exist');
    const long = sheetOf(`<row><c t="inlineStr"><is><t>${'x'.repeat(2 ** 20)}</t></is></c></row>`);
    await expect(rowsOf(await xlsxOf({ sheet: long }), 'xlsx')).rejects.toThrow(
      'Row 1 has a cell of more than',
    );
  });
});
