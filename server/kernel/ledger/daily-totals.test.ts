import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import {
  credit,
  debit,
  rebuildDailyTotals,
  maintainDailyTotalsHandler,
  postJournal,
  systemAccounts,
} from '.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 20 });
});
afterAll(() => app.close());

const today = londonDate(new Date());
const { bank, capital, openingSuspense } = systemAccounts;
const accounts = [bank, capital, openingSuspense] as const;

type Posting = {
  readonly daysAgo: number;
  readonly pence: number;
  readonly from: number;
  readonly to: number;
};
const post = ({ daysAgo, pence, from, to }: Posting) =>
  asBookkeeper(app.db, ctx =>
    postJournal(ctx, {
      businessDate: addDays(today, -daysAgo),
      kind: 'manual',
      narrative: 'A test',
      document: { type: 'test', id: 1, number: null },
      lines: [debit(accounts[from] ?? bank, toPence(pence)), credit(accounts[to] ?? capital, toPence(pence))],
    }),
  );
/** Reports when its journal is posted, and commits when `mayEnd` resolves. */
const postSlowly = (posted: () => void, canEnd: Promise<void>) =>
  asBookkeeper(app.db, async ctx => {
    await postJournal(ctx, {
      businessDate: addDays(today, -3),
      kind: 'manual',
      narrative: 'Slow',
      document: { type: 'test', id: 1, number: null },
      lines: [debit(bank, toPence(900)), credit(capital, toPence(900))],
    });
    posted();
    await canEnd;
  });

const sums = async (table: 'ledger_by_day' | 'journal_lines', through: CalendarDate) =>
  (
    await sql`select account_code, sum(debit_pence)::bigint as debit, sum(credit_pence)::bigint as credit
      from ${sql.table(table)} where business_date <= ${through} group by 1 order by 1`.execute(app.db)
  ).rows;
/** On a slow machine the lock may be held for longer than the job waits; the queue would retry. */
const ignoreTakenLock = (error: { code?: string }) => {
  if (error.code !== '55P03') throw error;
};
const keptThrough = async () =>
  (await sql<{ day: CalendarDate }>`select ledger_kept_through() as day`.execute(app.db)).rows[0]?.day;

test('R9 A16 daily totals equal their lines, whatever is posted and in whatever order', async () => {
  const postings = fc.record({
    daysAgo: fc.integer({ min: 0, max: 100 }),
    pence: fc.integer({ min: 1, max: 1_000_000 }),
    from: fc.constantFrom(0, 1, 2),
    to: fc.constantFrom(0, 1, 2),
  });
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: postings }, fc.constant('keep' as const)), {
    minLength: 5,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 100 }), async (chosen, ago) => {
      for (const step of chosen) await (step === 'keep' ? rebuildDailyTotals(app.db, today) : post(step));
      for (const day of [today, addDays(today, -ago)])
        expect(await sums('ledger_by_day', day)).toEqual(await sums('journal_lines', day));
      expect(await breachesOf(app.db)).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('totals are stored up to yesterday, with each account and day in one row', async () => {
  await post({ daysAgo: 1, pence: 5, from: 0, to: 1 });
  await post({ daysAgo: 0, pence: 7, from: 0, to: 1 });
  await rebuildDailyTotals(app.db, today);
  expect(await keptThrough()).toBe(addDays(today, -1));
  await post({ daysAgo: 1, pence: 11, from: 0, to: 1 });
  await rebuildDailyTotals(app.db, today);
  const { rows } = await sql`select count(*) as rows, count(distinct (account_code, business_date)) as days,
    max(business_date) as last from ledger_days`.execute(app.db);
  const [found] = rows as { rows: number; days: number; last: string }[];
  expect(found?.rows).toBe(found?.days);
  expect(found?.last).toBe(addDays(today, -1));
});

test('postings during the totals run are neither lost nor counted twice', async () => {
  await sql`delete from ledger_days`.execute(app.db);
  await sql`update ledger_days_kept set kept_through = '-infinity'`.execute(app.db);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; index < 20; index++)
      await post({
        daysAgo: (writer * 20 + index) % 90,
        pence: 1 + index,
        from: writer % 3,
        to: (writer + 1) % 3,
      });
  });
  // A day later each time, so that the boundary moves through the posted days.
  for (let ago = 90; ago >= 0; ago--)
    await rebuildDailyTotals(app.db, addDays(today, -ago)).catch(ignoreTakenLock);
  await Promise.all(writers);
  expect(await sums('ledger_by_day', today)).toEqual(await sums('journal_lines', today));
  expect(await breachesOf(app.db)).toEqual([]);
});

test('a posting in progress keeps its day open: the totals run once it has ended', async () => {
  await sql`delete from ledger_days`.execute(app.db);
  await sql`update ledger_days_kept set kept_through = '-infinity'`.execute(app.db);
  let end = () => {};
  const canEnd = new Promise<void>(resolve => (end = resolve));
  let posting: Promise<void> = canEnd;
  await new Promise<void>(posted => {
    posting = postSlowly(posted, canEnd);
  });
  await expect(rebuildDailyTotals(app.db, today)).rejects.toThrow(/lock timeout/);
  end();
  await posting;
  await rebuildDailyTotals(app.db, today);
  expect(await sums('ledger_by_day', today)).toEqual(await sums('journal_lines', today));
});

test('F72 the hourly job does not fail while an import posts for long: it waits, and keeps the days afterwards', async () => {
  await sql`delete from ledger_days`.execute(app.db);
  await sql`update ledger_days_kept set kept_through = '-infinity'`.execute(app.db);
  await post({ daysAgo: 5, pence: 700, from: 0, to: 1 });
  let end = () => {};
  const canEnd = new Promise<void>(resolve => (end = resolve));
  let posting: Promise<void> = canEnd;
  await new Promise<void>(posted => {
    posting = postSlowly(posted, canEnd);
  });
  const outcome = maintainDailyTotalsHandler(app.db, () => new Date())
    .run({})
    .catch(error => error as Error);
  // The job asked for the lock first, so its own wait is over when the second of these ends.
  for (const _ of ['first', 'second'])
    await expect(rebuildDailyTotals(app.db, today)).rejects.toThrow(/lock timeout/);
  end();
  await posting;
  expect(await outcome).toBeUndefined();
  expect(await keptThrough()).toBe(addDays(today, -1));
  expect(await sums('ledger_by_day', today)).toEqual(await sums('journal_lines', today));
});

test('the check of the books finds a daily total that differs from its lines', async () => {
  await sql`insert into ledger_days (account_code, business_date, debit_pence, credit_pence)
    values (${bank}, ${addDays(today, -2)}, 1, 0)`.execute(app.db);
  const breaches = await breachesOf(app.db);
  expect(breaches.join()).toContain(`Account ${bank} on ${addDays(today, -2)}`);
});
