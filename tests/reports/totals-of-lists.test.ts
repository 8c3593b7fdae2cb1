import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { journals } from '#domain/journals/journal.contract';
import type { AnyCall, ReplyOf } from '#domain/kernel/call';
import type { PageOf } from '#domain/kernel/list-query';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { sessionTotals } from '#domain/tills/session-totals.contract';
import { tills } from '#domain/tills/till.contract';
import { dropPence } from '#domain/vat-returns/nine-boxes';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors, agedDebtors, type AgedRow } from '#domain/wallet/aged.contract';
import { demoDay } from '../support/demo-template';
import { fillMoneyLists } from '../support/money-lists';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ data: 'demo', clock: () => demoDay });
  await fillMoneyLists(app);
  admin = await app.as('admin');
}, 600_000);
afterAll(() => app.close());

type Listed = AnyCall & { readonly reply: z.ZodType<PageOf<unknown>> };
type RowOf<L extends AnyCall> = ReplyOf<L> extends PageOf<infer Row> ? Row : never;
type Filter = Readonly<Record<string, string>>;

/** Every row of a list, page by page. */
async function rowsOf(list: Listed, filter: Filter): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = { ...filter, page: String(page), per_page: '100' };
    const { status, reply } = await admin.call(list, { query });
    expect(status).toBe(200);
    const { data, last_page } = reply;
    rows.push(...data);
    last = last_page;
  }
  return rows;
}

/** A list with its totals: they are `expected` of its rows, whatever it is filtered by. */
const totalled = <L extends Listed>(
  list: L,
  totals: AnyCall,
  filters: readonly Filter[],
  expected: (rows: readonly RowOf<L>[], filter: Filter) => unknown,
) => ({
  path: totals.path,
  check: async () => {
    const counts: number[] = [];
    for (const filter of [{}, ...filters]) {
      const rows = await rowsOf(list, filter);
      const { status, reply } = await admin.call(totals, { query: filter });
      expect([status, reply], JSON.stringify(filter)).toMatchObject([
        200,
        expected(rows as RowOf<L>[], filter) as object,
      ]);
      counts.push(rows.length);
    }
    // Each filter finds something, and not all find the same.
    expect(counts.slice(1)).not.toContain(0);
    expect(new Set(counts).size).toBeGreaterThan(1);
  },
});

const sumOf = <Row>(rows: readonly Row[], figure: (row: Row) => number | null | undefined): number =>
  rows.reduce((sum, row) => sum + (figure(row) ?? 0), 0);
const knownSum = <Row>(rows: readonly Row[], figure: (row: Row) => number | null): number | null =>
  rows.every(row => figure(row) === null) ? null : sumOf(rows, figure);

const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'over_90', 'unallocated', 'total'] as const;
const listedByAge = (rows: readonly AgedRow[]) => ({
  listed: Object.fromEntries(ages.map(age => [age, sumOf(rows, row => row[age])])),
});
const day = { from: '2026-11-01', to: '2026-11-15' };
/** By default a list of VAT entries is of the earliest open period, in which the demo shop sold nothing. */
const thisQuarter = { to: '2026-12-31' };

const family = [
  totalled(
    vatEntries.list,
    vatEntries.totals,
    [
      { direction: 'input' },
      { box: '4,6', vat_code: 'S,Z' },
      thisQuarter,
      { ...thisQuarter, box: '1' },
      { ...thisQuarter, search: 'inv-' },
    ],
    rows =>
      Object.fromEntries(
        (['output', 'input'] as const).map(side => {
          const own = rows.filter(({ direction }) => direction === side);
          return [side, { net: sumOf(own, row => row.net), vat: sumOf(own, row => row.vat) }];
        }),
      ),
  ),
  totalled(
    tills.list,
    sessionTotals,
    [{ status: 'closed' }, { register_id: '1', ...day }, { period: 'last_7_days' }],
    rows => ({
      takings: knownSum(rows, row => row.takings),
      expected: knownSum(rows, row => row.expected),
      counted: knownSum(rows, row => row.counted),
      difference: knownSum(rows, row => row.difference),
    }),
  ),
  totalled(
    journals.list,
    journals.totals,
    [day, { kind: 'sale,expense', ...day }, { account: '1020', ...day }, { search: 'rent' }],
    rows => ({ amount: sumOf(rows, row => row.amount) }),
  ),
  totalled(
    supplierCredits.list,
    supplierCredits.totals,
    [{ state: 'reversed' }, { state: 'on_account' }, { search: 'quayside' }],
    (rows, { state }) => {
      const counted = rows.filter(row => state !== undefined || row.reversed_at === null);
      return {
        net: sumOf(counted, row => row.net),
        vat: sumOf(counted, row => row.vat),
        gross: sumOf(counted, row => row.gross),
        on_account: sumOf(counted, row => row.on_account),
      };
    },
  ),
  totalled(
    vatAdjustments.list,
    vatAdjustments.totals,
    [{ reversed: 'yes' }, { reversed: 'no' }, { search: 'accountant' }],
    (rows, { reversed }) => {
      const counted = rows.filter(row => reversed !== undefined || !row.is_reversed);
      const boxes = ['box_1', 'box_4', 'box_6', 'box_7'] as const;
      return Object.fromEntries(boxes.map(box => [box, sumOf(counted, row => row[box])]));
    },
  ),
  totalled(
    vatReliefs.list,
    vatReliefs.totals,
    [{ kind: 'repay' }, { kind: 'repay', search: 'quayside' }, { kind: 'repay', as_at: '2026-08-20' }],
    rows => ({
      gross: sumOf(rows, row => row.gross),
      base: sumOf(rows, row => row.base),
      relieved_vat: sumOf(rows, row => row.relieved_vat),
      change_vat: sumOf(rows, row => row.change_vat),
    }),
  ),
  totalled(
    stockAdjustments.list,
    stockAdjustments.totals,
    [{ reason: 'damaged' }, { period: 'today' }],
    rows => ({
      value: sumOf(rows, row => row.value),
    }),
  ),
  totalled(
    stockMovements.list,
    stockMovements.totals,
    [day, { kind: 'sale', ...day }, { search: 'tea' }],
    rows => ({
      value: sumOf(rows, row => row.value),
    }),
  ),
  totalled(stockCounts.list, stockCounts.totals, [{ status: 'posted' }, { status: 'counting' }], rows => ({
    value: sumOf(rows, row => row.value),
  })),
  totalled(
    saleExceptions.list,
    saleExceptions.totals,
    [{ kind: 'price' }, { kind: 'credit', state: 'open' }],
    rows => ({ amount: sumOf(rows, row => row.amount) }),
  ),
  totalled(
    agedDebtors.list,
    agedDebtors.totals,
    [{ overdue: 'yes' }, { due_within: '14' }, { search: 'a', as_at: '2026-10-31' }],
    listedByAge,
  ),
  totalled(
    agedCreditors.list,
    agedCreditors.totals,
    [{ overdue: 'yes' }, { due_within: '7' }, { search: 'quayside' }],
    listedByAge,
  ),
  totalled(
    stockLevels.list,
    stockLevels.totals,
    [{ stock_state: 'low,out' }, { search: 'tea' }, { attention: 'low' }],
    rows => ({ listed: sumOf(rows, row => row.value) }),
  ),
];

describe('F70 the totals of a list are those of the rows on all of its pages, filtered or not', () => {
  test.each(family)('$path', ({ check }) => check());
});

test('F70 V24 the totals of the entries of a box are its figure on the VAT return', async () => {
  const { data } = (await admin.call(vatReturns.list)).reply;
  const returns = data.filter(({ entry_count }) => entry_count > 0);
  expect(returns.length).toBeGreaterThan(0);
  for (const { to, box_1, box_4, box_6, box_7 } of returns) {
    const totalOf = async (box: string) =>
      (await admin.call(vatEntries.totals, { query: { to, box } })).reply;
    expect((await totalOf('1')).output.vat, to).toBe(box_1);
    expect((await totalOf('4')).input.vat, to).toBe(box_4);
    expect(dropPence((await totalOf('6')).output.net), to).toBe(box_6);
    expect(dropPence((await totalOf('7')).input.net), to).toBe(box_7);
  }
});

test('F70 R6 R7 totals of everything stay, whatever the list is filtered to', async () => {
  const debtors = async (query: Filter) => (await admin.call(agedDebtors.totals, { query })).reply;
  const [{ listed: _all, ...all }, { listed: _found, ...found }] = [
    await debtors({}),
    await debtors({ search: 'no customer has this name' }),
  ];
  expect(found).toEqual(all);
  const stock = async (query: Filter) => (await admin.call(stockLevels.totals, { query })).reply;
  const [whole, none] = [await stock({}), await stock({ search: 'no product has this name' })];
  expect(none).toEqual({ ...whole, listed: 0 });
  expect(whole.listed).toBe(whole.value);
});

test('F45 the totals of stock show no cost without the permission', async () => {
  const viewer = await app.as('view_stock');
  for (const { totals } of [stockMovements, stockAdjustments, stockCounts])
    expect((await viewer.call(totals)).status, totals.path).toBe(403);
  const { reply } = await viewer.call(stockLevels.totals);
  expect(Object.keys(reply)).toEqual(['in_stock', 'low', 'out', 'negative']);
});
