import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';

/**
 * The reports, calculated again the slow way: every document is loaded and counted one by one, by rules R1 and R2. The
 * day of a document is derived from its time (rule D1).
 */
export type Documents = Awaited<ReturnType<typeof readDocuments>>;
type Sale = Documents['sales'][number];
type Note = Documents['notes'][number];

type Line = {
  product_id: number;
  category_id: number | null;
  brand_id: number | null;
  thousandths: number;
  net: number;
  vat: number;
  gross: number;
  discounts: number;
  cost: number;
};
type Paid = { method: string; amount: number };
type StoredSale = {
  id: number;
  sold_at: string;
  sold_by: number;
  register_id: number | null;
  channel: string;
  customer_id: number;
  cancelled: boolean;
  on_account: number;
  lines: Line[];
  paid: Paid[];
};
type StoredNote = {
  id: number;
  sale_id: number;
  kind: string;
  refunded_at: string;
  refunded_by: number;
  register_id: number | null;
  lines: Line[];
  paid: Paid[];
};

const london = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });
const dayOf = (moment: string) => london.format(new Date(moment));

export async function readDocuments(db: Database) {
  const lineOf = sql`jsonb_build_object('product_id', l.product_id, 'category_id', p.category_id, 'brand_id', p.brand_id,`;
  const stored = await sql<StoredSale>`
    select s.id, s.sold_at::text, s.sold_by, t.register_id, s.channel, s.customer_id, s.status = 'cancelled' as cancelled,
      s.on_account_pence as on_account,
      (select jsonb_agg(${lineOf} 'thousandths', (l.quantity * 1000)::bigint, 'net', l.net_pence, 'vat', l.vat_pence,
        'gross', l.gross_pence, 'discounts', l.line_discount_pence + l.cart_discount_pence, 'cost', l.cost_pence))
        from sale_lines l join products p on p.id = l.product_id where l.sale_id = s.id) as lines,
      coalesce((select jsonb_agg(jsonb_build_object('method', method, 'amount', applied_pence))
        from sale_tenders where sale_id = s.id), '[]') as paid
    from sales s left join till_sessions t on t.id = s.session_id`.execute(db);
  const storedNotes = await sql<StoredNote>`
    select n.id, n.sale_id, n.kind, n.refunded_at::text, n.refunded_by, t.register_id,
      (select jsonb_agg(${lineOf} 'thousandths', (c.quantity * 1000)::bigint, 'net', c.net_pence, 'vat', c.vat_pence,
        'gross', c.gross_pence, 'discounts', 0, 'cost', c.cost_pence))
        from credit_note_lines c join sale_lines l on l.sale_id = c.sale_id and l.line_number = c.sale_line_number
          join products p on p.id = l.product_id where c.credit_note_id = n.id) as lines,
      coalesce((select jsonb_agg(jsonb_build_object('method', method, 'amount', amount_pence))
        from refund_tenders where credit_note_id = n.id), '[]') as paid
    from credit_notes n left join till_sessions t on t.id = n.session_id`.execute(db);
  const days = new Map(stored.rows.map(({ id, sold_at }) => [id, dayOf(sold_at)]));
  const undone = new Set(
    storedNotes.rows
      .filter(note => note.kind !== 'refund' && dayOf(note.refunded_at) === days.get(note.sale_id))
      .map(note => note.sale_id),
  );
  const sales = stored.rows.map(sale => ({
    ...sale,
    day: dayOf(sale.sold_at),
    person: sale.sold_by,
    voided: sale.cancelled && undone.has(sale.id),
  }));
  const byId = new Map(sales.map(sale => [sale.id, sale]));
  const notes = storedNotes.rows.map(note => {
    const sale = byId.get(note.sale_id);
    if (!sale) throw new Error('A credit note is of a sale');
    const day = dayOf(note.refunded_at);
    return {
      ...note,
      day,
      person: note.refunded_by,
      channel: sale.channel,
      customer_id: sale.customer_id,
      voided: sale.voided && day === sale.day,
    };
  });
  return { sales, notes };
}

export type ReportRequest = {
  readonly from: string;
  readonly to: string;
  readonly cashier_id?: string;
  readonly register_id?: string;
  readonly channel?: string;
};

function within({ from, to, cashier_id, register_id, channel }: ReportRequest) {
  return (one: Sale | Note): boolean =>
    one.day >= from &&
    one.day <= to &&
    (cashier_id === undefined || String(one.person) === cashier_id) &&
    (register_id === undefined || String(one.register_id ?? 'none') === register_id) &&
    (channel === undefined || one.channel === channel);
}

const add = (
  lines: readonly Line[],
  figure: 'net' | 'vat' | 'gross' | 'discounts' | 'cost' | 'thousandths',
) => lines.reduce((sum, line) => sum + line[figure], 0);

/** Rule R2 for some documents. */
function figures(sales: readonly Sale[], notes: readonly Note[], keep: (line: Line) => boolean = () => true) {
  const sold = sales.map(sale => sale.lines.filter(keep)).filter(lines => lines.length > 0);
  const [inLines, outLines] = [sold.flat(), notes.flatMap(note => note.lines.filter(keep))];
  const [gross, net] = [add(inLines, 'gross'), add(inLines, 'net')];
  const [refunds_gross, refunds_net] = [add(outLines, 'gross'), add(outLines, 'net')];
  return {
    transactions: sold.length,
    gross,
    vat: add(inLines, 'vat'),
    net,
    discounts: add(inLines, 'discounts'),
    refunds_gross,
    refunds_vat: add(outLines, 'vat'),
    refunds_net,
    net_takings: gross - refunds_gross,
    net_revenue: net - refunds_net,
    average: sold.length === 0 ? null : Math.round(gross / sold.length),
    units: add(inLines, 'thousandths') - add(outLines, 'thousandths'),
  };
}

/** Back day by day until it is Monday. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

type Group = 'day' | 'week' | 'month' | 'cashier' | 'register' | 'category';

/** The sales summary: totals, rows by key, payment methods, and same-day voids. */
export function summaryByHand({ sales, notes }: Documents, request: ReportRequest, group: Group) {
  const isIn = within(request);
  const [allSales, allNotes] = [sales.filter(isIn), notes.filter(isIn)];
  const [sold, back] = [allSales.filter(sale => !sale.voided), allNotes.filter(note => !note.voided)];
  const rows = new Map<string, ReturnType<typeof figures>>();
  if (group === 'category') {
    const lines = [...sold, ...back].flatMap(one => one.lines);
    for (const id of new Set(lines.map(line => line.category_id)))
      rows.set(
        String(id ?? 'none'),
        figures(sold, back, line => line.category_id === id),
      );
  } else {
    const keyOf = {
      day: (one: Sale | Note) => one.day,
      week: (one: Sale | Note) => mondayOf(one.day),
      month: (one: Sale | Note) => one.day.slice(0, 7),
      cashier: (one: Sale | Note) => String(one.person),
      register: (one: Sale | Note) => String(one.register_id ?? 'none'),
    }[group];
    for (const key of new Set([...sold, ...back].map(keyOf)))
      rows.set(
        key,
        figures(
          sold.filter(one => keyOf(one) === key),
          back.filter(one => keyOf(one) === key),
        ),
      );
  }
  const tenders = new Map<string, { taken: number; paid_back: number }>();
  const tender = (method: string, side: 'taken' | 'paid_back', amount: number) => {
    const found = tenders.get(method) ?? { taken: 0, paid_back: 0 };
    tenders.set(method, { ...found, [side]: found[side] + amount });
  };
  // Of one cashier or register a void counts on neither side: its other half may be another's.
  const isOfSome = request.cashier_id !== undefined || request.register_id !== undefined;
  for (const sale of isOfSome ? sold : allSales) {
    for (const { method, amount } of sale.paid) tender(method, 'taken', amount);
    tender('account', 'taken', sale.on_account);
  }
  for (const note of isOfSome ? back : allNotes) {
    for (const { method, amount } of note.paid) tender(method, 'paid_back', amount);
    tender(
      'account',
      'paid_back',
      add(note.lines, 'gross') - note.paid.reduce((sum, { amount }) => sum + amount, 0),
    );
  }
  const voids = allSales.filter(sale => sale.voided);
  return {
    totals: figures(sold, back),
    rows,
    tenders,
    voids: {
      count: voids.length,
      gross: add(
        voids.flatMap(sale => sale.lines),
        'gross',
      ),
    },
  };
}

type MarginGroup = 'product' | 'category' | 'brand' | 'customer' | 'cashier';

/** Rule R1: quantity, revenue and cost by key, with voided sales on both sides. */
export function marginsByHand(
  { sales, notes }: Documents,
  request: ReportRequest & { category_id?: string },
  group: MarginGroup,
) {
  const isIn = within(request);
  const rows = new Map<string, { quantity: number; revenue: number; cost: number }>();
  const count = (one: Sale | Note, sign: 1 | -1) => {
    for (const line of one.lines) {
      if (request.category_id !== undefined && String(line.category_id ?? 'none') !== request.category_id)
        continue;
      const key = String(
        {
          product: line.product_id,
          category: line.category_id,
          brand: line.brand_id,
          customer: one.customer_id,
          cashier: one.person,
        }[group] ?? 'none',
      );
      const { quantity, revenue, cost } = rows.get(key) ?? { quantity: 0, revenue: 0, cost: 0 };
      rows.set(key, {
        quantity: quantity + sign * line.thousandths,
        revenue: revenue + sign * line.net,
        cost: cost + sign * line.cost,
      });
    }
  };
  for (const sale of sales.filter(isIn)) count(sale, 1);
  for (const note of notes.filter(isIn)) count(note, -1);
  return rows;
}

// No money moves when goods are exchanged, credit is used or a balance is left due (rule R5).
const moved = (paid: readonly Paid[]) =>
  paid
    .filter(({ method }) => method !== 'exchange' && method !== 'wallet')
    .reduce((sum, { amount }) => sum + amount, 0);

/** Rules R3 and R5 for sales alone: revenue, cost of goods sold, and the money in and out for them. */
export function booksByHand({ sales, notes }: Documents, request: ReportRequest) {
  const isIn = within(request);
  const [sold, back] = [sales.filter(isIn), notes.filter(isIn)];
  const [lines, returned] = [sold.flatMap(sale => sale.lines), back.flatMap(note => note.lines)];
  return {
    revenue: add(lines, 'net') - add(returned, 'net'),
    cost: add(lines, 'cost') - add(returned, 'cost'),
    moneyIn: sold.reduce((sum, sale) => sum + moved(sale.paid), 0),
    moneyOut: back.reduce((sum, note) => sum + moved(note.paid), 0),
  };
}
