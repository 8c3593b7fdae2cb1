import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { toUnitCost } from '#domain/kernel/unit-cost';
import { wholeUnits } from '#domain/kernel/quantity';
import {
  type LabelSheetCode,
  labelSheetCode,
  labelSheets,
  labelsOnSheet,
} from '#domain/products/label-sheet';
import { productLabels } from '#domain/products/product-label.contract';
import { someProduct } from '../../../tests/support/products';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let viewer: Awaited<ReturnType<TestApp['as']>>;
let tea = 0;
let own = 0;
beforeAll(async () => {
  app = await startTestApp();
  viewer = await app.as('view_product');
  tea = await someProduct(app.db, {
    sku: 'TEA-0042',
    name: 'Stoneware teapot, heritage blue, 1.2 litres, with a lid that stays on when it pours',
    price: toPence(2000),
    price_includes_vat: false,
    standard_cost: toUnitCost('7.77'),
    barcodes: [
      { code: 'BOX-OF-6', factor: wholeUnits(6) },
      { code: '5012345678900', factor: undefined },
    ],
  });
  own = await someProduct(app.db, { sku: 'Own/77 Ü', name: 'Café 茶 ☕', price: toPence(5) });
});
afterAll(() => app.close());

type Query = { sheet: LabelSheetCode; kind: 'barcode' | 'shelf'; items: string; skip?: string };
const draw = (query: Query) => viewer.call(productLabels, { query });

async function pagesOf(content: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { text } = await extractText(document, { mergePages: false });
  return { text, document };
}

test('labels have the name, the SKU, the price with VAT and the code of one unit, and never the cost', async () => {
  const { status, headers, raw } = await draw({ sheet: 'L7160', kind: 'shelf', items: `${tea}x2,${own}x1` });
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const { text } = await pagesOf(raw);
  expect(text).toHaveLength(1);
  const words = (text[0] ?? '').replaceAll(/\s+/g, ' ');
  expect(words.match(/5012345678900/g)).toHaveLength(2);
  expect(words.match(/£24\.00/g)).toHaveLength(2);
  expect(words).toContain('TEA-0042');
  expect(words).toContain('Each, inc. VAT');
  expect(words).toContain('£0.05');
  expect(words).not.toMatch(/BOX-OF-6|7\.77/);
});

test('V2 V23 labels of a company that is not registered show the price that the till charges, and no VAT', async () => {
  await sql`update vat_registration set is_registered = false`.execute(app.db);
  try {
    const { raw } = await draw({ sheet: 'L7160', kind: 'shelf', items: `${tea}x1` });
    const words = ((await pagesOf(raw)).text[0] ?? '').replaceAll(/\s+/g, ' ');
    expect(words).toContain('£20.00');
    expect(words).toContain('Each');
    expect(words).not.toMatch(/£24\.00|VAT/);
  } finally {
    await sql`update vat_registration set is_registered = true`.execute(app.db);
  }
});

test('labels start at the first free label, and continue on the next sheet', async () => {
  const { raw } = await draw({ sheet: 'L7651', kind: 'barcode', items: `${tea}x66`, skip: '60' });
  const { document } = await pagesOf(raw);
  expect(document.numPages).toBe(2);
  const counts = await Promise.all(
    [1, 2].map(async number => {
      const { items } = await (await document.getPage(number)).getTextContent();
      return items.filter(item => 'str' in item && item.str === '5012345678900').length;
    }),
  );
  expect(counts).toEqual([5, 61]);
});

test.each(labelSheetCode.options)('every label of %s is where the sheet has it', async code => {
  const sheet = labelSheets[code];
  const { columns, rows, left, top, across, width, height } = sheet;
  expect(left).toBeGreaterThan(30);
  expect(left + (columns - 1) * across + width).toBeLessThan(2070);
  expect(top + rows * height).toBeLessThanOrEqual(2970 - 55);
  const { raw, status } = await draw({
    sheet: code,
    kind: 'barcode',
    items: `${tea}x${labelsOnSheet(sheet)}`,
  });
  expect(status).toBe(200);
  const { document } = await pagesOf(raw);
  expect(document.numPages).toBe(1);
  const { items } = await (await document.getPage(1)).getTextContent();
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [x, y] = [Number(item.transform[4]), Number(item.transform[5])].map(at => (at / 72) * 254);
    const across0 = ((x ?? 0) - left) % across;
    expect(across0, item.str).toBeGreaterThanOrEqual(19);
    expect(across0 + (item.width / 72) * 254, item.str).toBeLessThanOrEqual(width - 15);
    expect((2970 - (y ?? 0) - top) % height, item.str).toBeGreaterThan(19);
  }
  if (process.env.LABELS_FOLDER) await writeFile(`${process.env.LABELS_FOLDER}/${code}.pdf`, raw);
});

test.each([
  ['a missing product', { items: '999999999x1' }, 404, 'not found'],
  ['no label', { items: '' }, 422, 'product and count'],
  ['zero labels of a product', { items: '1x0' }, 422, 'product and count'],
  ['more than a thousand', { items: '1x999,2x2' }, 422, 'at most 1,000'],
  ['an unknown sheet', { sheet: 'L0000' }, 422, 'label sheet'],
  ['a shelf label that is too small', { sheet: 'L7651', kind: 'shelf' }, 422, 'too small for a shelf price'],
  ['a fully used sheet', { skip: '21' }, 422, 'Leave at least one'],
])('%s is refused with a message', async (_, wrong, status, words) => {
  const query = { sheet: 'L7160', kind: 'barcode', items: `${tea}x1`, ...wrong } as Query;
  const refused = await draw(query);
  expect([refused.status, refused.refusal.message]).toEqual([status, expect.stringContaining(words)]);
});

test('a code too fine to scan is refused with what to do; a shelf label is printed without it', async () => {
  const long = await someProduct(app.db, {
    name: 'Long',
    barcodes: [{ code: 'X'.repeat(40), factor: undefined }],
  });
  const { status, refusal } = await draw({ sheet: 'L7651', kind: 'barcode', items: `${long}x1` });
  expect([status, refusal.message]).toEqual([422, expect.stringContaining('Choose larger labels')]);
  const items = `${long}x1`;
  expect((await draw({ sheet: 'L7173', kind: 'barcode', items })).status).toBe(200);
  const { text } = await pagesOf((await draw({ sheet: 'L7160', kind: 'shelf', items })).raw);
  expect(text[0]).not.toContain('XXXX');
});
