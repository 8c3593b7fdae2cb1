import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier', 'delete_supplier');
});
afterAll(() => shop.close());

const supplierNames = async (search: string) =>
  (await clerk.call(suppliers.list, { query: { search } })).reply.data.map(row => row.name);

test('a row skipped after its check is neither imported nor undone, and can be included again', async () => {
  await clerk.call(suppliers.create, { body: { name: 'Quince', phone: '1' } });
  const quince = async () =>
    (await clerk.call(suppliers.list, { query: { search: 'quince' } })).reply.data[0];
  const read = await uploadTable(clerk, 'suppliers', {
    name: 'skipped.csv',
    content: 'Name,Telephone\nQuince,2\nRowan,3',
  });
  expect((await checkTable(clerk, read)).counts).toMatchObject({ new: 1, changed: 1 });
  const skip = (is_left_out: boolean) =>
    clerk.call(imports.correct, { params: { id: read.id, row: 2 }, body: { is_left_out } });
  const shown = async (outcome: 'changed' | 'skipped') =>
    (await clerk.call(imports.rows, { params: { id: read.id }, query: { outcome } })).reply.data.map(row => [
      row.row_number,
      row.is_left_out,
    ]);
  await skip(true);
  await checkTable(clerk, read);
  await skip(false);
  expect(await checkTable(clerk, read)).toMatchObject({ counts: { changed: 1 }, skipped_count: 0 });
  await skip(true);
  const checked = await checkTable(clerk, read);
  expect(checked).toMatchObject({ counts: { new: 1, changed: 0 }, skipped_count: 1 });
  expect([await shown('changed'), await shown('skipped')]).toEqual([[], [[2, true]]]);
  await commitTable(clerk, read.id);
  expect((await shop.audits(2)).map(({ action, record_name }) => [action, record_name])).toEqual([
    ['created', 'Rowan'],
    ['imported', 'skipped.csv'],
  ]);
  // Someone edits the skipped record meanwhile. The undo neither refuses it nor puts the old values back.
  const before = await quince();
  await clerk.call(suppliers.update, {
    params: { id: before?.id ?? 0 },
    body: { name: 'Quince', phone: '9', version: before?.version },
  });
  await clerk.call(imports.undo, { params: { id: read.id } });
  expect(await settled(clerk, read.id)).toMatchObject({ state: 'undone', problem: null });
  expect((await quince())?.phone).toBe('9');
  expect(await supplierNames('rowan')).toEqual([]);
});
