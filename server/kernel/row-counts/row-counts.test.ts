import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { demoDay } from '../../../tests/support/demo-template';
import { closedGate } from '../../../tests/support/gate';
import { olderTransactionsEnded } from '../../../tests/support/older-transactions';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal, systemAccounts } from '../ledger';
import { storeRowCounts } from '.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ data: 'demo', clock: () => demoDay });
});
afterAll(() => app.close());

const { bank, capital } = systemAccounts;
/** Posts a journal of two lines, which commits once `end` resolves. */
const post = (posted: () => void = () => {}, end: Promise<void> = Promise.resolve()) =>
  asBookkeeper(app.db, async ctx => {
    await postJournal(ctx, {
      businessDate: londonDate(ctx.now),
      kind: 'manual',
      narrative: 'A test',
      document: { type: 'test', id: 1, number: null },
      lines: [debit(bank, toPence(100)), credit(capital, toPence(100))],
    });
    posted();
    await end;
  });

const rowsOf = async (table: string) =>
  (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(app.db)).rows[0]
    ?.rows;
const keptOf = async (table: string) =>
  (
    await sql<{ rows: number; up_to: number }>`
      select row_count as rows, up_to_id as up_to from kept_row_counts where table_name = ${table}`.execute(
      app.db,
    )
  ).rows[0];
const newest = async (table: string) =>
  (await sql<{ id: number }>`select max(id) as id from ${sql.table(table)}`.execute(app.db)).rows[0]?.id;

/** Counts once nothing is open that was open at the count before. */
async function count(): Promise<void> {
  await olderTransactionsEnded(app.db);
  await storeRowCounts(app.db);
}

/** The total of each list as its page shows it. */
async function totals() {
  const admin = await app.as('admin');
  const [lines, entries, movements, sold] = [
    await admin.call(ledgerLines.list),
    await admin.call(journals.list),
    await admin.call(stockMovements.list),
    await admin.call(sales.list),
  ];
  return [lines, entries, movements, sold].map(({ reply }) => reply.total);
}
/** The same, counted. */
const counted = async () => [
  await rowsOf('journal_lines'),
  await rowsOf('journals'),
  await rowsOf('stock_movements'),
  await rowsOf('sales'),
];

test('the totals of the longest lists are right before, between and after the counting', async () => {
  expect(await totals()).toEqual(await counted());
  expect(await keptOf('journals')).toEqual({ rows: 0, up_to: 0 });
  await storeRowCounts(app.db);
  await post();
  expect(await totals()).toEqual(await counted());
  await count();
  const before = await rowsOf('journals');
  await post();
  expect(await totals()).toEqual(await counted());
  await count();
  // The second count took what the first had noted; the third, what the second had.
  expect(await keptOf('journals')).toMatchObject({ rows: before });
  expect(await keptOf('stock_movements')).toEqual({
    rows: await rowsOf('stock_movements'),
    up_to: await newest('stock_movements'),
  });
  expect(await totals()).toEqual(await counted());
  expect(await breachesOf(app.db)).toEqual([]);
});

test('a row committed after rows with higher ids is counted', async () => {
  const [started, gate] = [closedGate(), closedGate()];
  const slow = post(started.open, gate.opened);
  try {
    await started.opened;
    await post();
    for (let nth = 0; nth < 3; nth++) await storeRowCounts(app.db);
    expect(await totals()).toEqual(await counted());
    expect((await keptOf('journals'))?.up_to).toBeLessThan((await newest('journals')) ?? 0);
  } finally {
    gate.open();
    await slow;
  }
  expect(await totals()).toEqual(await counted());
  await count();
  await count();
  expect(await keptOf('journals')).toEqual({
    rows: await rowsOf('journals'),
    up_to: await newest('journals'),
  });
  expect(await totals()).toEqual(await counted());
  expect(await breachesOf(app.db)).toEqual([]);
});

test('rows noted by one server are counted on another one, to which the database was restored', async () => {
  await post();
  await storeRowCounts(app.db);
  const { numAffectedRows } = await sql`
    update kept_row_counts set noted_before = '9000000000000000000' where noted_before is not null`.execute(
    app.db,
  );
  expect(numAffectedRows).toBeGreaterThan(0n);
  await count();
  await count();
  expect(await keptOf('journals')).toEqual({
    rows: await rowsOf('journals'),
    up_to: await newest('journals'),
  });
  expect(await totals()).toEqual(await counted());
});

test('deleted rows are no longer counted, and the check of the books finds a wrong count', async () => {
  const line = sql`(select max(journal_id) from journal_lines)`;
  await app.db.transaction().execute(async tx => {
    // Only the removal of sample data may delete posted rows.
    await sql`alter table journal_lines disable trigger user`.execute(tx);
    await sql`alter table journal_lines enable trigger kept_row_count_follows_delete`.execute(tx);
    await sql`delete from journal_lines where journal_id = ${line}`.execute(tx);
    await sql`alter table journal_lines enable trigger user`.execute(tx);
  });
  expect(await keptOf('journal_lines')).toEqual({ rows: 0, up_to: 0 });
  expect(await totals()).toEqual(await counted());
  await sql`update kept_row_counts set row_count = row_count + 1 where table_name = 'journals'`.execute(
    app.db,
  );
  const rows = await keptOf('journals');
  expect(await breachesOf(app.db)).toContainEqual(
    expect.stringContaining(`journals: ${rows?.rows} kept, ${(rows?.rows ?? 0) - 1} counted`),
  );
});
