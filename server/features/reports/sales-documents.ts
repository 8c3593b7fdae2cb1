import { type RawBuilder, sql } from 'kysely';
import type { Period } from '#domain/kernel/period';
import { isDocumentValid } from '../../kernel/ledger';
import { isAmong, isAmongWords } from '../../platform/database/page-of';

/** Filters on the documents of a report. */
export type SalesFilter = {
  readonly cashier_id?: readonly number[] | undefined;
  /** With null, also sales without a register. */
  readonly register_id?: readonly (number | null)[] | undefined;
  readonly channel?: readonly string[] | undefined;
  readonly customer_id?: readonly number[] | undefined;
  /** Countries of delivery; `none` for a credit note whose sale is not here. */
  readonly country?: readonly string[] | undefined;
};

type Condition = RawBuilder<unknown>;

/**
 * Whether a sale `s` was cancelled or edited the same day; then neither it nor its credit notes count (rule
 * R2). All its credit notes are of that day, because nothing can be refunded after a cancellation.
 */
const wasVoided = sql`(s.status = 'cancelled' and exists (select from credit_notes v
  where v.sale_id = s.id and v.kind <> 'refund' and v.business_date = s.business_date))`;

/** Sales undone with their import are in no report (decision 096). */
export const isSaleReported = sql`s.status <> 'undone'`;
export const isNoteReported = isDocumentValid('credit_note', sql`n.id`);

/** A sale `s` that was still valid at the end of its day, and one that was not. */
export const isSaleValid = sql`not ${wasVoided}`;
export const voided = wasVoided;
/** The same for a credit note `n` of a sale `s`; one without a sale is valid. */
export const isNoteValid = sql`not coalesce(n.business_date = s.business_date and ${wasVoided}, false)`;

/**
 * The supplier of the last order of a product. Nothing records which supplier a sold piece came from, so the current one
 * counts.
 */
export const supplierOf = (product: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select o.supplier_id
  from purchase_order_lines ol join purchase_orders o on o.id = ol.purchase_order_id
  where ol.product_id = ${product} and o.status in ('sent', 'received', 'completed') order by ol.id desc limit 1)`;

/** Products `p` with that supplier. */
export const productsBySupplier = sql`(select products.*, ${supplierOf(sql`products.id`)} as supplier_id from products) p`;

export const saleTables = sql`sales s left join till_sessions t on t.id = s.session_id`;
export const noteTables = sql`credit_notes n left join sales s on s.id = n.sale_id left join till_sessions t on t.id = n.session_id`;

/** Credit notes without a sale come from an imported history. */
export const noteChannel = sql`coalesce(s.channel, 'import')`;
export const noteCustomer = sql`coalesce(s.customer_id, n.customer_id)`;

const shared = (
  filter: SalesFilter,
  { channel, customer }: { channel: Condition; customer: Condition },
): (Condition | false | undefined)[] => [
  filter.register_id && isAmong(sql`t.register_id`, filter.register_id),
  filter.channel && isAmongWords(channel, filter.channel),
  filter.customer_id && isAmong(customer, filter.customer_id),
  filter.country && isAmongWords(sql`coalesce(s.delivery_country::text, 'none')`, filter.country),
];

const joined = (conditions: readonly (Condition | false | undefined)[]): Condition =>
  sql.join(
    conditions.filter(condition => condition !== undefined && condition !== false),
    sql` and `,
  );

/** The sales `s` of a period, by business date (rule D1). */
export const salesIn = ({ from, to }: Period, filter: SalesFilter, ...more: Condition[]): Condition =>
  joined([
    sql`s.business_date between ${from} and ${to}`,
    isSaleReported,
    filter.cashier_id && isAmong(sql`s.sold_by`, filter.cashier_id),
    ...shared(filter, { channel: sql`s.channel`, customer: sql`s.customer_id` }),
    ...more,
  ]);

/** The credit notes `n` of a period, each on its own date (rule V14). */
export const notesIn = ({ from, to }: Period, filter: SalesFilter, ...more: Condition[]): Condition =>
  joined([
    sql`n.business_date between ${from} and ${to}`,
    isNoteReported,
    filter.cashier_id && isAmong(sql`n.refunded_by`, filter.cashier_id),
    ...shared(filter, { channel: noteChannel, customer: noteCustomer }),
    ...more,
  ]);
