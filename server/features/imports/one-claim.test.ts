import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyOf } from '../../../tests/support/histories';
import { uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { checkHistory } from './history-steps';
import { requestStep, findImport } from './imports.queries';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
});
afterAll(() => app.close());

const upload = () =>
  uploadTable(clerk, 'sales_history', {
    name: 'claimed.csv',
    content: historyOf([['1', 'CUP', 'CUP', '1', '2012-01-01 09:00', '1.00']]),
  });

test('F65 a second job finds the first running and leaves its result alone: it is not "Checked, 0 lines"', async () => {
  const { id, mapping } = await upload();
  await sql`update imports set state = 'checking', mapping = ${JSON.stringify(mapping)}::jsonb where id = ${id}`.execute(
    app.db,
  );
  await app.db.transaction().execute(async tx => {
    await takeLock(tx, locks.importOf, id);
    await checkHistory(app.db, id, new Date());
    expect(await findImport(app.db, id)).toMatchObject({ state: 'checking', counts: { new: 0 } });
  });
  await checkHistory(app.db, id, new Date());
  expect(await findImport(app.db, id)).toMatchObject({ state: 'checked', counts: { new: 1 } });
});

test('F65 the lines of a history are counted for the planner before they are matched: without, matching took minutes', async () => {
  const planned = async () =>
    (
      await sql<{ table: string; rows: number }>`
        select relname as table, reltuples::integer as rows from pg_class
        where relname in ('sales_history_documents', 'sales_history_lines') order by 1`.execute(app.db)
    ).rows.map(({ rows }) => rows);
  const { id, mapping } = await uploadTable(clerk, 'sales_history', {
    name: 'planned.csv',
    content: historyOf([
      ['71', 'CUP', 'CUP', '1', '2012-01-01 09:00', '1.00'],
      ['71', 'BOWL', 'BOWL', '1', '2012-01-01 09:00', '1.00'],
      ['72', 'CUP', 'CUP', '1', '2012-01-02 09:00', '1.00'],
    ]),
  });
  const before = await planned();
  await sql`update imports set state = 'checking', mapping = ${JSON.stringify(mapping)}::jsonb where id = ${id}`.execute(
    app.db,
  );
  await checkHistory(app.db, id, new Date());
  const { rows } = await sql<{ documents: number; lines: number }>`
    select (select count(*) from sales_history_documents) as documents, (select count(*) from sales_history_lines) as lines`.execute(
    app.db,
  );
  expect(await planned()).toEqual([rows[0]?.documents, rows[0]?.lines]);
  expect(await planned()).not.toEqual(before);
});

test('F72 progress continues where it was when an import is resumed, and restarts with another step', async () => {
  const { id } = await upload();
  const requester = { id: (await findImport(app.db, id))?.asked_by ?? 0, rights: [] };
  await sql`update imports set state = 'paused', progress = 70 where id = ${id}`.execute(app.db);
  await app.db.transaction().execute(async tx => {
    await requestStep(tx, id, 'committing', requester);
    expect((await findImport(tx, id))?.progress).toBe(70);
    await requestStep(tx, id, 'checking', requester);
    expect((await findImport(tx, id))?.progress).toBe(0);
    await sql`update imports set state = 'mapping' where id = ${id}`.execute(tx);
  });
});
