import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayBook } from '#domain/reports/day-book.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
let ids: { user: number; register: number; session: number; category: number; brand: number };
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  owner = await app.as('admin');
  const { rows } = await sql<typeof ids>`
    with category as (insert into categories (name, created_at, updated_at) values ('Hot drinks', now(), now()) returning id),
      brand as (insert into brands (name, created_at, updated_at) values ('Hill & Dale', now(), now()) returning id),
      anna as (update users set name = 'Anna Wren' where id = (select min(sold_by) from sales) returning id),
      register as (update registers set name = 'Front till' where id = (select min(register_id) from till_sessions) returning id)
    select anna.id as user, register.id as register, (select min(id) from till_sessions) as session,
      category.id as category, brand.id as brand from category, brand, anna, register`.execute(app.db);
  const [found] = rows;
  if (!found) throw new Error('The shop has no sale.');
  ids = found;
});
afterAll(() => app.close());

/** Each filter with a value, and the line that names it. */
const named = (): Readonly<Record<string, readonly [value: string, line: string]>> => ({
  cashier_id: [String(ids.user), 'Cashier Anna Wren'],
  register_id: [`${ids.register},none`, 'Register Front till or No register'],
  channel: ['till,desk', 'Channel Till or Sales desk'],
  category_id: [`none,${ids.category}`, 'Category No category or Hot drinks'],
  brand_id: [String(ids.brand), 'Brand Hill & Dale'],
  search: ['tea', 'Search “tea”'],
  direction: ['out', 'Direction Money out'],
  kind: ['sale,credit_note', 'Kind Sale or Credit note'],
  method: ['cash', 'Method Cash'],
  status: ['pending', 'Status Pending'],
  account: ['1020', 'Account 1020 Bank'],
  person_id: [String(ids.user), 'Recorded by Anna Wren'],
  session_id: [String(ids.session), 'Till session Front till, opened'],
  reconciled: ['no', 'Reconciled Not reconciled'],
  transfers: ['yes', 'Transfers Transfers only'],
});

/** What is not a filter: the days, the grouping that heads the first column, and the comparison, which has its own line. */
const unnamed = new Set(['period', 'from', 'to', 'group', 'compare']);

const withSearch = (listing: { readonly filters: object }) => [...Object.keys(listing.filters), 'search'];

/** Each report with its filters, and its PDF and spreadsheet of a query. */
const reports = [
  {
    filters: Object.keys(salesSummaries.show.query.shape),
    pdf: (query: Record<string, string>) =>
      owner.call(salesSummaries.export, { query: { ...query, format: 'pdf' } }),
    sheet: (query: Record<string, string>) => owner.call(salesSummaries.export, { query }),
    name: 'sales-summary',
  },
  {
    filters: withSearch(productMargins.list.listing),
    pdf: (query: Record<string, string>) => owner.call(productMargins.pdf, { query }),
    sheet: (query: Record<string, string>) => owner.call(productMargins.export, { query }),
    name: 'product-margins',
  },
  {
    filters: withSearch(paymentTransactions.list.listing),
    pdf: (query: Record<string, string>) => owner.call(paymentTransactions.pdf, { query }),
    sheet: (query: Record<string, string>) => owner.call(paymentTransactions.export, { query }),
    name: 'payment-transactions',
  },
  {
    filters: withSearch(dayBook.list.listing),
    pdf: (query: Record<string, string>) => owner.call(dayBook.pdf, { query }),
    sheet: (query: Record<string, string>) => owner.call(dayBook.export, { query }),
    name: 'day-book',
  },
];

type File = { readonly headers: Readonly<Record<string, unknown>> };
const fileNameOf = ({ headers }: File) =>
  /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1] ?? '';
const wordsOf = async ({ raw }: { raw: Buffer }) => (await textOfPdf(raw)).replaceAll(/\s+/g, ' ');

for (const { name, filters, pdf, sheet } of reports)
  test(`R1 R2 R5 R9 a file of the ${name} says by what it is filtered: the PDF in words, every file by its name`, async () => {
    const whole = await pdf(days);
    expect(await wordsOf(whole)).not.toContain('Filters');
    expect(fileNameOf(whole)).toBe(`${name}-${first}-${second}.pdf`);
    expect(fileNameOf(await sheet(days))).toBe(`${name}-${first}-${second}.csv`);
    for (const filter of filters.filter(one => !unnamed.has(one))) {
      const [value, line] = named()[filter] ?? ['', `no example of ${filter}`];
      const drawn = await pdf({ ...days, [filter]: value });
      const text = await wordsOf(drawn);
      expect(text, filter).toContain('Filters');
      expect(text, filter).toContain(line);
      expect(fileNameOf(drawn), filter).toBe(`${name}-${first}-${second}-filtered.pdf`);
    }
    const one = filters.includes('search') ? 'search' : 'channel';
    expect(fileNameOf(await sheet({ ...days, [one]: named()[one]?.[0] ?? '' }))).toBe(
      `${name}-${first}-${second}-filtered.csv`,
    );
  });
