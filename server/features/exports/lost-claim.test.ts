import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFiles } from '#domain/exports/export.contract';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { exportJobs } from './make-export';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp();
  clerk = await shop.as('view_supplier', 'export_data');
});
afterAll(() => shop.close());

test('F64 an export keeps its claim while its first statement runs, and ends once that is lost', async () => {
  // As left by a killed process: running, without a job.
  const { rows } = await sql<{ id: number }>`
    insert into exports (path, query, created_by, created_at, alive_at)
    values ('/suppliers/export', '{"format": "csv"}', ${clerk.userId}, now(), now()) returning id`.execute(
    shop.db,
  );
  const id = rows[0]?.id ?? 0;
  const isFresh = async () =>
    (
      await sql<{ fresh: boolean }>`select alive_at > now() - interval '40 seconds' as fresh from exports
        where id = ${id}`.execute(shop.db)
    ).rows[0]?.fresh;
  const makeExport = exportJobs({
    db: shop.db,
    files: shop.files,
    clock: () => new Date(),
    log: { error: () => {} },
  }).handlers.find(({ name }) => name === 'make-export');
  await shop.db.transaction().execute(async tx => {
    // No row can be read until the end of this transaction.
    await sql`lock table suppliers in access exclusive mode`.execute(tx);
    const made = makeExport?.run({ export_id: id });
    const claims = async () =>
      (await sql`select from exports where id = ${id} and claim is not null`.execute(shop.db)).rows;
    await expect.poll(claims).toHaveLength(1);
    await sql`update exports set alive_at = now() - interval '50 seconds' where id = ${id}`.execute(shop.db);
    await expect.poll(isFresh).toBe(true);
    // Another process takes it over.
    await sql`update exports set claim = gen_random_uuid() where id = ${id}`.execute(shop.db);
    await made;
  });
  expect((await clerk.call(exportFiles.get, { params: { id } })).reply).toMatchObject({
    state: 'running',
    problem: null,
  });
});
