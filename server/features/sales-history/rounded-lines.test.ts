import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { historyDesk } from '../../../tests/support/histories';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
});
afterAll(() => app.close());

const { imported, listedOf } = historyDesk(() => clerk);

test('F60 M2 listed lines with fractions of a penny go to an account rounded to the penny, and one that rounds to nothing is refused', async () => {
  const { id } = await imported([
    ['2200', 'INK', 'INK', '1', '2012-09-01 09:00', '2.00'],
    ['2201', 'INK', 'INK', '1', '2012-09-01 09:00', '1.005'],
    ['2202', 'INK', 'INK', '1', '2012-09-02 09:00', '-2.005'],
    ['2203', 'PADS', 'PADS', '1', '2012-09-03 09:00', '0.00499'],
    ['2204', 'PADS', 'PADS', '1', '2012-09-04 09:00', '0.005'],
  ]);
  const post = (...rows: number[]) =>
    clerk.call(imports.settle, {
      params: { id },
      body: { action: 'account', account: '6910', filter: { rows } },
    });
  const before = await app.digest();
  const refused = await post(3, 5);
  expect([refused.status, refused.refusal.errors?.filter?.[0]]).toEqual([
    422,
    'Row 5 (PADS) is less than half a penny, so there is nothing to post. Skip it.',
  ]);
  expect(await app.digest()).toBe(before);
  // Halves away from zero: 100.5 and 0.5 are credited as 101 and 1, −200.5 is debited as 201.
  expect((await post(3)).status).toBe(200);
  expect(await balanceOf(app.db, '6910')).toBe(-101);
  expect((await post(4)).status).toBe(200);
  expect(await balanceOf(app.db, '6910')).toBe(100);
  expect((await post(6)).status).toBe(200);
  expect(await balanceOf(app.db, '6910')).toBe(99);
  expect(await listedOf(id)).toEqual([[5, 'part_penny']]);
  const { rows } = await sql`
    select l.row_number as row, j.business_date as "on" from sales_history_lines l
    left join journals j on j.id = l.document_id and l.document_type = 'journal'
    where l.import_id = ${id} and l.settled_by is not null order by 1`.execute(app.db);
  expect(rows).toEqual([
    { row: 3, on: '2012-09-01' },
    { row: 4, on: '2012-09-02' },
    { row: 6, on: '2012-09-04' },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});
