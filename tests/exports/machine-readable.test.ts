import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCustomer } from '../support/books';
import { everyRoute } from '../support/every-route';
import { someProduct } from '../support/products';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { tradeAtRandom } from '../support/random-trading';

let app: TestApp;
let now = new Date();
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await tradeAtRandom(app, moment => (now = new Date(moment)), 20_320_229, 4);
  await someProduct(app.db, { name: '=1+1', sku: '+44' });
  await someCustomer(app.db, '@SUM(A1)');
  admin = await app.as('admin');
});
afterAll(() => app.close());

const exports = everyRoute
  .map(({ call }) => call)
  .filter(({ method, path }) => method === 'GET' && path.endsWith('/export'))
  .map(({ path }) => path)
  .sort();

/** Reports are requested for the days of the history, compared with the days before. */
const reported = 'from=2032-02-01&to=2032-11-30&compare=previous';
const isReport = (path: string) => /^\/reports\/(?!payment|documents|vat)/.test(path);

async function fileOf(path: string, format: 'csv' | 'xlsx'): Promise<Buffer | null> {
  const address = path.replace(/\{\w+\}/g, '1');
  for (const more of [isReport(path) ? reported : '', '']) {
    const response = await app.app.inject({
      url: `/api${address}?format=${format}&${more}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    if (response.statusCode === 200) return response.rawPayload;
    // Without a record 1 there is nothing to export; exports without comparison are requested without it.
    if (response.statusCode === 404) return null;
    if (more === '') throw new Error(`${path}: ${response.body}`);
  }
  return null;
}

// Codes and document numbers are names that happen to consist of digits.
const codes =
  /^(SKU|Code|VAT code|Account|Number|Document|Reference|Customer Reference|Phone|Postcode|Billing postcode|Delivery postcode|Barcodes|Invoice|Receipt|PO Number|Supplier’s number|Delivery note|Record|Name|Product|Description|Notes?|Before|After|Changes|Reason|What|Posted at|In|Out|Address|IP address|Request)$/;
const looksLikeFigure = /^[−-]?\s?£?\s?\d[\d,]*(?:\.\d+)?\s?%?$/;

test('F74 every export can be read', () => expect(exports.length).toBeGreaterThan(35));

test.each(exports)('F74 XLSX %s: every figure is a number, every date a date', async path => {
  const file = await fileOf(path, 'xlsx');
  if (file === null) return;
  const [headers = [], ...rows] = await readSheet(file);
  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      const header = String(headers[index]);
      if (typeof cell !== 'string' || codes.test(header)) continue;
      expect(cell, header).not.toMatch(looksLikeFigure);
      expect(cell, header).not.toMatch(/^\d{4}-\d\d-\d\d( |$)/);
    }
});

test.each(exports)('F74 CSV %s: plain decimals, ASCII signs, unique column names', async path => {
  const file = await fileOf(path, 'csv');
  if (file === null) return;
  const [headers = [], ...rows] = parse(file.toString(), { bom: true });
  expect(new Set(headers).size, headers.join()).toBe(headers.length);
  // The log has previous values of a record; a report names its comparison by its days.
  if (path !== '/audit/export') expect(headers).not.toContain('Before');
  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      const header = String(headers[index]);
      if (codes.test(header)) continue;
      if (looksLikeFigure.test(cell)) expect(cell, header).toMatch(/^-?\d+(\.\d+)?$/);
      if (/%/.test(header) && cell !== '') expect(cell, header).toMatch(/^-?\d+(\.\d+)?$/);
    }
});

test('F74 what would run as a formula stays text', async () => {
  for (const path of ['/products/export', '/customers/export']) {
    const text = (await fileOf(path, 'csv'))?.toString() ?? '';
    expect(text).toMatch(/'(=1\+1|@SUM\(A1\))/);
    expect(text).not.toMatch(/(^|,)"?(=1\+1|@SUM)/m);
  }
});
