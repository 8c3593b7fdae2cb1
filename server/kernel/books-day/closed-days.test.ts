import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { asBookkeeper, someSupplier } from '../../../tests/support/books';
import { closedGate } from '../../../tests/support/gate';
import { untilWaitingForLock } from '../../../tests/support/held-transaction';
import { someProduct } from '../../../tests/support/products';
import { insertItems, insertMovements } from '../../../tests/support/raw-postings';
import { stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import type { Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';

let app: TestApp;
let product = 0;
let supplier = 0;
beforeAll(async () => {
  app = await startTestApp();
  await stockedProduct(app.db, { price: toPence(100) });
  product = await someProduct(app.db);
  supplier = await someSupplier(app.db);
  await lockThrough(app.db, '2026-03-31');
});
afterAll(() => app.close());

const lockThrough = (db: TestApp['db'] | Tx, day: string) =>
  sql`update books_lock set locked_through = ${day}`.execute(db);
const locked = { constraint: 'books_are_locked' };
const insertBoth = {
  'stock movements': (db: TestApp['db'] | Tx, days: readonly string[]) => insertMovements(db, product, days),
  'ledger items': (db: TestApp['db'] | Tx, days: readonly string[]) => insertItems(db, supplier, days),
};

test.each(Object.entries(insertBoth))(
  'D5 the database refuses %s of which any is dated in a locked day, however many there are',
  async (_, insert) => {
    const before = await app.digest();
    await expect(insert(app.db, ['2026-03-31'])).rejects.toMatchObject(locked);
    await expect(insert(app.db, ['2026-04-01', '2026-05-01', '2026-01-01'])).rejects.toMatchObject(locked);
    expect(await app.digest()).toEqual(before);
    await expect(
      asBookkeeper(app.db, async ({ tx }) => {
        await insert(tx, ['2026-04-01', '2026-05-01']);
        throw new Error('accepted');
      }),
    ).rejects.toThrow('accepted');
  },
);

test.each(Object.entries(insertBoth))(
  'D5 none of %s slips in behind a date that moves: one waits for the other',
  async (_, insert) => {
    const moved = closedGate();
    const moving = inTransaction(app.db, async tx => {
      await lockThrough(tx, '2026-06-30');
      moved.open();
      // The posting waits for the lock of the books.
      await untilWaitingForLock(app.db);
    });
    await moved.opened;
    await expect(insert(app.db, ['2026-06-30'])).rejects.toMatchObject(locked);
    await moving;
    const posted = closedGate();
    const order: string[] = [];
    const posting = inTransaction(app.db, async tx => {
      await insert(tx, ['2026-07-01']);
      posted.open();
      await untilWaitingForLock(app.db);
      order.push('posted');
      throw new Error('posted, then taken back');
    });
    await posted.opened;
    await Promise.all([
      expect(posting).rejects.toThrow('taken back'),
      lockThrough(app.db, '2026-07-31').then(() => order.push('moved')),
    ]);
    expect(order).toEqual(['posted', 'moved']);
    await lockThrough(app.db, '2026-03-31');
  },
);

test('L1 of a posted ledger item only what is allocated changes: the database refuses any other column', async () => {
  await asBookkeeper(app.db, ({ tx }) => insertItems(tx, supplier, ['2026-05-01']));
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'party_items' and is_identity = 'NO'`.execute(app.db);
  const others: Readonly<Record<string, string>> = {
    bigint: '7',
    text: `'credit note'`,
    date: `'2026-05-02'`,
    'timestamp with time zone': `'2026-05-02'`,
  };
  const changed: string[] = [];
  for (const { name, type } of rows)
    await sql`update party_items set ${sql.ref(name)} = ${sql.raw(others[type] ?? 'null')} where supplier_id = ${supplier}`
      .execute(app.db)
      .then(
        () => changed.push(name),
        (error: Error) => expect(error.message).toBe('a posted item of a party ledger stays as it is'),
      );
  expect(changed).toEqual(['allocated_pence']);
  await expect(sql`delete from party_items where supplier_id = ${supplier}`.execute(app.db)).rejects.toThrow(
    'stays as it is',
  );
});
