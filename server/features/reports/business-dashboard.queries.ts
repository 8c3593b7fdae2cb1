import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { accountsOfPart } from '#domain/accounting/ledger-parts';
import type { ProfitPart } from '#domain/accounting/profit-parts';
import { percentOf } from '#domain/kernel/percent-of';
import type { BusinessFlow, BusinessPosition } from '#domain/reports/business-dashboard.contract';
import type { Period } from '#domain/kernel/period';
import type { Reader } from '../../platform/database/open-database';
import { profitAndLoss } from '#domain/reports/profit-loss';
import { attention } from '../stock';
import { findAgedTotal } from '../wallet';
import { marginTotals } from './product-margins.queries';
import { postedIn } from './profit-loss';
import { salesFigures } from './sales-summary.queries';

/** Cost of goods sold over some days (rule R1); undefined without permission to see cost. */
const costIn = async (db: Reader, period: Period, withCost: boolean): Promise<Pence | undefined> =>
  withCost ? (await marginTotals(db, period, {}, true)).cost : undefined;

type Results = Pick<
  BusinessFlow,
  'cost_of_sales' | 'gross_profit' | 'gross_margin' | 'other_income' | 'expenses' | 'net_profit'
>;
type Trade = Omit<BusinessFlow, keyof Results>;

/** Which figures the user may see; each subject has its own permission. */
export type FigureVisibility = {
  readonly withCost: boolean;
  readonly withPay: boolean;
  readonly withLedger: boolean;
  readonly withOrders: boolean;
};

/** Sales and profit over some days: sales by R2, cost by R1. */
async function tradeIn(db: Reader, period: Period, withCost: boolean): Promise<Trade> {
  const [sales, cost] = await Promise.all([salesFigures(db, period, {}), costIn(db, period, withCost)]);
  const { net_takings, transactions, average, refunds_gross, net_revenue } = sales;
  return withProfit({ net_takings, transactions, average, refunds: refunds_gross, net_revenue }, cost);
}

/** Sales with their cost and profit; without permission to see cost, sales only. */
function withProfit(flow: Trade, cost: Pence | undefined): Trade {
  if (cost === undefined) return flow;
  const profit = toPence(flow.net_revenue - cost);
  return { ...flow, cost, profit, margin: percentOf(profit, flow.net_revenue) };
}

/** Trade over some days, with overheads by R3 (rule R4). */
export async function flowOf(
  db: Reader,
  period: Period,
  sees: Pick<FigureVisibility, 'withCost' | 'withPay'>,
): Promise<BusinessFlow> {
  const [trade, results] = await Promise.all([
    tradeIn(db, period, sees.withCost),
    resultsIn(db, period, sees),
  ]);
  return { ...trade, ...results };
}

/** The figures of the profit and loss of some days, so that they are the same everywhere (rule R3). */
async function resultsIn(
  db: Reader,
  period: Period,
  sees: Pick<FigureVisibility, 'withCost' | 'withPay'>,
): Promise<Results> {
  const lines = profitAndLoss(await postedIn(db, period), null, { ...sees, steps: 0 });
  const lineOf = (key: ProfitPart) => lines.find(line => line.key === key);
  const amount = (key: ProfitPart) => lineOf(key)?.amount;
  const gross = lineOf('gross_profit');
  const [cost_of_sales, net_profit] = [amount('cost_of_sales'), amount('net_profit')];
  return {
    ...(cost_of_sales !== undefined && { cost_of_sales }),
    ...(gross && { gross_profit: gross.amount, gross_margin: gross.percent }),
    ...(net_profit !== undefined && { net_profit }),
    other_income: amount('other_income') ?? toPence(0),
    expenses: amount('overheads') ?? toPence(0),
  };
}

type Balances = { cash: Pence; bank: Pence; vat_due: Pence; stock_value: Pence };

/** Money, VAT and stock at the end of a day, from the ledger (rules L3, A3). */
async function balancesAt(db: Reader, asAt: CalendarDate): Promise<Balances> {
  const { rows } = await sql<Balances>`
    select coalesce(sum(balance) filter (where code = any(${accountsOfPart.cash})), 0)::bigint as cash,
      coalesce(sum(balance) filter (where code = '1020'), 0)::bigint as bank,
      coalesce(-sum(balance) filter (where code = any(${accountsOfPart.vat})), 0)::bigint as vat_due,
      coalesce(sum(balance) filter (where code = '1200'), 0)::bigint as stock_value
    from (
      select account_code as code, sum(debit_pence - credit_pence) as balance from ledger_by_day
      where account_code in ('1000', '1010', '1020', '1200', '2200', '2201') and business_date <= ${asAt} group by 1
    ) balances`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A sum has one row');
  return row;
}

/** Low stock and open orders as they are now (rule R4). */
async function goodsNow(db: Reader) {
  const { rows } = await sql<
    Pick<BusinessPosition, 'low_stock' | 'out_of_stock' | 'open_orders' | 'undelivered'>
  >`
    select low_stock, out_of_stock, open_orders, undelivered from (
      select count(*) filter (where ${attention.low})::integer as low_stock,
        count(*) filter (where ${attention.out})::integer as out_of_stock
      from products p join stock_pools s on s.product_id = p.id
    ) goods, (
      select count(*)::integer as open_orders, coalesce(sum(outstanding_pence), 0)::bigint as undelivered
      from purchase_orders where status in ('sent', 'received')
    ) orders`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A count has one row');
  return row;
}

/** The position at the end of a day (rule R4). */
export async function positionAt(
  db: Reader,
  asAt: CalendarDate,
  { withCost, withLedger, withOrders }: FigureVisibility,
): Promise<BusinessPosition> {
  const [customers, suppliers, { stock_value, ...balances }, goods] = await Promise.all([
    findAgedTotal(db, 'customer', asAt),
    findAgedTotal(db, 'supplier', asAt),
    balancesAt(db, asAt),
    goodsNow(db),
  ]);
  const { low_stock, out_of_stock, ...orders } = goods;
  return {
    as_at: asAt,
    ...(withLedger
      ? {
          receivables: customers.owed,
          overdue: customers.overdue,
          customer_credit: customers.credit,
          payables: suppliers.owed,
          prepayments: suppliers.credit,
          ...balances,
        }
      : {}),
    ...(withCost ? { stock_value } : {}),
    low_stock,
    out_of_stock,
    ...(withOrders ? orders : {}),
  };
}
