import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { pruneRows } from './prune-rows';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('create_supplier', 'edit_supplier', 'view_supplier', 'delete_supplier');
});
afterAll(() => app.close());

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000);
const staged = async (id: number) =>
  (
    await sql<{ outcome: string; cells: unknown }>`
      select outcome, cells from import_rows where import_id = ${id} order by row_number`.execute(app.db)
  ).rows;
const imported = async (names: readonly string[]) => {
  const rows = [['Name', 'E-mail'], ...names.map(name => [name, '']), ['Wrong', 'no address']];
  const { id } = await checkTable(
    clerk,
    await uploadTable(clerk, 'suppliers', { name: 'old.csv', content: csvOf(rows) }),
  );
  await commitTable(clerk, id);
  return id;
};

test('a month after its end an import keeps its counts and what undoing needs, and can still be undone', async () => {
  const [done, undone] = [await imported(['Aspen', 'Beech']), await imported(['Cherry'])];
  await clerk.call(imports.undo, { params: { id: undone } });
  await settled(clerk, undone);
  const open = await uploadTable(clerk, 'suppliers', { name: 'open.csv', content: 'Name\nDogwood' });
  await pruneRows(app.db, inDays(29));
  expect([(await staged(done)).length, (await staged(undone)).length]).toEqual([3, 2]);
  const rejects = () => clerk.call(imports.rejects, { params: { id: done } });
  expect((await rejects()).status).toBe(200);
  await pruneRows(app.db, inDays(31));
  expect((await rejects()).refusal.message).toContain('kept for 30 days');
  expect(await staged(done)).toEqual([
    { outcome: 'new', cells: [] },
    { outcome: 'new', cells: [] },
  ]);
  expect(await staged(undone)).toEqual([]);
  // An import that has not been carried out has not ended.
  expect((await staged(open.id)).length).toBe(1);
  const { reply } = await clerk.call(imports.get, { params: { id: done } });
  expect(reply).toMatchObject({ state: 'done', row_count: 3, counts: { new: 2, rejected: 1 } });
  expect((await clerk.call(imports.rows, { params: { id: done } })).status).toBe(200);
  await clerk.call(imports.undo, { params: { id: done } });
  expect(await settled(clerk, done)).toMatchObject({ state: 'undone', problem: null });
  expect((await clerk.call(suppliers.list, { query: { search: 'aspen' } })).reply.total).toBe(0);
  await sql`update imports set undone_at = ${inDays(32)} where id = ${done}`.execute(app.db);
  // Once undone, the rows kept for undoing are deleted in turn.
  await pruneRows(app.db, inDays(65));
  expect(await staged(done)).toEqual([]);
});
