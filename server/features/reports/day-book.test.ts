import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { dayBook } from '#domain/reports/day-book.contract';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  owner = await app.as('admin');
});
afterAll(() => app.close());

const lines = async (query: Record<string, string> = days) =>
  (await owner.call(dayBook.list, { query: { per_page: '1000', ...query } })).reply.data;
const totals = async (query: Record<string, string> = days) =>
  (await owner.call(dayBook.totals, { query })).reply;

test('R9 the day book has every line posted in the period, and debits equal credits', async () => {
  const [posted] = (
    await sql<{ lines: number; debit: number; journals: number }>`
      select count(*) as lines, sum(debit_pence)::bigint as debit, count(distinct journal_id) as journals
      from journal_lines where business_date between ${first} and ${second}`.execute(app.db)
  ).rows;
  const [listed, found] = [await lines(), await totals()];
  expect(listed).toHaveLength(posted?.lines ?? -1);
  expect(found).toMatchObject({ journals: posted?.journals, debit: posted?.debit, credit: posted?.debit });
  expect(listed.at(-1)).toMatchObject({ running_debit: found.debit, running_credit: found.credit });
  expect(listed.map(({ journal_id }) => journal_id)).toEqual(
    listed.map(({ journal_id }) => journal_id).toSorted((a, b) => a - b),
  );
  expect(found.people.length).toBeGreaterThan(0);
});

test('R9 filters by kind, account, user or words select whole journals, and each balances', async () => {
  const whole = await totals();
  const [{ person_id } = { person_id: 0 }] = (
    await sql<{
      person_id: number;
    }>`select posted_by as person_id from journals where kind = 'sale' limit 1`.execute(app.db)
  ).rows;
  const filters: readonly Record<string, string>[] = [
    { kind: 'sale' },
    { account: '1000' },
    { account: '5000' },
    { kind: 'sale', person_id: String(person_id) },
    { search: 'INV-' },
  ];
  for (const filter of filters) {
    const query = { ...days, ...filter };
    const [listed, found] = [await lines(query), await totals(query)];
    expect(found.debit, JSON.stringify(filter)).toBe(found.credit);
    expect(found.debit, JSON.stringify(filter)).toBeGreaterThan(0);
    expect(found.debit, JSON.stringify(filter)).toBeLessThanOrEqual(whole.debit);
    expect(listed.reduce((sum, { debit }) => sum + debit, 0)).toBe(found.debit);
  }
  expect((await totals({ ...days, kind: 'salary' })).journals).toBe(0);
});

test('R9 the running totals continue from page to page, in both directions', async () => {
  for (const sort_order of ['asc', 'desc'] as const) {
    const whole = await lines({ ...days, sort_order });
    const paged = [];
    for (let page = 1; paged.length < whole.length; page++)
      paged.push(...(await lines({ ...days, sort_order, per_page: '7', page: String(page) })));
    expect(paged).toEqual(whole);
  }
  const backwards = await lines({ ...days, sort_order: 'desc' });
  expect(backwards.toReversed()).toEqual(await lines());
});

test('R9 without dates it is the day book of today only', async () => {
  expect(await totals({})).toMatchObject({ from: second, to: second });
  const today = await lines({});
  expect(today.every(({ business_date }) => business_date === second)).toBe(true);
  expect(today).toHaveLength((await lines({ from: second, to: second })).length);
});

test('a manual journal is shown with its narrative; CSV, XLSX and PDF match the list', async () => {
  const { reply } = await owner.call(journals.create, {
    body: {
      narrative: 'Bank charges',
      lines: [
        { account: '6910', debit: '4.00', description: 'Card machine' },
        { account: '1020', credit: '4.00' },
      ],
    },
  });
  const listed = (await lines()).filter(({ journal_id }) => journal_id === reply.id);
  expect(listed.map(({ narrative, debit, credit }) => [narrative, debit, credit])).toEqual([
    ['Card machine', 400, 0],
    ['Bank charges', 0, 400],
  ]);
  const csv = (await owner.call(dayBook.export, { query: days })).raw.toString().trim().split('\n');
  expect(csv).toHaveLength((await lines()).length + 1);
  const text = await textOfPdf(
    (await owner.call(dayBook.pdf, { query: { ...days, sort_by: 'business_date', sort_order: 'desc' } })).raw,
  );
  expect(text).toContain('Day Book');
  expect(text).toContain('Bank charges');
});

test('without permission to see the ledger there is no day book; the PDF of payments keeps the order of its page', async () => {
  const guest = await app.as('view_dashboard', 'export_data');
  expect((await guest.call(dayBook.list)).status).toBe(403);
  const drawn = await guest.call(paymentTransactions.pdf, {
    query: { ...days, sort_by: 'amount', sort_order: 'asc', search: 'INV-' },
  });
  expect(drawn.status).toBe(200);
});
