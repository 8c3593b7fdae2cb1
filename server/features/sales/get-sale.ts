import { type RawBuilder, sql } from 'kysely';
import { isExport } from '#domain/countries/vat-by-country';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { quotes } from '#domain/quotes/quote.contract';
import { refundableTenders } from '#domain/sales/refund-tenders';
import type { CreditNote } from '#domain/sales/sale-credit-note';
import type { SaleDetail, SaleLine } from '#domain/sales/sale.contract';
import { canCancel, canEdit, canRefund } from '#domain/sales/sale-rules';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { findExportEvidence } from './papers/export-evidence';
import { amountsByRate } from './amounts-by-rate';
import { outstandingOf, paymentStateOf } from './payment-state';
import { findExceptionsOf } from './paid-sales/sale-exceptions.queries';
import { receiptsOf } from './papers/sale-receipts';

type Looking = { readonly actor: Actor; readonly now: Date };

type Head = Omit<
  SaleDetail,
  'lines' | 'tenders' | 'by_rate' | 'credit_notes' | 'receipts' | 'exceptions' | 'export_evidence' | 'can'
> & {
  has_exceptions: boolean;
  is_merged: boolean;
  invoice_item_id: number | null;
  lines: LineRow[];
  tenders: Omit<SaleDetail['tenders'][number], 'refundable'>[];
};

/** A sale with all details. Cost only for users who may see it. 404 when it does not exist. */
export async function getSale(db: Reader, id: number, { actor, now }: Looking): Promise<SaleDetail> {
  const { rows } = await sql<Head>`${preparedStatement}
    select s.id, s.number, s.version, s.business_date, s.due_on, s.channel, s.status,
      ${paymentStateOf(londonDate(now))} as payment_state,
      jsonb_build_object('id', s.customer_id, 'name', s.customer_name, 'is_walk_in', c.is_walk_in) as customer,
      s.net_pence as net, s.vat_pence as vat, s.gross_pence as gross, s.refunded_pence as refunded,
      ${outstandingOf} as outstanding, u.name as sold_by, s.sold_at, s.client_id, s.price_mode, s.tax_point,
      s.customer_address, s.customer_vat_number, s.seller,
      (select k.email from customers k where k.id = coalesce(c.merged_into_id, c.id)) as customer_email,
      case when r.id is not null then jsonb_build_object('session_id', s.session_id, 'name', r.name) end as register,
      s.line_discount_pence as line_discounts, s.cart_discount_pence as cart_discount, s.discount_reason,
      s.on_account_pence as on_account, s.change_pence as change, s.customer_reference, s.delivery_address, s.delivery_country,
      s.notes,
      (select ${named(sql`o`)} from sales o where o.id = s.replaces_id) as replaces,
      (select ${named(sql`n`)} from sales n where n.replaces_id = s.id) as replaced_by,
      (select jsonb_build_object('id', q.id, 'number', q.number, 'quoted_on', q.quoted_on, 'gross', q.gross_pence)
        from quotes q where q.id = s.quote_id) as quote,
      (select jsonb_build_object('name', a.name, 'address', a.address) from sale_invoice_addresses a
        where a.sale_id = s.id order by a.id desc limit 1) as invoice_to,
      s.was_offline, s.receipt_number, sb.name as sent_by, s.till_time, s.recorded_at, i.id as invoice_item_id,
      (select j.id from journals j where j.document_type = 'sale' and j.document_id = s.id and j.reverses_id is null limit 1) as journal_id,
      exists (select from sale_exceptions e where e.sale_id = s.id) as has_exceptions, c.merged_into_id is not null as is_merged,
      ${linesOf} as lines, ${tendersOf} as tenders
    from sales s join customers c on c.id = s.customer_id join users u on u.id = s.sold_by
      left join users sb on sb.id = s.sent_by left join till_sessions t on t.id = s.session_id left join registers r on r.id = t.register_id
      left join party_items i on i.document_type = 'sale' and i.document_id = s.id and i.kind = 'invoice'
    where s.id = ${id}`.execute(db);
  const {
    invoice_item_id,
    has_exceptions,
    is_merged,
    lines: lineRows,
    tenders,
    ...head
  } = ensureFound(rows[0], 'Sale');
  const lines = lineRows.map(saleLine);
  // A sale still in status completed has no refunds (A8), as when just created.
  const credit_notes = head.status === 'completed' ? [] : await findCreditNotes(db, id);
  const canTakePayments = hasPermission(actor, 'create_payment');
  return {
    ...head,
    quote: isAllowed(quotes.get.access, actor) ? head.quote : null,
    lines: hasPermission(actor, 'view_cost') ? lines : lines.map(withoutCost),
    by_rate: amountsByRate(
      lines.map(({ vat_code, vat_percent, ...line }) => ({ ...line, vatCode: vat_code, rate: vat_percent })),
    ).map(({ code, rate, ...amounts }) => ({ vat_code: code, vat_percent: rate, ...amounts })),
    tenders: withRefundable(tenders, credit_notes),
    credit_notes,
    exceptions:
      has_exceptions && hasPermission(actor, 'approve_variance') ? await findExceptionsOf(db, id) : [],
    export_evidence: isExport(head.delivery_country) ? await findExportEvidence(db, id) : [],
    receipts: invoice_item_id === null ? [] : await findReceipts(db, id, invoice_item_id),
    can: {
      refund: shown(canRefund(head)),
      cancel: shown(canCancel(head)),
      edit: shown(canEdit(head)),
      pay: shown(canPay(head.outstanding, { canTakePayments, isMerged: is_merged })),
    },
  };
}

function canPay(
  outstanding: Pence,
  { canTakePayments, isMerged }: { readonly canTakePayments: boolean; readonly isMerged: boolean },
): RuleResult {
  if (outstanding <= 0 || !canTakePayments) return no('This sale has no balance due.');
  return isMerged
    ? no('The customer was merged into another one. Take the payment on that customer’s ledger.')
    : yes;
}

const withoutCost = (line: SaleLine): SaleLine => {
  const { cost, ...rest } = line;
  return cost === undefined ? line : rest;
};

const shown = (result: RuleResult) =>
  result.allowed ? { allowed: true } : { allowed: false, reason: result.reason };

type LineRow = Omit<SaleLine, 'quantity' | 'refundable_quantity'> & {
  quantity: string;
  refundable_quantity: string;
};

/** A sale as another one names it. */
const named = (sale: RawBuilder<unknown>) =>
  sql`jsonb_build_object('id', ${sale}.id, 'number', ${sale}.number, 'business_date', ${sale}.business_date,
    'gross', ${sale}.gross_pence)`;

/** The lines of `sales s` in the same statement, because the cashier waits for this reply. */
const linesOf = sql`(
  select coalesce(jsonb_agg(to_jsonb(line) order by line_number), '[]') from (
    select line_number, jsonb_build_object('id', product_id, 'sku', sku,
        'vat_code', (select p.vat_code from products p where p.id = product_id)) as product, description, unit, quantity::text,
      list_price_pence as list_price, unit_price_pence as unit_price, price_reason, amount_pence as amount,
      line_discount_pence as line_discount, discount_reason, cart_discount_pence as cart_discount, vat_code,
      (vat_rate * 100)::integer as vat_percent, net_pence as net, vat_pence as vat, gross_pence as gross, note,
      cost_pence as cost, (quantity - refunded_quantity)::text as refundable_quantity,
      gross_pence - refunded_gross_pence as refundable
    from sale_lines where sale_id = s.id) line)`;

const saleLine = (row: LineRow): SaleLine => ({
  ...row,
  quantity: quantityFromText(row.quantity),
  refundable_quantity: quantityFromText(row.refundable_quantity),
});

const tendersOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('method', method, 'tendered', tendered_pence, 'applied', applied_pence,
    'from_wallet', from_wallet_pence, 'reference', reference) order by line_number), '[]') from sale_tenders where sale_id = s.id)`;

function withRefundable(rows: Head['tenders'], notes: readonly CreditNote[]): SaleDetail['tenders'] {
  const refundable = refundableTenders(
    rows,
    notes.flatMap(({ tenders }) => tenders),
  );
  return rows.map((row, index) => ({ ...row, refundable: refundable[index] ?? toPence(0) }));
}

type NoteLine = CreditNote['lines'][number];
type NoteRow = Omit<CreditNote, 'tenders' | 'lines'> & {
  tenders: CreditNote['tenders'];
  lines: (Omit<NoteLine, 'quantity'> & { quantity: string })[];
};

async function findCreditNotes(db: Reader, saleId: number): Promise<CreditNote[]> {
  const { rows } = await sql<NoteRow>`${preparedStatement}
    select n.id, n.number, n.client_id, n.kind, n.business_date, n.reason, n.net_pence as net, n.vat_pence as vat, n.gross_pence as gross,
      u.name as refunded_by, n.refunded_at,
      (select j.id from journals j where j.document_type = 'credit_note' and j.document_id = n.id limit 1) as journal_id,
      (select coalesce(jsonb_agg(jsonb_build_object('method', t.method, 'amount', t.amount_pence,
          'from_wallet', t.from_wallet_pence, 'reference', t.reference) order by t.line_number), '[]') from refund_tenders t where t.credit_note_id = n.id) as tenders,
      (select coalesce(jsonb_agg(jsonb_build_object('sale_line_number', l.sale_line_number, 'description', s.description,
          'quantity', l.quantity::text, 'goods', l.goods, 'net', l.net_pence, 'vat', l.vat_pence, 'gross', l.gross_pence)
          order by l.line_number), '[]')
        from credit_note_lines l join sale_lines s on s.sale_id = l.sale_id and s.line_number = l.sale_line_number
        where l.credit_note_id = n.id) as lines
    from credit_notes n join users u on u.id = n.refunded_by where n.sale_id = ${saleId} order by n.id`.execute(
    db,
  );
  return rows.map(row => ({
    ...row,
    lines: row.lines.map(line => ({ ...line, quantity: quantityFromText(line.quantity) })),
  }));
}

async function findReceipts(
  db: Reader,
  saleId: number,
  invoiceItemId: number,
): Promise<SaleDetail['receipts']> {
  const { rows } = await sql<SaleDetail['receipts'][number]>`${preparedStatement}
    select kind, number, business_date, amount
    from ${receiptsOf(sql`${saleId}::bigint`, sql`${invoiceItemId}::bigint`)} receipt order by business_date, id`.execute(
    db,
  );
  return rows;
}
