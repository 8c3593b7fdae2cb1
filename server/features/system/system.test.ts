import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systems } from '#domain/settings/system.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const show = async () => (await (await app.as('view_setting')).call(systems.show)).reply;
const found = async (kind: string) => (await show()).findings.find(finding => finding.kind === kind);

test('the system status is shown with permission for the settings, and to no one else', async () => {
  const state = await show();
  expect(state.database.version).toMatch(/^\d+\.\d+/);
  expect(state.database.bytes).toBeGreaterThan(1_000_000);
  expect(state.database.step).toMatch(/^\d{4}_/);
  expect(state.disk?.free).toBeLessThanOrEqual(state.disk?.total ?? 0);
  expect(state.backup_at).toBe(null);
  expect((await (await app.as('view_dashboard')).call(systems.show)).status).toBe(403);
});

test('reports late and failed jobs, and messages that could not be sent', async () => {
  expect(await found('jobs')).toMatchObject({ state: 'good' });
  await sql`select from graphile_worker.add_job('wait-for-ever', '{}'::json, run_at => now() - interval '1 hour')`.execute(
    app.db,
  );
  expect(await found('jobs')).toMatchObject({
    state: 'attention',
    words: expect.stringContaining('1 job has waited'),
  });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(app.db);
  expect(await found('jobs')).toMatchObject({
    state: 'bad',
    words: expect.stringContaining('1 job failed'),
  });
  // A failure is news for a day.
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'`.execute(
    app.db,
  );
  expect(await found('jobs')).toMatchObject({ state: 'good' });
});

test('shows the time of the last check of the books', async () => {
  await sql`insert into books_checks (started_at, finished_at, holds, results) values (now(), now(), false, '[]')`.execute(
    app.db,
  );
  expect(await found('books')).toMatchObject({ state: 'bad' });
  await sql`insert into books_checks (started_at, finished_at, holds, results) values (now(), now(), true, '[]')`.execute(
    app.db,
  );
  expect(await found('books')).toMatchObject({ state: 'good' });
});
