import { afterAll, beforeAll, expect, test } from 'vitest';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { journals } from '#domain/journals/journal.contract';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { dayBook } from '#domain/reports/day-book.contract';
import { fillSafe } from '../../../tests/support/books';
import { staffOffice } from '../../../tests/support/employees';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
/** Sees wages one by one; the keeper sees them as totals. */
let owner: Caller;
let keeper: Caller;
const today = londonDate(new Date());
const yesterday = addDays(today, -1);
const days = { from: yesterday, to: today };

// Bank: 10.00 yesterday; 1850.00, 1500.00 and 20.00 today, of which the last two are reversed. Cash: 50.00 today.
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  owner = await app.as('admin');
  keeper = await app.as('view_ledger', 'adjust_ledger', 'export_data');
  const office = await staffOffice(app);
  const pay = async (amount: string, more: object = {}) => {
    const { id } = await office.hired();
    const call = { params: { id }, body: { paid_for: 'November', amount, ...more } };
    expect((await owner.call(salaryPayments.pay, call)).status).toBe(200);
    return id;
  };
  const reverse = async (id: number) => {
    const { reply } = await owner.call(salaryPayments.list, { params: { id } });
    const params = { id, payment_id: reply.data[0]?.id ?? 0 };
    const { status } = await owner.call(salaryPayments.reverse, { params, body: { reason: 'Came back' } });
    expect(status).toBe(200);
  };
  await pay('10.00', { business_date: yesterday, date_reason: 'Entered late' });
  await pay('1850.00');
  const returned = [await pay('1500.00'), await pay('20.00')];
  await pay('50.00', { method: 'cash' });
  for (const id of returned) await reverse(id);
  const capital = [
    { account: '1020', debit: '500.00' },
    { account: '3000', credit: '500.00' },
  ];
  await keeper.call(journals.create, { body: { narrative: 'Capital paid in', lines: capital } });
});
afterAll(() => app.close());

const linesOf = async (query: Record<string, string>, who = keeper) =>
  (await who.call(ledgerLines.list, { query: { per_page: '100', sort_order: 'asc', ...query } })).reply;
const journalsOf = async (query: Record<string, string> = {}, who = keeper) =>
  (await who.call(journals.list, { query: { per_page: '100', sort_order: 'asc', ...query } })).reply;
const dayBookOf = async (query: Record<string, string> = {}, who = keeper) =>
  (await who.call(dayBook.list, { query: { per_page: '100', ...days, ...query } })).reply;

test('K8 the ledger of an account shows the wages of a day in one line, and its balance runs as it did', async () => {
  const { data, total } = await linesOf({ account: '1020' });
  expect(
    data.map(line => [line.business_date, line.narrative, line.debit, line.credit, line.balance]),
  ).toEqual([
    [yesterday, 'Wages', 0, 1_000, -1_000],
    [today, 'Wages', 0, 337_000, -338_000],
    [today, 'Reversal: Wages', 152_000, 0, -186_000],
    [today, 'Capital paid in', 50_000, 0, -136_000],
  ]);
  expect(total).toBe(4);
  for (const { document } of data.slice(0, 3)) expect(document).toEqual({ number: null, link: null });
  expect((await linesOf({ account: '1020' }, owner)).data.at(-1)?.balance).toBe(-136_000);
  // Paid from the bank and from the safe are two.
  expect(
    (await linesOf({ account: '6100', from: today })).data.map(({ debit, credit }) => debit - credit),
  ).toEqual([337_000, 5_000, -152_000]);
});

test.each(['asc', 'desc'])('K8 pages of folded wages are those of the whole list (%s)', async sort_order => {
  for (const filter of [{ account: '1020' }, {}] as Record<string, string>[]) {
    const whole = await linesOf({ ...filter, sort_order });
    expect(whole.total).toBe(whole.data.length);
    const paged = [];
    for (let page = 1; page <= whole.total; page++)
      paged.push(...(await linesOf({ ...filter, sort_order, per_page: '1', page: String(page) })).data);
    expect(paged).toEqual(whole.data);
  }
  const book = await dayBookOf({ sort_order });
  expect(book.total).toBe(book.data.length);
  const paged = [];
  for (let page = 1; page <= book.total; page++)
    paged.push(...(await dayBookOf({ sort_order, per_page: '1', page: String(page) })).data);
  expect(paged).toEqual(book.data);
});

test('K8 totals are those of the single payments, and debits equal credits', async () => {
  for (const query of [{}, { account: '6100' }, { kind: 'salary' }, { kind: 'reversal' }, days] as Record<
    string,
    string
  >[]) {
    const [theirs, all] = [
      (await keeper.call(ledgerLines.totals, { query })).reply,
      (await owner.call(ledgerLines.totals, { query })).reply,
    ];
    expect(theirs, JSON.stringify(query)).toEqual(all);
    const { data } = await linesOf(query);
    expect(data.reduce((sum, { debit }) => sum + debit, 0)).toBe(theirs.debit);
    expect(data.reduce((sum, { credit }) => sum + credit, 0)).toBe(theirs.credit);
    const listed = (await journalsOf(query)).data.reduce((sum, { amount }) => sum + amount, 0);
    for (const who of [keeper, owner])
      expect((await who.call(journals.totals, { query })).reply.amount, JSON.stringify(query)).toBe(listed);
  }
  const search = { query: { search: 'SAL-00003' } };
  expect((await keeper.call(journals.totals, search)).reply.amount).toBe(0);
});

test('K8 single payments are found neither by number, nor in the list of journals, nor by id', async () => {
  expect((await linesOf({ search: 'SAL-00003' })).total).toBe(0);
  expect((await keeper.call(ledgerLines.totals, { query: { search: 'SAL-00003' } })).reply.debit).toBe(0);
  expect((await linesOf({ search: 'SAL-00003' }, owner)).total).toBe(4);
  expect((await dayBookOf({ search: 'sal-' })).total).toBe(0);
  expect((await journalsOf({ search: 'wages sal' })).total).toBe(0);
  // "Wages" finds both, "reversal" one.
  expect((await linesOf({ account: '1020', search: 'wages' })).total).toBe(3);
  expect((await linesOf({ account: '1020', search: 'Reversal' })).total).toBe(1);
  const listed = await journalsOf({ search: 'wages' });
  expect(
    listed.data.map(({ narrative, amount, document, is_reversed }) => [
      narrative,
      amount,
      document.number,
      is_reversed,
    ]),
  ).toEqual([
    ['Wages', 1_000, null, false],
    ['Wages', 337_000, null, false],
    ['Wages', 5_000, null, false],
    ['Reversal: Wages', 152_000, null, false],
  ]);
  expect(listed.total).toBe(4);
  const all = await journalsOf();
  expect(all.total).toBe(all.data.length);
  const single = (await journalsOf({ search: 'wages' }, owner)).data;
  expect(single).toHaveLength(7);
  for (const { id } of single) {
    const shown = listed.data.find(journal => journal.id === id);
    const { status, reply } = await keeper.call(journals.get, { params: { id } });
    expect(status).toBe(shown ? 200 : 404);
    if (!shown) continue;
    expect(reply).toMatchObject({ ...shown, reason: null, reverses_id: null, reversed_by_id: null });
    expect(reply.lines.map(({ debit, credit }) => Math.max(debit, credit))).toEqual([
      shown.amount,
      shown.amount,
    ]);
  }
});

test('K8 the day book and every file have totals of wages only', async () => {
  const { data } = await dayBookOf();
  const found = (await keeper.call(dayBook.totals, { query: days })).reply;
  const all = (await owner.call(dayBook.totals, { query: days })).reply;
  expect([found.debit, found.credit]).toEqual([all.debit, all.debit]);
  expect(found.journals).toBe(new Set(data.map(({ journal_id }) => journal_id)).size);
  expect(data.at(-1)).toMatchObject({ running_debit: all.debit, running_credit: all.credit });
  const paper = await textOfPdf((await keeper.call(dayBook.pdf, { query: days })).raw);
  const texts = [
    (await keeper.call(journals.export, { query: { format: 'csv' } })).raw.toString(),
    (await keeper.call(ledgerLines.export, { query: { format: 'csv', account: '1020' } })).raw.toString(),
    (await keeper.call(dayBook.export, { query: { format: 'csv', ...days } })).raw.toString(),
    paper,
  ];
  for (const text of texts) {
    expect(text).toMatch(/3,?370\.00/);
    // Only papers separate thousands: in a file the comma comes after the name of a user, such as Person 1.
    const single = text === paper ? /SAL-|\b1,(?:850|500)\.00/ : /SAL-|\b1(?:850|500)\.00/;
    expect(text).not.toMatch(single);
  }
});
