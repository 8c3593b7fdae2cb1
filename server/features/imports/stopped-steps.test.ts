import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { held, holdTransaction } from '../../../tests/support/held-transaction';
import { checkTable, csvOfNames, settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { JobStopped } from '../../platform/jobs/job';
import { importJobs } from './work-on-import';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

const countOf = async (search: string) =>
  (await clerk.call(suppliers.list, { query: { search } })).reply.total;

/** The current step of an import, as its job runs it the last time that it may. */
async function work(id: number, stopping?: AbortSignal): Promise<void> {
  const { handlers } = importJobs({
    db: shop.db,
    files: shop.files,
    clock: () => new Date(),
    log: { error: () => undefined },
  });
  await handlers[0]?.run({ import_id: id }, { isLast: true, ...(stopping ? { stopping } : {}) });
}

test('D23 R31 a stop of the server ends a step in the middle, and leaves it to the next start', async () => {
  const read = await uploadTable(clerk, 'suppliers', {
    name: 'leaving.csv',
    content: csvOfNames('Leaving', 6_000),
  });
  const { id } = await checkTable(clerk, read);
  await sql`update imports set state = 'committing', progress = 0 where id = ${id}`.execute(shop.db);
  // It waits for a supplier whose id is taken by one that is not finished.
  const release = await holdTransaction(
    shop.db,
    sql`insert into suppliers (id, name, created_at, updated_at) overriding system value
    values (nextval(pg_get_serial_sequence('suppliers', 'id')) + 3000, 'Waited for', now(), now())`,
  );
  const stopping = new AbortController();
  const ended = work(id, stopping.signal).then(
    () => 'done',
    (error: unknown) => error,
  );
  await held(shop.db);
  stopping.abort(new JobStopped());
  expect(await ended).toBeInstanceOf(Error);
  expect(await countOf('leaving')).toBe(0);
  const { rows } = await sql`select state, problem from imports where id = ${id}`.execute(shop.db);
  expect(rows).toEqual([{ state: 'committing', problem: null }]);
  await release();
  await work(id);
  expect(await settled(clerk, id)).toMatchObject({ state: 'done', problem: null });
  expect(await countOf('leaving')).toBe(6_000);
});

test.each(['reading', 'checking'])('D23 so does %s', async state => {
  const read = await uploadTable(clerk, 'suppliers', {
    name: `${state}.csv`,
    content: csvOfNames(`Left while ${state}`, 2_000),
  });
  await checkTable(clerk, read);
  await sql`update imports set state = ${state} where id = ${read.id}`.execute(shop.db);
  const stopping = AbortSignal.abort(new JobStopped());
  await expect(work(read.id, stopping)).rejects.toThrow('The server is stopping.');
  const { rows } = await sql`select state, problem from imports where id = ${read.id}`.execute(shop.db);
  expect(rows).toEqual([{ state, problem: null }]);
  await sql`update imports set state = 'checked' where id = ${read.id}`.execute(shop.db);
});
