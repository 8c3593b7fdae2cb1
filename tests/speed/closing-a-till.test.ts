import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Size } from '../../bench/fill';
import { receiptSeries } from '../../bench/fill-sales';
import { findUnsentOfSession } from '../../server/kernel/tills';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { useFilledDatabase } from '../support/filled-database';

/** 3,000 sales, of which four in five were made at a till and have a receipt number. */
const size: Size = { suppliers: 100, orders: 100, payments: 100, products: 100, sales: 3_000 };
const receipts = 2_400;
const ofSession = 50;

const filled = useFilledDatabase(size);

test('R39 looking for the unsent sales of a session reads its own receipts, not every receipt ever printed', async () => {
  const db = openDatabase(openPool(filled().connection, 1));
  const number = (nth: number) => `${receiptSeries}-${String(nth).padStart(6, '0')}`;
  try {
    const stored = await sql<{ count: number }>`
      select count(*)::integer as count from sales where receipt_number between ${number(1)} and ${number(receipts)}`.execute(
      db,
    );
    expect(stored.rows[0]?.count).toBe(receipts);
    // A session in the middle of the series, and one of its last receipts, of which two have not arrived.
    const { rows } = await sql<{ id: number }>`
      select id from till_sessions where status = 'open' order by id limit 2`.execute(db);
    const [middle = 0, last = 0] = rows.map(({ id }) => id);
    await sql`alter table sales disable trigger user`.execute(db);
    const giveTo = (session: number, first: number) =>
      sql`update sales set session_id = ${session}
        where receipt_number between ${number(first)} and ${number(first + ofSession - 1)}`.execute(db);
    await giveTo(middle, 1_201);
    await giveTo(last, receipts - ofSession + 1);
    await sql`update sales set receipt_number = null where receipt_number in (${number(2_360)}, ${number(2_361)})`.execute(
      db,
    );
    await sql.raw('vacuum analyze sales').execute(db);

    expect(await findUnsentOfSession(db, middle)).toEqual([]);
    expect(await findUnsentOfSession(db, last)).toEqual([
      { device: receiptSeries, sales: 2, amount: null, last_seen_at: null },
    ]);
    for (const session of [middle, last]) {
      const rowsRead = await filled().reader.rowsReadFor(asked => findUnsentOfSession(asked, session));
      // Its receipts twice, as those of the session and as those between its numbers, and a few beside them.
      expect(rowsRead).toBeGreaterThan(2 * (ofSession - 2));
      expect(rowsRead).toBeLessThan(4 * ofSession);
    }
  } finally {
    await db.destroy();
  }
});
