import { sql } from 'kysely';
import { trialBalance } from '#domain/accounts/account.contract';
import type { AnyCall } from '#domain/kernel/call';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import type { CallArguments, Caller, TestApp } from '../support/test-app';

/** Every figure that documents of these days affect: books, stock, averages, parties, VAT and reports. */
export type Figures = Readonly<Record<string, unknown>>;

/** Reads the figures through the API; stock and parties also from the database. */
export async function figuresOf(
  { db }: TestApp,
  who: Caller,
  days: { readonly from: string; readonly to: string },
): Promise<Figures> {
  const ask = async <C extends AnyCall>(call: C, request: CallArguments<C>) => {
    const { status, reply, refusal } = await who.call(call, request);
    if (status !== 200) throw new Error(`${call.path}: ${status} ${JSON.stringify(refusal)}`);
    return reply;
  };
  const at = { query: { as_at: days.to } };
  const during = { query: days };
  const { rows } = await ask(trialBalance.show, at);
  const vat = await ask(vatReturns.list, {});
  const profit = await ask(profitAndLosses.show, during);
  const { totals: sales } = await ask(salesSummaries.show, during);
  const pools = await sql`
    select product_id, quantity::text, value_pence, last_unit_cost::text,
      case when quantity > 0 then round(value_pence / quantity, 6)::text end as average
    from stock_pools where quantity <> 0 or value_pence <> 0 order by product_id`.execute(db);
  const parties = await sql`
    select supplier_id, customer_id, balance_pence from party_balances where balance_pence <> 0
    order by supplier_id, customer_id`.execute(db);
  return {
    trialBalance: byAccount(rows.map(row => [row.code, Number(row.debit) - Number(row.credit)])),
    stock: pools.rows,
    stockValue: await ask(stockValuation.totals, at),
    parties: parties.rows,
    debtors: await ask(agedDebtors.totals, at),
    creditors: await ask(agedCreditors.totals, at),
    vat: vat.data.map(({ from, box_1, box_4, box_5, box_6, box_7 }) => ({
      from,
      box_1,
      box_4,
      box_5,
      box_6,
      box_7,
    })),
    profit: byAccount(profit.lines.map(line => [line.key, line.amount])),
    margins: await ask(productMargins.totals, during),
    sales: { takings: sales.net_takings, revenue: sales.net_revenue, units: sales.units },
  };
}

/** Refunds have an account of their own: added to it, sales are what was sold. Accounts at zero are omitted. */
function byAccount(rows: readonly (readonly [string, number])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [code, amount] of rows) {
    const account = code === '4010' ? '4000' : code;
    sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0));
}
