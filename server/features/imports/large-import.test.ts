import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { imports } from '#domain/imports/import.contract';
import { verifyLog } from '../../kernel/audit';
import { xlsxStream } from '../../platform/spreadsheets/xlsx-stream';
import { breachesOf } from '../../../tests/support/books';
import { heldBytes } from '../../../tests/support/held-bytes';
import { checkTable, commitTable, settled, uploadTable } from '../../../tests/support/imports';
import { someUnit } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

// The benchmark measures the time of the largest file; memory use shows with fewer rows too.
const rows = 8_000;

const address = 'Unit 4, The Old Brewery, 17 Long Street, Little Marlow, Buckinghamshire';

test('a large file is read, checked and imported without being held in memory, and can be undone', async () => {
  const lines = ['Name,Email,Phone,Address'];
  for (let n = 0; n < rows; n++)
    lines.push(`Supplier number ${n},sales${n}@firm${n}.example,020 7946 ${n},"${address} ${n}"`);
  const content = lines.join('\n');
  lines.length = 0;
  const before = heldBytes();
  let maxHeld = 0;
  const watch = setInterval(() => {
    maxHeld = Math.max(maxHeld, heldBytes() - before);
  }, 500);
  const read = await uploadTable(clerk, 'suppliers', { name: 'many.csv', content });
  const checked = await checkTable(clerk, read);
  expect(checked.counts).toMatchObject({ new: rows, rejected: 0 });
  const done = await commitTable(clerk, read.id);
  clearInterval(watch);
  expect(done).toMatchObject({ state: 'done', progress: rows });
  expect(maxHeld, 'bytes held').toBeLessThan(10 * 2 ** 20);
  expect(await verifyLog(shop.db, null)).toMatchObject({ intact: true });
  await clerk.call(imports.undo, { params: { id: read.id } });
  expect((await settled(clerk, read.id)).state).toBe('undone');
  const { rows: left } = await sql<{ count: number }>`select count(*) as count from suppliers`.execute(
    shop.db,
  );
  expect(left[0]?.count).toBe(0);
});

test('imports many products with categories, barcodes and opening stock from an XLSX file, and all checks of the books pass', async () => {
  const keeper = await shop.as(
    'create_product',
    'edit_product',
    'create_master',
    'adjust_stock',
    'view_cost',
  );
  const unit = await someUnit(shop.db, 'Each');
  const columns = ['SKU', 'Name', 'Category', 'Price', 'Barcodes', 'Opening quantity', 'Opening unit cost'];
  async function* lines() {
    for (let n = 0; n < rows; n++)
      yield [
        `SKU-${n}`,
        `Product number ${n}`,
        `Category ${n % 40}`,
        `${n % 90}.99`,
        `CODE${n}`,
        `${n % 12}`,
        '1.25',
      ];
  }
  const content = await buffer(
    xlsxStream<string[]>(
      columns.map((header, index) => ({ header, kind: 'text', value: row => row[index] ?? null })),
      lines(),
    ),
  );
  const read = await uploadTable(keeper, 'products', { name: 'many.xlsx', content });
  const checked = await checkTable(keeper, read, { add_masters: true, default_unit_id: unit });
  expect(checked.counts).toMatchObject({ new: rows, rejected: 0 });
  expect(await commitTable(keeper, read.id)).toMatchObject({ state: 'done', counts: { new: rows } });
  expect(await breachesOf(shop.db)).toEqual([]);
});
