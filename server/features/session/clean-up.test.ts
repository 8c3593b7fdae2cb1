import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#domain/session/session.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { cleanUpAccessHandler } from './clean-up';

let shop: TestApp;
let now = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  shop = await startTestApp({ clock: () => now });
});
afterAll(() => shop.close());

test('R11 a session used while the clock was ahead is gone once it is put right', async () => {
  const right = now;
  now = new Date(right.getTime() + 40 * 24 * 3600_000);
  const ahead = await shop.as('view_supplier');
  now = right;
  const person = await shop.as('view_supplier');
  await cleanUpAccessHandler(shop.db, () => now).run({});
  expect([(await ahead.call(session.user)).status, (await person.call(session.user)).status]).toEqual([
    401, 200,
  ]);
});

test('R12 a request is still known when a draft of two weeks sends it again', async () => {
  const sent = now;
  const buyer = await shop.as('admin');
  const key = randomUUID();
  const save = () =>
    buyer.call(suppliers.create, { body: { name: 'Twice Ltd' }, headers: { 'idempotency-key': key } });
  const first = await save();
  now = new Date(sent.getTime() + 14 * 24 * 3600_000);
  await cleanUpAccessHandler(shop.db, () => now).run({});
  now = sent;
  const second = await save();
  expect([first.status, second.status]).toEqual([200, 200]);
  const { rows } = await sql`select from suppliers where name = 'Twice Ltd'`.execute(shop.db);
  expect(rows).toHaveLength(1);
  await cleanUpAccessHandler(shop.db, () => new Date(sent.getTime() + 16 * 24 * 3600_000)).run({});
  expect((await sql`select from idempotency_keys where key = ${key}`.execute(shop.db)).rows).toEqual([]);
});

test('a job that failed for good is kept for two weeks; one that still waits, for ever', async () => {
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
  for (const [name, days, attempts] of [
    ['failed long ago', 15, 5],
    ['failed lately', 13, 5],
    ['waits', 15, 4],
  ] as const)
    await sql`select from graphile_worker.add_job(${name}, '{}'::json, max_attempts => 5, job_key => ${name})`
      .execute(shop.db)
      .then(() =>
        sql`update graphile_worker._private_jobs set attempts = ${attempts}, run_at = ${ago(days)}, updated_at = ${ago(days)}
          where key = ${name}`.execute(shop.db),
      );
  await cleanUpAccessHandler(shop.runtimeDb, () => now).run({});
  const { rows } = await sql`select task_identifier from graphile_worker.jobs order by id`.execute(shop.db);
  expect(rows).toEqual([{ task_identifier: 'failed lately' }, { task_identifier: 'waits' }]);
});
