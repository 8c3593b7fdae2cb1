import { averageSale } from '#domain/reports/average-sale';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { cashTransactions } from '#domain/reports/cash-transactions.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { reportDocuments, type SalesFigures, salesSummaries } from '#domain/reports/sales-summary.contract';
import {
  cashDrillDown,
  costDrillDown,
  marginDrillDown,
  profitDrillDown,
  salesRowDrillDown,
  summaryDrillDown,
  type Search,
  sideOf,
} from '../../web/features/reports/drill-down';
import type { Caller } from './test-app';

type Days = { readonly from: string; readonly to: string };

/** How many figures were compared with their sources, and those that differ. */
export type Crawl = { readonly figures: number; readonly problems: string[] };

/**
 * Follows every figure of the reports to its source, as the pages link it, and adds that up: sales summary and product
 * margins in every grouping, payment methods, voids, profit and loss by month and on the cash basis, and each account's movements.
 * `maxProducts` limits a long catalogue.
 */
export async function crawlReports(viewer: Caller, days: Days, maxProducts = Infinity): Promise<Crawl> {
  let figures = 0;
  const problems: string[] = [];
  const hold = (what: string, shown: number | null | undefined, expected: number | null | undefined) => {
    figures += 1;
    if ((shown ?? 0) !== (expected ?? 0))
      problems.push(`${what}: ${shown} is shown, ${expected} is behind it`);
  };
  const crawl = { viewer, days, hold, documents: documentsOf(viewer) };
  await crawlSummary(crawl);
  await crawlMargins(crawl, maxProducts);
  await crawlProfit(crawl);
  await crawlCashBasis(crawl);
  await crawlPayments(crawl);
  return { figures, problems };
}

type Crawling = {
  readonly viewer: Caller;
  readonly days: Days;
  readonly hold: (
    what: string,
    shown: number | null | undefined,
    expected: number | null | undefined,
  ) => void;
  readonly documents: ReturnType<typeof documentsOf>;
};

/** The total of the documents behind a figure; figures of one row share them. */
function documentsOf(viewer: Caller) {
  const found = new Map<string, Promise<Awaited<ReturnType<typeof ask>>>>();
  const ask = async (query: Record<string, string>) =>
    answered(await viewer.call(reportDocuments.totals, { query }));
  return (search: Search) => {
    const query = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
    const key = JSON.stringify(query);
    const cached = found.get(key) ?? ask(query as Record<string, string>);
    found.set(key, cached);
    return cached;
  };
}

function answered<T>({ reply, refusal }: { reply: T; refusal: unknown }): T {
  if (reply === undefined) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** A figure of the sales summary, from the totals of its documents. */
const figureOf: Readonly<
  Record<Exclude<keyof SalesFigures, 'average'>, 'count' | 'gross' | 'vat' | 'net' | 'discounts' | 'quantity'>
> = {
  transactions: 'count',
  gross: 'gross',
  vat: 'vat',
  net: 'net',
  discounts: 'discounts',
  refunds_gross: 'gross',
  refunds_vat: 'vat',
  refunds_net: 'net',
  net_takings: 'gross',
  net_revenue: 'net',
  units: 'quantity',
};

async function crawlSummary({ viewer, days, hold, documents }: Crawling): Promise<void> {
  const follow = async (what: string, shown: SalesFigures, search: Search) => {
    for (const [figure, column] of Object.entries(figureOf)) {
      const side = sideOf[figure as keyof SalesFigures];
      const listed = (await documents({ ...search, side }))[column];
      hold(
        `${what} ${figure}`,
        shown[figure as keyof SalesFigures],
        side === 'refunds' ? 0 - (listed ?? 0) : listed,
      );
    }
    const sales = await documents({ ...search, side: sideOf.average });
    hold(`${what} average`, shown.average, averageSale(sales.gross, sales.count));
  };
  for (const group of ['day', 'week', 'month', 'cashier', 'register', 'category', 'country'] as const) {
    const summary = answered(await viewer.call(salesSummaries.show, { query: { ...days, group } }));
    for (const row of summary.rows)
      await follow(`Summary by ${group}, ${row.label}`, row, salesRowDrillDown(summary, row, {}));
    if (group !== 'day') continue;
    const all = summaryDrillDown(summary, {});
    await follow('Summary', summary.totals, all);
    hold('Voids', summary.voids.gross, (await documents({ ...all, side: 'voids' })).gross);
    for (const { method, taken, paid_back, net } of summary.tenders) {
      hold(`${method} taken`, taken, (await documents({ ...all, method, side: 'all_sales' })).paid);
      hold(
        `${method} paid back`,
        0 - paid_back,
        (await documents({ ...all, method, side: 'all_refunds' })).paid,
      );
      hold(method, net, (await documents({ ...all, method })).paid);
    }
  }
}

async function crawlMargins({ viewer, days, hold, documents }: Crawling, maxProducts: number): Promise<void> {
  for (const group of ['product', 'category', 'brand', 'supplier', 'customer', 'cashier'] as const) {
    for (let page = 1; ; page++) {
      const query = { ...days, group, page: String(page), per_page: '1000' };
      const list = answered(await viewer.call(productMargins.list, { query }));
      for (const row of list.data.slice(0, maxProducts)) {
        const listed = await documents(marginDrillDown(days, {}, { group, key: row.key }));
        const what = `Margins by ${group}, ${row.label}`;
        hold(`${what} quantity`, row.quantity, listed.quantity);
        hold(`${what} revenue`, row.revenue, listed.net);
        hold(`${what} cost`, row.cost, listed.cost);
        hold(`${what} profit`, row.profit, listed.net - (listed.cost ?? 0));
      }
      if (page * 1000 >= list.total || maxProducts < 1000) break;
    }
  }
  const { totals, ledger } = answered(await viewer.call(productMargins.totals, { query: days }));
  const total = await documents(marginDrillDown(days, {}));
  hold('Margins quantity', totals.quantity, total.quantity);
  hold('Margins revenue', totals.revenue, total.net);
  hold('Margins cost', totals.cost, total.cost);
  hold('Account 5000', ledger?.account, await postedTo(viewer, costDrillDown(days), days));
  hold('Account 5000, its parts', ledger?.account, parts(ledger));
}

const parts = (ledger: { sold: number; variance: number; services: number; other: number } | null) =>
  ledger && ledger.sold + ledger.variance + ledger.services + ledger.other;

/** Debits less credits of an account, or of another source, as the general ledger adds them up. */
async function postedTo(viewer: Caller, account: string | Search, { from, to }: Days): Promise<number> {
  const where = typeof account === 'string' ? { account } : account;
  const { debit, credit } = answered(
    await viewer.call(ledgerLines.totals, { query: { ...where, from, to } }),
  );
  return debit - credit;
}

const inCredit = ['revenue', 'other_income', 'gross_profit', 'net_profit'];

async function crawlProfit({ viewer, days, hold }: Crawling): Promise<void> {
  const report = answered(await viewer.call(profitAndLosses.show, { query: { ...days, step: 'month' } }));
  for (const { code, key, label, amount, steps } of report.lines) {
    // Income and profit are credits, expenses are debits; all are shown as positive.
    const sign = code?.startsWith('4') || inCredit.includes(key) ? -1 : 1;
    const behind = (period: Days) => postedTo(viewer, profitDrillDown({ code, key }, period), period);
    hold(label, amount, sign * (await behind(days)));
    for (const [index, step] of report.steps.entries())
      hold(`${label} to ${step.to}`, steps[index], sign * (await behind(step)));
    hold(
      `${label}, its months`,
      amount,
      steps.reduce((sum, step) => sum + step, 0),
    );
  }
}

async function crawlCashBasis({ viewer, days, hold }: Crawling): Promise<void> {
  const { lines, reconciliation } = answered(
    await viewer.call(profitAndLosses.show, { query: { ...days, basis: 'cash' } }),
  );
  for (const { key, label, amount } of [...lines, ...(reconciliation ?? [])]) {
    const listed =
      key === 'accruals'
        ? -(await postedTo(viewer, profitDrillDown({ code: null, key: 'net_profit' }, days), days))
        : answered(await viewer.call(cashTransactions.totals, { query: cashDrillDown(key, days) })).amount;
    hold(`${label}, cash basis`, amount, listed);
  }
}

async function crawlPayments({ viewer, days, hold }: Crawling): Promise<void> {
  const { completed, accounts } = answered(await viewer.call(paymentTransactions.totals, { query: days }));
  const moved = async (query: Record<string, string>) =>
    answered(
      await viewer.call(paymentTransactions.totals, { query: { ...days, status: 'completed', ...query } }),
    ).completed;
  for (const { code, name, opening, closing, ...account } of accounts) {
    hold(`${name} in`, account.in, (await moved({ account: code, direction: 'in' })).in);
    hold(`${name} out`, account.out, (await moved({ account: code, direction: 'out' })).out);
    hold(`${name} closing`, closing, opening + account.in - account.out);
    hold(`${name} in the ledger`, closing - opening, await postedTo(viewer, code, days));
  }
  for (const direction of ['in', 'out'] as const) {
    let listed = 0;
    for (let page = 1; ; page++) {
      const query = { ...days, direction, status: 'completed', page: String(page), per_page: '1000' };
      const list = answered(await viewer.call(paymentTransactions.list, { query }));
      listed += list.data.reduce((sum, row) => sum + row.amount, 0);
      if (page * 1000 >= list.total) break;
    }
    hold(`Money ${direction}`, completed[direction], listed);
  }
}
