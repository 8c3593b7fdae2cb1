import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { notifications } from '#domain/notifications/notification.contract';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { allInvariants } from '../../invariants';
import { allJobs } from '../../jobs';
import { checkBooksHandler } from './check-books-job';

let app: TestApp;
let keeper: Caller;
let product: number;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_ledger');
  product = await someProduct(app.db);
});
afterAll(() => app.close());

const logged: string[] = [];
const check = (now = new Date()) =>
  checkBooksHandler(
    { db: app.runtimeDb, clock: () => now, log: { error: (_facts, message) => logged.push(message) } },
    allInvariants,
  ).run({});
const setStock = (pieces: number) =>
  sql`update stock_pools set quantity = ${pieces}, value_pence = ${pieces * 100} where product_id = ${product}`.execute(
    app.db,
  );
const unread = async (who: Caller) => (await who.call(notifications.unread)).reply;
const lastCheck = async () =>
  (await sql<{ id: number }>`select max(id) as id from books_checks`.execute(app.db)).rows[0]?.id;

test('R34 a failed check notifies those who may open the books, once, until a check has passed', async () => {
  const clerk = await app.as('view_stock');
  await check();
  expect(await unread(keeper)).toEqual({ count: 0, books_failed: false });
  await setStock(3);
  await check();
  await check();
  expect(logged).toHaveLength(2);
  expect((await keeper.call(notifications.list)).reply.data).toMatchObject([
    {
      kind: 'failed_books_check',
      words: expect.stringMatching(/^(?:A check|\d checks) of the books failed\. The Books page lists/),
      link: '/books',
    },
  ]);
  expect(await unread(keeper)).toEqual({ count: 1, books_failed: true });
  expect(await unread(clerk)).toEqual({ count: 0, books_failed: false });
  await setStock(0);
  await check();
  expect(await unread(keeper)).toEqual({ count: 1, books_failed: false });
  // The user who asks reads the result on the page; the others are notified.
  await setStock(3);
  const owner = await app.as('view_ledger');
  await owner.call(books.check);
  expect([await unread(keeper), await unread(owner)]).toEqual([
    { count: 2, books_failed: true },
    { count: 0, books_failed: true },
  ]);
  await setStock(0);
  await owner.call(books.check);
  expect(await unread(keeper)).toEqual({ count: 2, books_failed: false });
});

test('R34 the books are checked hourly, caught up at a start; large ones at night, or when the last check is a day old', async () => {
  const { periodic } = allJobs({} as Parameters<typeof allJobs>[0]);
  expect(periodic.filter(({ job }) => job.name === 'check-books')).toMatchObject([
    { match: '11 * * * *', catchUpHours: 1 },
  ]);
  const ranAt = async (now: string) => {
    const before = await lastCheck();
    await check(new Date(now));
    return (await lastCheck()) !== before;
  };
  const lastTook = (seconds: number) =>
    sql`
      insert into books_checks (started_at, finished_at, holds, results)
      values ('2031-05-01T12:11Z', '2031-05-01T12:11Z'::timestamptz + ${seconds} * interval '1 second', true, '[]')`.execute(
      app.db,
    );
  await lastTook(30);
  expect(await ranAt('2031-05-01T13:11:00Z')).toBe(true);
  await lastTook(31);
  expect(await ranAt('2031-05-01T13:11:00Z')).toBe(false);
  expect(await ranAt('2031-05-02T03:11:00Z')).toBe(true);
  await lastTook(31);
  expect(await ranAt('2031-05-02T12:13:00Z')).toBe(true);
});

test('R34 scheduled checks that passed are deleted after thirty days; failed ones and those of users stay', async () => {
  await sql`delete from books_checks`.execute(app.db);
  const { rows: users } = await sql<{ id: number }>`select min(id) as id from users`.execute(app.db);
  await sql`
    insert into books_checks (started_at, finished_at, asked_by, holds, results) values
      ('2031-05-01T12:11Z', '2031-05-01T12:11Z', null, true, '[]'),
      ('2031-05-01T13:11Z', '2031-05-01T13:11Z', null, false, '[]'),
      ('2031-05-01T14:11Z', '2031-05-01T14:11Z', ${users[0]?.id}, true, '[]'),
      ('2031-05-03T12:11Z', '2031-05-03T12:11Z', null, true, '[]')`.execute(app.db);
  await check(new Date('2031-06-01T12:11:00Z'));
  const { rows } = await sql<{ day: string }>`
    select to_char(finished_at at time zone 'UTC', 'DD HH24') as day from books_checks order by id`.execute(
    app.db,
  );
  expect(rows.map(({ day }) => day)).toEqual(['01 13', '01 14', '03 12', '01 12']);
});
