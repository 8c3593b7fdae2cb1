import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { afterAll, expect, test } from 'vitest';
import {
  companyHead,
  dateColumn,
  factList,
  figureColumn,
  moneyColumn,
  summaryTiles,
  tableOf,
  textBlock,
  textColumn,
  titleBlock,
} from './document-parts';
import { closePdfThreads, drawPdf, setWatermark } from './draw-pdf';
import type { PdfBlock, PdfDocument } from './pdf-document';

afterAll(closePdfThreads);

const documentOf = (...blocks: PdfBlock[]): PdfDocument => ({
  title: 'Supplier report',
  author: 'Ludlow Stationers Ltd',
  printedAt: new Date('2026-07-21T10:15:30Z'),
  blocks,
});

async function pagesOf(document: PdfDocument): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await drawPdf(document)));
  return (await extractText(pdf)).text;
}

const scripts = [
  '£1,234.50',
  'Zoë',
  'Łukasz',
  'Ελλάδα',
  'Привет',
  '株式会社',
  '한국',
  'עברית',
  'العربية',
  'ไทย',
];

test.each(scripts)('%s reads back from the page, in regular and bold', async text => {
  const [page = ''] = await pagesOf(documentOf(titleBlock(text), textBlock('Text', text)));
  // Arabic is drawn in joined forms, which compatibility normalisation reverses.
  expect(page.normalize('NFKC').split(text)).toHaveLength(3);
});

test('words of a right-to-left text are ordered from right to left, with numbers and brackets the right way round', async () => {
  const text = 'שלום עולם (ירושלים) 2024';
  const pdf = await getDocumentProxy(new Uint8Array(await drawPdf(documentOf(textBlock('Text', text)))));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  // The PDF reader restores reading order, but reports each position on the line.
  const places = items
    .flatMap(item => ('str' in item ? [{ text: item.str.trim(), x: Number(item.transform[4]) }] : []))
    .filter(item => /[\u0590-\u05ff(]|\d{4}|\)/.test(item.text) && !item.text.startsWith('Printed'))
    .toSorted((one, other) => one.x - other.x);
  expect(places.map(item => item.text)).toEqual(['2024 (', 'ירושלים', ')', 'שלום עולם']);
});

test('a right-to-left text that wraps starts at its beginning', async () => {
  const words = Array.from({ length: 60 }, (_, index) => `מילה${index + 10}`);
  const [page = ''] = await pagesOf(documentOf(textBlock('Text', words.join(' '))));
  expect(page.indexOf('10')).toBeLessThan(page.indexOf('69'));
  expect(page.indexOf('10')).toBeGreaterThan(0);
});

type Order = { number: string; on: string; supplier: string; pence: number };
const orders = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) => ({
    number: `PO-${String(index + 1).padStart(6, '0')}`,
    on: '2026-11-21',
    supplier: index % 10 === 0 ? '株式会社 Łukasz' : 'Hill & Sons Ltd, Unit 7, Station Yard, Ludlow',
    pence: index * 12_345,
  }));
const ordersTable = (rows: Order[], totals?: string[]) =>
  tableOf(
    'Purchase orders',
    rows,
    [
      textColumn('Number', order => order.number),
      dateColumn('Date', order => order.on),
      textColumn('Supplier', order => order.supplier),
      figureColumn('Lines', () => '3'),
      moneyColumn('Total', order => order.pence),
    ],
    { empty: 'No purchase orders yet.', ...(totals && { totals }) },
  );

test('a whole report contains everything it was given', async () => {
  const [page = ''] = await pagesOf(
    documentOf(
      companyHead({
        name: 'Ludlow Stationers Ltd',
        lines: ['12 High Street', '', 'VAT GB 123 4567 89'],
      }),
      titleBlock('Supplier report', 'Hill & Sons'),
      factList('Supplier information', [
        ['Phone', '+44 1584 000000'],
        ['Contact', null],
      ]),
      summaryTiles([['Outstanding', '−£12.00']]),
      await ordersTable(orders(2), ['Total', '', '', '', '£123.45']),
      await tableOf('Payments', [], [textColumn('Number', () => '')], { empty: 'No payments yet.' }),
    ),
  );
  const expected = `Ludlow Stationers Ltd|12 High Street|VAT GB 123 4567 89|Supplier report|Hill & Sons|Supplier information
    |Phone|+44 1584 000000|Contact|—|Outstanding|−£12.00|Purchase orders|PO-000001|21 Nov 2026|£0.00|PO-000002|£123.45
    |No payments yet.|Printed 21 Jul 2026, 11:15:30 BST|Page 1 of 1`;
  const flat = page.replaceAll(/\s+/g, ' ');
  for (const piece of expected.split('|')) expect(flat).toContain(piece.trim());
});

test('the title, the company and the instant are in the metadata', async () => {
  const pdf = await getDocumentProxy(new Uint8Array(await drawPdf(documentOf(titleBlock('x')))));
  expect((await getMeta(pdf)).info).toMatchObject({
    Title: 'Supplier report',
    Author: 'Ludlow Stationers Ltd',
    CreationDate: expect.stringContaining('20260721') as string,
  });
});

test('amounts are right-aligned, however many digits they have', async () => {
  const drawn = await drawPdf(documentOf(await ordersTable(orders(12))));
  const pdf = await getDocumentProxy(new Uint8Array(drawn));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const ends = items.flatMap(item =>
    'str' in item && item.str.startsWith('£') ? [Number(item.transform[4]) + item.width] : [],
  );
  expect(ends).toHaveLength(12);
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(0.1);
});

test('a very long word and a table wider than its texts stay on the page', async () => {
  const drawn = await drawPdf(
    documentOf(await ordersTable([{ ...orders(1)[0]!, supplier: 'W'.repeat(900) }])),
  );
  const pdf = await getDocumentProxy(new Uint8Array(drawn));
  const { items } = await (await pdf.getPage(1)).getTextContent();
  for (const item of items) {
    if ('str' in item) expect(Number(item.transform[4]) + item.width).toBeLessThan(595.28 - 30);
  }
  const letters = items.flatMap(item => ('str' in item ? [item.str] : [])).join('');
  expect(letters.split('W')).toHaveLength(901);
});

test('9,000 orders: every page has its number and header, nothing is missing, and the application keeps responding', async () => {
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  const pages = await pagesOf(documentOf(await ordersTable(orders(9000)))).finally(() =>
    clearInterval(ticking),
  );

  // Had the drawing run in the event loop, there would be only a handful of turns.
  expect(turns).toBeGreaterThan(200);
  expect(pages.length).toBeGreaterThan(150);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toMatch(/Purchase orders\s+Number\s+Date\s+Supplier\s+Lines\s+Total/);
  }
  expect(pages.join('\n').match(/PO-\d{6}/g)).toEqual(orders(9000).map(order => order.number));
});

test('text that looks like library markup is only text', async () => {
  const [page = ''] = await pagesOf(
    documentOf(textBlock('Text', '{"image":"/etc/passwd"} {{page}} <b>bold</b> http://127.0.0.1:1/x')),
  );
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    '{"image":"/etc/passwd"} {{page}} <b>bold</b> http://127.0.0.1:1/x',
  );
});

test('a watermark is printed across every page', async () => {
  const twoPages = documentOf(
    textBlock('Text', 'First '.repeat(2000)),
    textBlock('Text', 'Last '.repeat(2000)),
  );
  expect((await pagesOf(twoPages)).join(' ')).not.toContain('TRAINING');
  await closePdfThreads();
  setWatermark('TRAINING');
  try {
    const pages = await pagesOf(twoPages);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('TRAINING');
  } finally {
    setWatermark(null);
    await closePdfThreads();
  }
});
