import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { Refundable } from '#domain/sales/refund';
import type { PaidTender, RefundPart } from '#domain/sales/refund-tenders';
import type { SaleStatus } from '#domain/sales/sale-state';
import { type LockedParty, lockParty, lockRemaining, type Party } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureFound } from '../../platform/http/refusal';

/** A sale line with what can still be refunded. */
export type StoredSaleLine = {
  readonly line_number: number;
  readonly product_id: number;
  readonly description: string;
  readonly vat_code: VatCode;
  readonly vat_rate: number;
  readonly is_stock: boolean;
  readonly remaining: Refundable;
};

export type StoredSale = {
  readonly id: number;
  readonly number: string;
  readonly status: SaleStatus;
  readonly customer: { readonly id: number; readonly name: string; readonly is_walk_in: boolean };
  readonly business_date: CalendarDate;
  readonly gross: Pence;
  readonly refunded: Pence;
  readonly lines: readonly StoredSaleLine[];
  readonly tenders: readonly PaidTender[];
  readonly refunds: readonly RefundPart[];
};

type Head = Pick<
  StoredSale,
  'id' | 'number' | 'status' | 'customer' | 'business_date' | 'gross' | 'refunded'
>;

/** Locks a sale until commit. Every refund takes this lock first. 404 when it does not exist. */
export async function lockSale(tx: Tx, id: number): Promise<StoredSale> {
  const { rows } = await sql<Head>`${preparedStatement}
    select s.id, s.number, s.status, s.business_date, s.gross_pence as gross, s.refunded_pence as refunded,
      jsonb_build_object('id', c.id, 'name', s.customer_name, 'is_walk_in', c.is_walk_in) as customer
    from sales s join customers c on c.id = s.customer_id where s.id = ${id} for update of s`.execute(tx);
  const head = ensureFound(rows[0], 'Sale');
  // Lock its import before numbers and stock: the database checks it on refunds, and settling its lines locks
  // it first.
  await sql`${preparedStatement}
    select from sales_history_posted p join imports i on i.id = p.import_id
    where p.document_type = 'sale' and p.document_id = ${id} and i.state <> 'committing' for share of i`.execute(
    tx,
  );
  return { ...head, lines: await findLines(tx, id), ...(await findMoney(tx, id)) };
}

type LineRow = Omit<StoredSaleLine, 'remaining'> & {
  quantity: string;
  gross: Pence;
  vat: Pence;
  cost: Pence;
};

async function findLines(tx: Tx, saleId: number): Promise<StoredSaleLine[]> {
  const { rows } = await sql<LineRow>`${preparedStatement}
    select line_number, product_id, description, vat_code, (vat_rate * 100)::integer as vat_rate, is_stock,
      (quantity - refunded_quantity)::text as quantity, gross_pence - refunded_gross_pence as gross,
      vat_pence - refunded_vat_pence as vat, cost_pence - refunded_cost_pence as cost
    from sale_lines where sale_id = ${saleId} order by line_number`.execute(tx);
  return rows.map(({ quantity, gross, vat, cost, ...line }) => ({
    ...line,
    remaining: { quantity: quantityFromText(quantity), gross, vat, cost },
  }));
}

async function findMoney(tx: Tx, saleId: number): Promise<Pick<StoredSale, 'tenders' | 'refunds'>> {
  const tenders = await sql<StoredSale['tenders'][number]>`${preparedStatement}
    select method, applied_pence as applied, from_wallet_pence as from_wallet from sale_tenders where sale_id = ${saleId} order by line_number`.execute(
    tx,
  );
  const refunds = await sql<RefundPart>`${preparedStatement}
    select t.method, t.amount_pence as amount, t.from_wallet_pence as from_wallet from credit_notes n join refund_tenders t on t.credit_note_id = n.id
    where n.sale_id = ${saleId} order by n.id, t.line_number`.execute(tx);
  return { tenders: tenders.rows, refunds: refunds.rows };
}

/** Whether a line can still be refunded: units, or the price of goods that cost something. */
export const isSpent = ({ remaining }: StoredSaleLine): boolean =>
  remaining.quantity === 0 && remaining.gross === 0;

export const noPieces: Quantity = toQuantity(0);

/** Where a sale is on a customer's ledger: after a merge, on the remaining one. */
export type SaleLedger = {
  readonly party: LockedParty | null;
  /** Its invoice and what moved of it with a merge, as far as it is open. */
  readonly owed: readonly { readonly id: number; readonly open: Pence }[];
  /** All of them, open or not. */
  readonly itemIds: readonly number[];
};

/**
 * Locks the ledger of a sale's customer, so that it is not merged meanwhile, and finds the debt of the sale on
 * it (rule W9). The walk-in customer has none.
 */
export async function lockSaleLedger(tx: Tx, sale: StoredSale): Promise<SaleLedger> {
  if (sale.customer.is_walk_in) return { party: null, owed: [], itemIds: [] };
  const { party } = await lockParty(tx, await lockLedgerCustomer(tx, sale));
  const { rows } = await sql<{ id: number; open: Pence; customer_id: number }>`${preparedStatement}
    with invoice as (select id from party_items where document_type = 'sale' and document_id = ${sale.id} and kind = 'invoice')
    select id, amount_pence - allocated_pence as open, customer_id from party_items
    where side = 'debit' and (id in (select id from invoice) or origin_item_id in (select id from invoice)) order by id`.execute(
    tx,
  );
  return {
    party,
    owed: rows.filter(item => item.open > 0 && item.customer_id === party.id),
    itemIds: rows.map(item => item.id),
  };
}

/** The customer of a sale, after merges. */
export const lockLedgerCustomer = async (tx: Tx, sale: Pick<StoredSale, 'customer'>): Promise<Party> => ({
  kind: 'customer',
  id: await lockRemaining(tx, sale.customer.id),
});
