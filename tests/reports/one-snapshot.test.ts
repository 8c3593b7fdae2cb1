import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceSheets } from '#domain/reports/balance-sheet.contract';
import { asBookkeeper } from '../support/books';
import { customerItem } from '../support/customer-items';
import { customerWithCredit } from '../support/shop';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  // With one connection, statements that are not in one snapshot come one after another, each with its own.
  app = await startTestApp({ connections: 1 });
});
afterAll(() => app.close());

/** The balance sheet, with an invoice of £75.00 posted while its first figures are calculated. */
test('R35 a sale posted while a balance sheet is calculated is in all of its figures or in none', async () => {
  const admin = await app.as('admin');
  const customer = await customerWithCredit(app.db, 100_000);
  await asBookkeeper(app.db, ctx => customerItem(ctx, customer, { side: 'debit', amount: 12_000 }));
  const sheet = async () => (await admin.call(balanceSheets.show)).reply.lines;
  const before = await sheet();
  expect(before.map(({ amount }) => amount)).toContain(12_000);

  const { rows } = await sql<{ view: string }>`select pg_get_viewdef('ledger_by_day') as view`.execute(
    app.db,
  );
  await sql`create or replace view ledger_by_day as
    select d.* from (select pg_sleep(2)) slow, lateral (${sql.raw((rows[0]?.view ?? '').replace(/;\s*$/, ''))}) d`.execute(
    app.db,
  );
  const during = sheet();
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity
            where datname = current_database() and wait_event = 'PgSleep'`.execute(app.db)
        ).rows.length,
      { interval: 10 },
    )
    .toBe(1);
  await asBookkeeper(app.db, ctx => customerItem(ctx, customer, { side: 'debit', amount: 7_500 }));
  expect(await during).toEqual(before);
  const after = await sheet();
  expect(after.map(({ amount }) => amount)).toContain(19_500);
});
