import { type RawBuilder, sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import type { TillReport } from '#domain/tills/till-report';
import { findPaymentWords } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';

type Documents = NonNullable<TillReport['sales']>;

const none = { count: 0, net: 0 as Pence, vat: 0 as Pence, gross: 0 as Pence };

/** The sales of a session: totals, and by VAT code and rate as sums of lines (rule V5). */
export async function salesOf(db: Reader, sessionId: number): Promise<Documents & { on_account: Pence }> {
  const [totals, byRate] = await Promise.all([
    sql<Omit<Documents, 'by_rate'> & { on_account: Pence }>`
      select count(*)::integer as count, coalesce(sum(net_pence), 0)::bigint as net, coalesce(sum(vat_pence), 0)::bigint as vat,
        coalesce(sum(gross_pence), 0)::bigint as gross, coalesce(sum(on_account_pence), 0)::bigint as on_account,
        (array_agg(number order by id))[1] as first_number, (array_agg(number order by id desc))[1] as last_number
      from sales where session_id = ${sessionId}`.execute(db),
    sql<Documents['by_rate'][number]>`
      select l.vat_code, (l.vat_rate * 100)::integer as vat_percent, sum(l.net_pence)::bigint as net,
        sum(l.vat_pence)::bigint as vat, sum(l.gross_pence)::bigint as gross
      from sales s join sale_lines l on l.sale_id = s.id where s.session_id = ${sessionId}
      group by 1, 2 order by array_position(array['S', 'R', 'Z', 'E', 'O'], l.vat_code), 2 desc`.execute(db),
  ]);
  const [total] = totals.rows;
  return total
    ? { ...total, by_rate: byRate.rows }
    : { ...none, on_account: none.gross, by_rate: [], first_number: null, last_number: null };
}

/** The refunds of a session, whenever the goods were sold. */
export async function refundsOf(db: Reader, sessionId: number): Promise<Documents> {
  const [totals, byRate] = await Promise.all([
    sql<Omit<Documents, 'by_rate'>>`
      select count(*)::integer as count, coalesce(sum(net_pence), 0)::bigint as net, coalesce(sum(vat_pence), 0)::bigint as vat,
        coalesce(sum(gross_pence), 0)::bigint as gross,
        (array_agg(number order by id))[1] as first_number, (array_agg(number order by id desc))[1] as last_number
      from credit_notes where session_id = ${sessionId}`.execute(db),
    sql<Documents['by_rate'][number]>`
      select l.vat_code, (l.vat_rate * 100)::integer as vat_percent, sum(n.net_pence)::bigint as net,
        sum(n.vat_pence)::bigint as vat, sum(n.gross_pence)::bigint as gross
      from credit_notes c join credit_note_lines n on n.credit_note_id = c.id
        join sale_lines l on l.sale_id = n.sale_id and l.line_number = n.sale_line_number
      where c.session_id = ${sessionId}
      group by 1, 2 order by array_position(array['S', 'R', 'Z', 'E', 'O'], l.vat_code), 2 desc`.execute(db),
  ]);
  const [total] = totals.rows;
  return total
    ? { ...total, by_rate: byRate.rows }
    : { ...none, by_rate: [], first_number: null, last_number: null };
}

type Payments = TillReport['tenders'];

/** Payments and refunds of sales (applied, not tendered: rule M9). */
const paymentsOfSales = (sessionId: number) => sql`
  select t.method, t.applied_pence as taken, 0::bigint as paid_back
  from sales s join sale_tenders t on t.sale_id = s.id where s.session_id = ${sessionId}
  union all
  select t.method, 0, t.amount_pence
  from credit_notes c join refund_tenders t on t.credit_note_id = c.id where c.session_id = ${sessionId}`;

/** Customers' payments on account, top-ups and pay-outs. A reversal counts as paid back. */
const paymentsOfCustomers = (sessionId: number) => sql`
  select 'cash' as method, greatest(amount_pence, 0) as taken, greatest(-amount_pence, 0) as paid_back
  from till_cash where session_id = ${sessionId} and document_type = 'customer_payment'
  union all
  select method, amount_pence, 0 from customer_payments where session_id = ${sessionId} and method <> 'cash'
  union all
  select method, 0, amount_pence from customer_payments
  where session_id = ${sessionId} and method <> 'cash' and status <> 'completed'`;

export const tendersOf = (db: Reader, sessionId: number): Promise<Payments> =>
  byMethod(db, paymentsOfSales(sessionId));

export const customerPaymentsOf = (db: Reader, sessionId: number): Promise<Payments> =>
  byMethod(db, paymentsOfCustomers(sessionId));

/** Both together: what the card machine should show by card. */
export const allPaymentsOf = (db: Reader, sessionId: number): Promise<Payments> =>
  byMethod(db, sql`${paymentsOfSales(sessionId)} union all ${paymentsOfCustomers(sessionId)}`);

async function byMethod(db: Reader, payments: RawBuilder<unknown>): Promise<Payments> {
  const { rows } = await sql<Payments[number]>`
    select method, sum(taken)::bigint as taken, sum(paid_back)::bigint as paid_back, count(*)::integer as count
    from (${payments}) as payments group by 1
    order by array_position(array['cash', 'credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'wallet', 'exchange'], method)`.execute(
    db,
  );
  const { names } = await findPaymentWords(db);
  return rows.map(row => {
    const name = names[row.method];
    return name === undefined ? row : { ...row, name };
  });
}

type Counts = Pick<
  TillReport,
  'discounts' | 'cancelled' | 'voided_baskets' | 'removed_lines' | 'drawer_openings'
>;

/** The other figures of a Z report: discounts, cancelled sales, voids, removed lines, drawer openings. */
export async function countsOf(db: Reader, sessionId: number): Promise<Counts> {
  const { rows } = await sql<Record<string, number>>`
    select s.lines, s.cart, c.cancelled, c.cancelled_amount, e.*
    from (select coalesce(sum(line_discount_pence), 0)::bigint as lines, coalesce(sum(cart_discount_pence), 0)::bigint as cart
        from sales where session_id = ${sessionId}) s,
      (select count(*)::integer as cancelled, coalesce(sum(gross_pence), 0)::bigint as cancelled_amount
        from credit_notes where session_id = ${sessionId} and kind = 'cancellation') c,
      (select count(*) filter (where kind = 'basket_voided')::integer as voided,
        coalesce(sum(amount_pence) filter (where kind = 'basket_voided'), 0)::bigint as voided_amount,
        (count(*) filter (where kind = 'line_removed') - count(*) filter (where kind = 'line_restored'))::integer as removed,
        (coalesce(sum(amount_pence) filter (where kind = 'line_removed'), 0)
          - coalesce(sum(amount_pence) filter (where kind = 'line_restored'), 0))::bigint as removed_amount,
        count(*) filter (where kind = 'drawer_opened')::integer as openings
        from till_events where session_id = ${sessionId}) e`.execute(db);
  const amountOf = (name: string) => (rows[0]?.[name] ?? 0) as Pence;
  return {
    discounts: { lines: amountOf('lines'), cart: amountOf('cart') },
    cancelled: { count: amountOf('cancelled'), amount: amountOf('cancelled_amount') },
    voided_baskets: { count: amountOf('voided'), amount: amountOf('voided_amount') },
    removed_lines: { count: amountOf('removed'), amount: amountOf('removed_amount') },
    drawer_openings: amountOf('openings'),
  };
}

/** Cash movements by kind; `expected` is the cash that should be in the drawer (rule T1). */
export async function cashOf(db: Reader, sessionId: number): Promise<NonNullable<TillReport['cash']>> {
  const { rows } = await sql<{ kind: string; amount: Pence }>`
    select kind, sum(amount_pence)::bigint as amount from till_cash
    where session_id = ${sessionId} and kind not in ('difference', 'emptied') group by 1`.execute(db);
  const amountOf = (kind: string) => rows.find(row => row.kind === kind)?.amount ?? (0 as Pence);
  return {
    float: amountOf('float'),
    sales: amountOf('sale'),
    refunds: amountOf('refund'),
    receipts: amountOf('receipt'),
    payouts: amountOf('payout'),
    paid_in: amountOf('paid_in'),
    paid_out: amountOf('paid_out'),
    drops: amountOf('drop'),
    expected: rows.reduce((sum, row) => sum + row.amount, 0) as Pence,
  };
}

/** Sales and refunds by cashier. */
export async function cashiersOf(db: Reader, sessionId: number): Promise<TillReport['cashiers']> {
  const { rows } = await sql<TillReport['cashiers'][number]>`
    select u.name, count(*) filter (where is_sale)::integer as sales,
      coalesce(sum(gross) filter (where is_sale), 0)::bigint as gross,
      count(*) filter (where not is_sale)::integer as refunds,
      coalesce(sum(gross) filter (where not is_sale), 0)::bigint as refunded
    from (
      select sold_by as person, gross_pence as gross, true as is_sale from sales where session_id = ${sessionId}
      union all
      select refunded_by, gross_pence, false from credit_notes where session_id = ${sessionId}
    ) as documents join users u on u.id = person group by u.id, u.name order by u.name, u.id`.execute(db);
  return rows;
}
