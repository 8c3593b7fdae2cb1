import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lockOrder, locks } from '../../server/kernel/locks';
import { takeLock } from '../../server/platform/database/advisory-lock';
import type { Tx } from '../../server/platform/database/open-database';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const inOne = (work: (tx: Tx) => Promise<unknown>) => app.db.transaction().execute(work);
const series = (tx: Tx) =>
  sql`select from number_series where series in ('CN', 'INV') order by series for update`.execute(tx);
const ledger = (tx: Tx, id: number) =>
  sql`select from party_balances b where b.customer_id = ${id} for update of b`.execute(tx);

test('F91 a transaction that breaks the lock order fails, naming the lock taken too late', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await inOne(async tx => {
    await ledger(tx, 1);
    await takeLock(tx, locks.drawer, 7);
    await series(tx);
    await takeLock(tx, locks.safe);
    await takeLock(tx, locks.books);
    // A lock already held is not waited for.
    await ledger(tx, 1);
    await series(tx);
  });
  const tooLate: [(tx: Tx) => Promise<unknown>, string][] = [
    [tx => takeLock(tx, locks.drawer, 7), 'the lock “drawer” after number_series'],
    [tx => ledger(tx, 1), 'party_balances after number_series'],
  ];
  for (const [late, words] of tooLate)
    await expect(
      inOne(async tx => {
        await series(tx);
        await late(tx);
      }),
    ).rejects.toThrow(words);
  // Once a later lock is held, another row of the earlier table may be held by someone else.
  await expect(
    inOne(async tx => {
      await ledger(tx, 1);
      await series(tx);
      await ledger(tx, 2);
    }),
  ).rejects.toThrow('party_balances after number_series');
  reported.mockRestore();
});

test('F91 rolling back to a savepoint releases its locks', async () => {
  await inOne(async tx => {
    await sql`savepoint part`.execute(tx);
    await series(tx);
    await sql`rollback to savepoint part`.execute(tx);
    await ledger(tx, 1);
  });
});

test('F91 the order names each lock once, and only existing tables', async () => {
  const names = lockOrder.map(lock => ('rowsOf' in lock ? lock.rowsOf : `* ${lock.advisory}`));
  expect(new Set(names).size).toBe(names.length);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(app.db);
  const tables = new Set(rows.map(({ name }) => name));
  expect(
    lockOrder.flatMap(lock => ('rowsOf' in lock && !tables.has(lock.rowsOf) ? [lock.rowsOf] : [])),
  ).toEqual([]);
});
