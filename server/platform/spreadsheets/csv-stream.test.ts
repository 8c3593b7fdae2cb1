import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Column } from './column';
import { csvStream } from './csv-stream';

type Sale = {
  name: string | null;
  count: number | null;
  pence: number | null;
  quantity: string | null;
  on: string | null;
  at: Date | string | null;
};
const sale: Sale = {
  name: 'Zoë',
  count: 3,
  pence: 123_450,
  quantity: '2.500',
  on: '2026-11-21',
  at: '2026-07-01T23:30:05Z',
};

const columns: Column<Sale>[] = [
  { header: 'Name', kind: 'text', value: row => row.name },
  { header: 'Count', kind: 'integer', value: row => row.count },
  { header: 'Total, £', kind: 'money', value: row => row.pence },
  { header: 'Quantity', kind: 'quantity', value: row => row.quantity },
  { header: 'Date', kind: 'date', value: row => row.on },
  { header: 'Changed', kind: 'instant', value: row => row.at },
];

async function* each<Row>(...rows: Row[]) {
  yield* rows;
}
const csvOf = async (...rows: Partial<Sale>[]) =>
  text(csvStream(columns, each(...rows.map(row => ({ ...sale, ...row })))));

/** Parses CSV by RFC 4180, independently of the code under test. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  for (const match of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n)/g)) {
    const current = rows.at(-1);
    const cell = match[1]?.replaceAll('""', '"') ?? match[2] ?? '';
    const startsRow = match.index === 0 || csv.slice(match.index - 2, match.index) === '\r\n';
    if (startsRow || !current) rows.push([cell]);
    else current.push(cell);
  }
  return rows;
}

test('a file has a byte order mark, a header, CRLF, exact pounds and London times', async () => {
  const bytes = await buffer(csvStream(columns, each(sale)));
  expect(bytes.toString('utf8')).toBe(
    '\ufeffName,Count,"Total, £",Quantity,Date,Changed\r\nZoë,3,1234.50,2.500,2026-11-21,2026-07-02 00:30:05\r\n',
  );
});

test('text with quotes, commas and line breaks reads back unchanged', async () => {
  const names = ['a "b" c', 'x,y', 'two\nlines', 'two\r\nlines', '', 'naïve 株式会社 😀'];
  const rows = parse((await csvOf(...names.map(name => ({ name })))).slice(1));
  expect(rows.slice(1).map(row => row[0])).toEqual(names);
  expect(rows.every(row => row.length === columns.length)).toBe(true);
});

test.each(['=1+1', '+44 20', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x","y")'])(
  'the text %j is no longer a formula',
  async name => {
    expect(parse((await csvOf({ name })).slice(1))[1]?.[0]).toBe(`'${name}`);
  },
);

test('negative numbers stay numbers', async () => {
  const [, row] = parse((await csvOf({ count: -3, pence: -5, quantity: '-0.5' })).slice(1));
  expect(row?.slice(1, 4)).toEqual(['-3', '-0.05', '-0.5']);
});

test('the largest amount keeps every penny', async () => {
  const [, row] = parse((await csvOf({ pence: 999_999_999_999_99 })).slice(1));
  expect(row?.[2]).toBe('999999999999.99');
});

test('unknown values are empty cells, and unprintable characters are removed', async () => {
  const empty = { count: null, pence: null, quantity: null, on: null, at: null };
  const csv = await csvOf({ name: 'a\u0000b\u001f\ud800', ...empty });
  expect(csv.split('\r\n')[1]).toBe('ab\ufffd,,,,,');
});

test.each<[string, Partial<Sale>]>([
  ['half a penny', { pence: 0.5 }],
  ['a float', { count: 1.5 }],
  ['an invalid date', { on: '21/11/2026' }],
  ['an invalid quantity', { quantity: '1e3' }],
])('%s fails the export instead of writing something wrong', async (_what, row) => {
  await expect(csvOf(row)).rejects.toThrow(RangeError);
});

test('rows are read only as fast as the client reads, and end with it', async () => {
  let read = 0;
  let closed = false;
  async function* endless() {
    try {
      for (;;) {
        read += 1;
        yield sale;
      }
    } finally {
      closed = true;
    }
  }
  const stream = csvStream(columns, endless());
  await new Promise(resolve => stream.once('readable', resolve));
  await new Promise(resolve => setImmediate(resolve));
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(10_000);
  stream.destroy();
  await new Promise(resolve => stream.once('close', resolve));
  await new Promise(resolve => setImmediate(resolve));
  expect(closed).toBe(true);
});

test('an error of the rows becomes an error of the file', async () => {
  async function* broken() {
    yield sale;
    throw new Error('connection lost');
  }
  await expect(text(csvStream(columns, broken()))).rejects.toThrow('connection lost');
});
