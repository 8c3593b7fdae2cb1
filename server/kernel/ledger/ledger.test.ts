import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { asBookkeeper, balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import type { WriteContext } from '../../platform/http/context';
import { ensureOpenDay } from '../books-day';
import { numberSeries, nextNumber } from '../documents';
import { lockParty } from '../parties';
import { credit, debit, type JournalLine, postJournal, reverseJournal, systemAccounts } from '.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 50 });
});
afterAll(() => app.close());

const today = () => londonDate(new Date());
const { bank, capital, openingSuspense, tradeCreditors, inputVat } = systemAccounts;

const post = (ctx: WriteContext, lines: readonly JournalLine[], businessDate = today()) =>
  postJournal(ctx, {
    businessDate,
    kind: 'manual',
    narrative: 'A test',
    document: { type: 'test', id: 1, number: null },
    lines,
  });
const both = (amount: number): JournalLine[] => [
  debit(bank, toPence(amount)),
  credit(capital, toPence(amount)),
];
const attempt = (work: (ctx: WriteContext) => Promise<unknown>) =>
  asBookkeeper(app.db, work).then(
    () => 'done',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(app.db)).rows[0]?.n;

test('L1 A1 a balanced journal is posted in one transaction; zero lines are dropped', async () => {
  const journal = await asBookkeeper(app.db, ctx =>
    post(ctx, [...both(1250), debit(openingSuspense, 0 as Pence)]),
  );
  const { rows } = await sql`select account_code, debit_pence, credit_pence from journal_lines
    where journal_id = ${journal?.id} order by line_number`.execute(app.db);
  expect(rows).toEqual([
    { account_code: bank, debit_pence: 1250, credit_pence: 0 },
    { account_code: capital, debit_pence: 0, credit_pence: 1250 },
  ]);
  expect(await asBookkeeper(app.db, ctx => post(ctx, [debit(bank, 0 as Pence)]))).toBe(null);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L1 the database refuses an unbalanced journal, one without lines, and a line added later', async () => {
  const before = await count('journal_lines');
  const insert = (ctx: WriteContext) =>
    sql<{
      id: number;
    }>`insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
      values (${today()}, 'manual', 'x', 'test', 1, ${ctx.actor.id}, now()) returning id`.execute(ctx.tx);
  const line = (
    ctx: WriteContext,
    id: number | undefined,
    number: number,
    side: 'debit' | 'credit',
    amount: number,
  ) =>
    sql`insert into journal_lines (journal_id, business_date, line_number, account_code, ${sql.ref(`${side}_pence`)})
      values (${id}, ${today()}, ${number}, ${bank}, ${amount})`.execute(ctx.tx);
  expect(await attempt(insert)).toBe('journals_balance');
  expect(
    await attempt(async ctx => {
      const { rows } = await insert(ctx);
      await line(ctx, rows[0]?.id, 1, 'debit', 100);
      await line(ctx, rows[0]?.id, 2, 'credit', 99);
    }),
  ).toBe('journals_balance');
  const posted = await asBookkeeper(app.db, ctx => post(ctx, both(100)));
  expect(await attempt(ctx => line(ctx, posted?.id, 9, 'debit', 5))).toBe('journals_are_closed');
  expect(await count('journal_lines')).toBe((before ?? 0) + 2);
});

test('L1 A13 postings are never changed, deleted or truncated', async () => {
  for (const table of ['journals', 'journal_lines', 'vat_entries', 'allocations', 'books_lock_history']) {
    const column = table === 'journals' || table === 'journal_lines' ? 'business_date' : 'id';
    const change = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`;
    const remove = sql`delete from ${sql.table(table)}`;
    if (await count(table)) {
      await expect(change.execute(app.db), table).rejects.toThrow();
      await expect(remove.execute(app.db), table).rejects.toThrow('append-only');
    }
  }
  await expect(sql`truncate journal_lines, journals cascade`.execute(app.db)).rejects.toThrow('append-only');
});

test('L2 a reversal mirrors every account, and can be posted once', async () => {
  const [before, posted] = [
    await balanceOf(app.db, bank),
    await asBookkeeper(app.db, ctx => post(ctx, both(7777))),
  ];
  const id = posted?.id ?? 0;
  const reverse = (ctx: WriteContext) =>
    reverseJournal(ctx, id, { businessDate: today(), reason: 'Typed wrong' });
  const reversal = await asBookkeeper(app.db, reverse);
  expect(await balanceOf(app.db, bank)).toBe(before);
  expect(await attempt(reverse)).toContain('already reversed');
  expect(
    await attempt(ctx => reverseJournal(ctx, reversal.id, { businessDate: today(), reason: 'Again' })),
  ).toContain('is a reversal');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L2 of twenty concurrent reversals one is posted', async () => {
  const posted = await asBookkeeper(app.db, ctx => post(ctx, both(10)));
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      attempt(ctx => reverseJournal(ctx, posted?.id ?? 0, { businessDate: today(), reason: 'Twice' })),
    ),
  );
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1);
});

test('L3 L4 a control account names its party, and no other account does', async () => {
  const supplier = await someSupplier(app.db);
  const pay = (more: object) => (ctx: WriteContext) =>
    post(ctx, [debit(tradeCreditors, toPence(5), more), credit(bank, toPence(5))]);
  expect(await attempt(pay({}))).toBe('journal_lines_name_the_creditor');
  expect(
    await attempt(async ctx => {
      const { party } = await lockParty(ctx.tx, { kind: 'supplier', id: supplier });
      return post(ctx, [debit(bank, toPence(5), { party }), credit(capital, toPence(5))]);
    }),
  ).toBe('journal_lines_name_the_creditor');
});

test('L3 a system account can only be renamed', async () => {
  await sql`update accounts set name = 'Current account' where code = ${bank}`.execute(app.db);
  await expect(
    sql`update accounts set kind = 'expense' where code = ${bank}`.execute(app.db),
  ).rejects.toThrow();
  await expect(
    sql`update accounts set status = 'inactive' where code = ${bank}`.execute(app.db),
  ).rejects.toThrow();
  await expect(sql`delete from accounts where code = '6910'`.execute(app.db)).rejects.toThrow(
    'belongs to the system',
  );
});

test('A9 VAT recorded for returns agrees with its account, and the check finds a difference', async () => {
  const supplier = await someSupplier(app.db, 'With VAT');
  await asBookkeeper(app.db, async ctx => {
    await postJournal(ctx, {
      businessDate: today(),
      kind: 'landed_cost',
      narrative: 'Freight',
      document: { type: 'test', id: 2, number: null },
      lines: [debit('5110', toPence(100)), debit(inputVat, toPence(20)), credit(bank, toPence(120))],
      vat: [
        { direction: 'input', taxPoint: today(), code: 'S', rate: 2000, net: toPence(100), vat: toPence(20) },
      ],
    });
  });
  expect(supplier).toBeGreaterThan(0);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D1 D3 D6 D8 a future day is refused, backdating needs permission and a reason', async () => {
  const now = new Date('2026-03-31T23:30:00Z');
  const day = (date: string, rights: ('backdate' | 'view_ledger')[], reason?: string | null) =>
    asBookkeeper(app.db, ctx => ensureOpenDay(ctx, date, { reason }), { rights, now }).then(
      () => 'open',
      (error: Error) => error.message,
    );
  // Half past midnight in London: the business day is the first of April.
  expect(await day('2026-04-01', [])).toBe('open');
  expect(await day('2026-04-02', ['backdate'])).toContain('cannot post to a future date');
  expect(await day('2026-03-31', ['view_ledger'], 'Late')).toContain('permission');
  expect(await day('2026-03-31', ['backdate'], '')).toContain('Enter a reason');
  expect(await day('2026-03-31', ['backdate'], 'Late')).toBe('open');
});

test('D5 nothing is posted to a locked day, not even by bypassing the code', async () => {
  await sql`update books_lock set locked_through = '2020-12-31'`.execute(app.db);
  expect(await attempt(ctx => post(ctx, both(1), '2020-12-31'))).toBe('books_are_locked');
  expect(await attempt(ctx => ensureOpenDay(ctx, '2020-12-31'))).toContain('locked up to 31 Dec 2020');
  expect(await attempt(ctx => post(ctx, both(1), '2021-01-01'))).toBe('done');
});

test('V22 A12 fifty concurrent writers, one in ten rolled back, leave a series without gaps', async () => {
  const assigned: string[] = [];
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      asBookkeeper(app.db, async ctx => {
        const number = await nextNumber(ctx.tx, 'JNL');
        if (index % 10 === 9) throw new Error('undone');
        return number;
      }).then(
        number => assigned.push(number),
        () => undefined,
      ),
    ),
  );
  const numbers = assigned.map(number => Number(number.split('-')[1])).toSorted((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  expect(Object.keys(numberSeries)).toContain('JNL');
  await expect(sql`update number_series set last_number = 99`.execute(app.db)).rejects.toThrow();
});
