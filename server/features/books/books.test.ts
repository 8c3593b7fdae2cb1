import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { books } from '#domain/books/books.contract';
import { journals } from '#domain/journals/journal.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { holdTransaction, untilWaitingForLock } from '../../../tests/support/held-transaction';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let keeper: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
  keeper = await app.as('view_ledger', 'lock_period');
});
afterAll(() => app.close());
const { products, sent, receive } = orderDesk(() => ({ app, admin }));
const today = londonDate(new Date());
const lock = (who: Caller, through: string | null, more: object = {}) =>
  who.call(books.lock, { body: { locked_through: through, reason: 'Month end', ...more } });

test('R34 every invariant of the books is checked, and the check is stored and in the audit log', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const { status, reply } = await keeper.call(books.check);
  expect(status).toBe(200);
  expect(reply.results.map(({ id }) => id)).toEqual([
    'A1',
    'A9',
    'A13',
    'A16',
    'A18',
    'V25',
    'V27',
    'A2',
    'A3',
    'I8',
    'I8',
    'A4',
    'A5',
    'W2',
    'A6',
    'A10',
    'A17',
    'A7',
    'A8',
    'A14',
    'V29',
    'L10',
    'L11',
    'A15',
    'A11',
    'A12',
    'L1',
    'L1',
    'A12',
  ]);
  expect(reply).toMatchObject({ holds: true });
  expect(reply.results.filter(({ id }) => id === 'A10')).toMatchObject([{ compared: 1, holds: true }]);
  expect((await keeper.call(books.show)).reply.check).toMatchObject({ holds: true });
  expect((await app.audits())[0]).toMatchObject({
    action: 'checked',
    record_type: 'books',
    after: { holds: true },
  });
});

test('R34 problems are shown with their rows and a link, and no period is closed over them', async () => {
  const [product] = await products(1);
  await sql`update stock_pools set quantity = 3, value_pence = 300 where product_id = ${product}`.execute(
    app.db,
  );
  const { reply } = await keeper.call(books.check);
  const [broken] = reply.results.filter(({ holds }) => !holds);
  expect(broken).toMatchObject({ id: 'A2', breaches: [{ link: `/products/${product}` }] });
  expect((await lock(keeper, '2026-01-31')).refusal.message).toContain('found a problem');
  await sql`update stock_pools set quantity = 0, value_pence = 0 where product_id = ${product}`.execute(
    app.db,
  );
  expect((await keeper.call(books.check)).reply.holds).toBe(true);
});

test('D5 the lock date moves forward with a reason, back only by an administrator, and its history is kept', async () => {
  expect((await lock(keeper, today)).refusal.errors).toHaveProperty('locked_through');
  expect((await lock(keeper, '2026-01-31', { reason: ' ' })).refusal.errors).toHaveProperty('reason');
  const moved = await lock(keeper, '2026-01-31');
  expect(moved.reply).toMatchObject({ locked_through: '2026-01-31', history: [{ reason: 'Month end' }] });
  expect((await lock(keeper, '2026-01-15')).status).toBe(403);
  expect((await lock(admin, '2026-01-15', { version: 1 })).status).toBe(409);
  expect((await lock(admin, null, { reason: 'Late bill' })).reply.locked_through).toBe(null);
  expect((await app.audits())[0]).toMatchObject({ action: 'unlocked', after: { reason: 'Late bill' } });
  await expect(sql`delete from books_lock_history`.execute(app.db)).rejects.toThrow('append-only');
});

test('D5 A13 a posting that comes before the date moves is in an open day, although its request came later', async () => {
  const day = addDays(today, -40);
  const release = await holdTransaction(app.db, sql`select from books_lock for update`);
  const moving = lock(admin, day);
  await untilWaitingForLock(app.db, { of: 'books_lock' });
  const posted = await admin.call(journals.create, {
    body: {
      narrative: 'Capital paid in',
      business_date: day,
      date_reason: 'Found late',
      lines: [
        { account: '1020', debit: '500.00' },
        { account: '3000', credit: '500.00' },
      ],
    },
  });
  expect(posted.status).toBe(200);
  await release();
  expect((await moving).status).toBe(200);
  expect((await admin.call(books.check)).reply.results.filter(({ holds }) => !holds)).toEqual([]);
  // A posting that the date should have kept out is found, and one before it is not.
  await sql`alter table journals disable trigger user`.execute(app.db);
  const { rows } = await sql<{ id: number }>`
    insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
    select business_date, kind, narrative, document_type, document_id + 1000, posted_by, posted_at from journals
    where id = ${posted.reply.id} returning id`.execute(app.db);
  const broken = (await admin.call(books.check)).reply.results.filter(({ id }) => id === 'A13');
  expect(broken).toMatchObject([{ holds: false, breaches: [{ link: `/journals/${rows[0]?.id}` }] }]);
  await sql`delete from journals where id = ${rows[0]?.id}`.execute(app.db);
  await sql`alter table journals enable trigger user`.execute(app.db);
  await admin.call(books.check);
  await lock(admin, null);
});

test('D5 A13 the date moves after the postings under way, so that none of them comes later into a closed day', async () => {
  const day = addDays(today, -40);
  const release = await holdTransaction(
    app.db,
    sql`insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
      select ${day}::date, 'manual', 'Under way', 'manual_journal', 900001, min(id), now() from users`,
  );
  const moving = lock(admin, day);
  const first = await Promise.race([
    untilWaitingForLock(app.db, { of: 'pg_advisory_xact_lock' }).then(() => 'waits'),
    moving.then(() => 'moved'),
  ]);
  expect(first).toBe('waits');
  await release();
  expect((await moving).status).toBe(200);
  await lock(admin, null);
});

test('D5 a period with unbilled goods receipts is only closed after confirmation', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const day = addDays(today, -1);
  await receive(order.id, undefined, { business_date: day, date_reason: 'Paper came late' });
  const refused = await lock(keeper, day);
  expect(refused.refusal.errors?.accept_unbilled?.[0]).toContain('1 goods receipt');
  expect((await lock(keeper, day, { accept_unbilled: true })).status).toBe(200);
  const late = await receive((await sent([{ product_id: product }])).id, undefined, {
    business_date: day,
    date_reason: 'x',
  });
  expect(late.refusal.errors?.business_date?.[0]).toContain('locked');
  expect((await admin.call(purchases.get, { params: { id: order.id } })).status).toBe(200);
});

test('without permission the books cannot be viewed or locked', async () => {
  const noOne = await app.as('view_supplier');
  expect((await noOne.call(books.show)).status).toBe(403);
  const reader = await app.as('view_ledger');
  expect((await lock(reader, '2026-01-31')).status).toBe(403);
});
