import { expect, test } from 'vitest';
import { cashTransactions } from '#domain/reports/cash-transactions.contract';
import { february, january, march, month, useCashBasisShop } from '../../../tests/support/cash-basis';
import type { Caller } from '../../../tests/support/test-app';

const { shop, cash, behind, total, expectListsBehind } = useCashBasisShop();
type Transaction = Awaited<ReturnType<typeof behind>>[number];
const inBrief = ({ business_date, kind, net, settled, total: all, proportion, amount }: Transaction) =>
  [business_date, kind, net, settled === null ? null : [settled, all, proportion], amount] as const;

test('every figure has the transactions behind it, which add up to it', async () => {
  await expectListsBehind(await cash({ from: '2031-01-01', to: '2031-03-31', step: 'month' }));
  await expectListsBehind(await cash({ ...month(3), compare: 'previous' }));
});

test('a transaction names its document, what was settled of it and what counts', async () => {
  const [first] = await behind({ ...month(2), figure: '4000' });
  expect(first).toMatchObject({ narrative: expect.stringContaining('Sale'), line: { label: '4000 Sales' } });
  expect(first?.document.link).toMatch(/^\/sales\/invoices\/\d+$/);
  expect(first?.party).toBe((await behind({ ...month(3), figure: '4000' })).map(({ party }) => party).join());
  const rows = async (figure: string, number: number) =>
    (await behind({ ...month(number), figure })).map(inBrief);
  // The cash sale counts in full on its day; of £2.41 with VAT, £1.21 is 50.21% and £1.20 is 49.79%.
  expect(await rows('4000', 1)).toEqual([[january, 'sale', 400, null, 400]]);
  expect(await rows('4000', 2)).toEqual([[february, 'sale', 201, [121, 241, 5021], 101]]);
  expect(await rows('4000', 3)).toEqual([[march, 'sale', 201, [120, 241, 4979], 100]]);
  // Costs are above zero, as in the report. Goods received, sold or in stock have paid no one.
  expect(await rows('goods', 1)).toEqual([]);
  expect(await rows('goods', 2)).toEqual([[february, 'supplier_bill', 1000, [600, 1200, 5000], 500]]);
  expect(await rows('6000', 2)).toEqual([[february, 'expense', 1000, [1000, 1000, 10_000], 1000]]);
  expect(await rows('2220', 2)).toEqual([[february, 'manual', 300, null, 300]]);
  expect((await rows('overheads', 1)).map(row => row[4]).toSorted((one, other) => one - other)).toEqual([
    -300, 300,
  ]);
  // The profit has each in its own sign.
  expect((await rows('net_profit', 2)).map(row => row[4]).toSorted((one, other) => one - other)).toEqual([
    -1000, -500, -300, 101,
  ]);
});

test('the causes of the reconciliation list what is not settled yet, and what is settled later', async () => {
  const rows = async (figure: string, number: number) =>
    (await behind({ ...month(number), figure })).map(inBrief);
  expect(await rows('customers', 1)).toEqual([[january, 'sale', 201, [0, 241, 0], -201]]);
  expect(await rows('customers', 2)).toEqual([[february, 'sale', 201, [121, 241, 5021], 101]]);
  expect(await rows('suppliers', 1)).toEqual([[january, 'supplier_bill', -1000, [0, 1200, 0], 1000]]);
  // Two sold from stock, one more, and ten billed; receiving them was stock against goods not billed.
  expect((await rows('stock', 1)).map(row => [row[1], row[4]])).toEqual([
    ['sale', 200],
    ['sale', 100],
    ['supplier_bill', -1000],
  ]);
  expect((await rows('accrued', 1)).map(row => [row[1], row[4]])).toEqual([
    ['expense', 1000],
    ['manual', 300],
  ]);
});

test('the list is sorted, paged and exported', async () => {
  const query = { ...month(2), figure: 'net_profit', sort_by: 'amount', per_page: '3' };
  const page = async (number: string) =>
    (await shop().owner.call(cashTransactions.list, { query: { ...query, page: number } })).reply;
  const [first, second] = [await page('1'), await page('2')];
  expect(first.data.map(({ amount }) => amount)).toEqual([-1000, -500, -300]);
  expect(second).toMatchObject({ data: [{ amount: 101 }], current_page: 2, last_page: 2, total: 4 });
  const file = await shop().owner.call(cashTransactions.export, { query: { ...month(2), figure: '4000' } });
  const [header, row, ...rest] = file.raw.toString('utf8').trim().split(/\r?\n/);
  expect(header).toContain(
    'Date,Kind,Document,Party,Narrative,Line,Net,Settled (gross),Document total (gross),Settled %,Amount',
  );
  expect(row).toMatch(/^2031-02-15,Sale,.*,4000 Sales,2\.01,1\.21,2\.41,50\.21,1\.01$/);
  expect(rest).toEqual([]);
  const refused = await shop().owner.call(cashTransactions.list, { query: { figure: 'profit' } });
  expect(refused.refusal).toMatchObject({ errors: { figure: ['Choose a figure of the profit and loss.'] } });
});

test('what the report hides is hidden behind it, and documents are named for those who can see them', async () => {
  const viewer = await shop().app.as('view_dashboard', 'export_data');
  await expectListsBehind(await cash(month(2), viewer), viewer);
  const refusalOf = async (figure: string, who: Caller) =>
    (await who.call(cashTransactions.totals, { query: { ...month(2), figure } })).refusal?.message;
  for (const figure of ['goods', 'cost_of_sales', 'gross_profit', 'net_profit'])
    expect(await refusalOf(figure, viewer), figure).toContain('It needs “See cost and margin”');
  // An account without a line of its own on the cash basis has nothing behind it.
  expect((await total({ ...month(1), figure: '5000' }, viewer)).count).toBe(0);
  expect(await refusalOf('2220', viewer)).toContain('It needs “See pay, ');
  const costOnly = await shop().app.as('view_dashboard', 'view_cost');
  expect(await refusalOf('customers', costOnly)).toContain('It needs “See pay, ');
  // Sales of £1.01 less stationery of £10.00, less goods of £5.00 with permission to see cost.
  const totalFor = (who: Caller) => total(month(2), who);
  expect((await totalFor(viewer)).amount).toBe(-899);
  expect((await totalFor(costOnly)).amount).toBe(-1399);
  expect((await totalFor(viewer)).figures.map(({ key }) => key)).not.toContain('goods');
  expect((await totalFor(viewer)).figures.map(({ label }) => label)).toContain('Overheads excluding wages');
  expect((await totalFor(shop().owner)).figures.map(({ label }) => label)).toContain('Bills not yet settled');
  const named = async (figure: string, who: Caller) =>
    (await behind({ ...month(2), figure }, who)).map(({ document, party, narrative }) =>
      [document.number, document.link, party, narrative].map(value => value !== null),
    );
  expect(await named('4000', viewer)).toEqual([[true, true, true, true]]);
  expect(await named('6000', viewer)).toEqual([[false, false, false, false]]);
  const clerk = await shop().app.as('view_dashboard', 'view_expense');
  // The firm paid for the stationery, of no supplier it knows: there is no party (R5).
  expect(await named('6000', clerk)).toEqual([[true, true, false, true]]);
  const accountant = await shop().app.as('view_dashboard', 'view_cost', 'view_ledger');
  expect(await named('goods', accountant)).toEqual([[true, true, true, true]]);
});
