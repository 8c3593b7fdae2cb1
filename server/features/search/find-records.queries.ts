import { type RawBuilder, sql } from 'kysely';
import { hasAnyPermission, type Holder } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import type { SearchResult, SearchResultKind } from '#domain/search/search.contract';
import { findPrefixes } from '../../kernel/documents';
import type { Reader } from '../../platform/database/open-database';
import { containing } from '../../platform/database/page-of';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { numbersMatching } from './typed-numbers';

/** The maximum per kind; the list shows more. */
const maxOfAKind = 5;
// Shorter texts match nearly everything.
const shortest = 2;
// As many letters as an index of names is made of. With fewer it would be read as a whole, which a kept plan cannot know.
const enoughForIndex = 3;

type SearchTerms = { readonly text: string; readonly lower: string; readonly numbers: readonly string[] };
type Source = {
  readonly rights: readonly [Permission, ...Permission[]];
  /** Selects kind, id, title, detail, path, is_exact and rank. */
  readonly rows: (terms: SearchTerms) => RawBuilder<unknown>;
};

const none = sql`null::text`;

/** People and records by name; names that start with the text come first. */
const byName = (
  kind: SearchResultKind,
  rights: Source['rights'],
  table: string,
  {
    path,
    detail = none,
    only = sql`true`,
  }: { path: string; detail?: RawBuilder<unknown>; only?: RawBuilder<unknown> },
): Source => ({
  rights,
  rows: ({ lower }) => sql`
    select ${sql.lit(kind)} as kind, id, name as title, ${detail} as detail, ${sql.lit(path)} || id as path, false as is_exact,
      case when lower(name) like ${containing(lower).slice(1)} then 1 else 2 end as rank
    from ${sql.table(table)} where search_text like ${containing(lower)} and ${only} order by rank, name, id limit ${sql.lit(maxOfAKind)}`,
});

/** Documents by complete number. */
const byNumber = (
  kind: SearchResultKind,
  rights: Source['rights'],
  table: string,
  {
    path,
    detail = none,
    number = 'number',
    of = sql`id`,
  }: { path: string; detail?: RawBuilder<unknown>; number?: string; of?: RawBuilder<unknown> },
): Source => ({
  rights,
  rows: ({ numbers }) => sql`
    select ${sql.lit(kind)} as kind, id, ${sql.ref(number)} as title, ${detail} as detail, ${sql.lit(path)} || ${of} as path,
      true as is_exact, 0 as rank
    from ${sql.table(table)} where ${sql.ref(number)} = any(${numbers}::text[]) and ${of} is not null`,
});

const supplierName = sql`(select s.name from suppliers s where s.id = supplier_id)`;
const products: Source = {
  rights: ['view_product'],
  rows: ({ text, lower }) => sql`
    select 'product' as kind, p.id, p.name as title, p.sku || coalesce(' · ' || best.supplier_code, '') as detail,
      '/products/' || p.id as path, best.rank = 0 as is_exact, best.rank
    from (
      select distinct on (id) id, rank, supplier_code from (
        select product_id as id, 0 as rank, null as supplier_code from product_barcodes where code = ${text}
        union all select id, 0, null from products where lower(sku) = ${lower}
        union all (select product_id, 1, supplier_code from supplier_products where lower(supplier_code) = ${lower}
          order by product_id limit ${sql.lit(maxOfAKind)})
        union all (select id, 2, null from products where lower(name) collate "C" like ${containing(lower).slice(1)}
          and status <> 'archived' order by lower(name) collate "C", id limit ${sql.lit(maxOfAKind)})
        union all (select id, 3, null from products where search_text like ${containing(lower)} and status <> 'archived'
          limit ${sql.lit(maxOfAKind)})
      ) matches order by id, rank
    ) best join products p using (id) order by best.rank, p.name, p.id limit ${sql.lit(maxOfAKind)}`,
};

/** Bills by our number, and those not reversed by the supplier's, which several suppliers may use. */
const supplierBills: Source = {
  rights: ['view_purchaseorder', 'view_ledger'],
  rows: ({ lower, numbers }) => sql`
    select 'supplier_bill' as kind, id, number as title, ${supplierName} || ' · ' || supplier_bill_number as detail,
      '/purchases/bills/' || id as path, true as is_exact, case when number = any(${numbers}::text[]) then 0 else 1 end as rank
    from supplier_bills where number = any(${numbers}::text[]) or (lower(supplier_bill_number) = ${lower} and reversed_at is null)
    order by rank, id desc limit ${sql.lit(maxOfAKind)}`,
};

/** The same of credit notes, which are shown in their list. */
const supplierCredits: Source = {
  rights: ['view_purchaseorder'],
  rows: ({ lower, numbers }) => sql`
    select 'supplier_credit' as kind, id, number as title, ${supplierName} || ' · ' || supplier_credit_number as detail,
      '/purchases/credits?search=' || number as path, true as is_exact,
      case when number = any(${numbers}::text[]) then 0 else 1 end as rank
    from supplier_credits where number = any(${numbers}::text[]) or (lower(supplier_credit_number) = ${lower} and reversed_at is null)
    order by rank, id desc limit ${sql.lit(maxOfAKind)}`,
};

/** Returned goods by the number of their credit note, ours or the supplier's. */
const creditedReturns: Source = {
  rights: ['view_purchaseorder'],
  rows: ({ lower, numbers }) => sql`
    select 'supplier_return' as kind, id, credit_number as title, number || coalesce(' · ' || supplier_credit_number, '') as detail,
      '/purchases/' || purchase_order_id as path, true as is_exact,
      case when credit_number = any(${numbers}::text[]) then 0 else 1 end as rank
    from supplier_returns
    where credit_number = any(${numbers}::text[]) or (lower(supplier_credit_number) = ${lower} and credit_number is not null)
    order by rank, id desc limit ${sql.lit(maxOfAKind)}`,
};

/** Journals with a number of their own. Those of documents are found with the document. */
const journals: Source = {
  rights: ['view_ledger'],
  rows: ({ numbers }) => sql`
    select 'journal' as kind, id, document_number as title, narrative as detail, '/journals/' || id as path, true as is_exact, 0 as rank
    from journals where kind in ('manual', 'opening', 'year_end') and document_type in ('manual_journal', 'opening_item')
      and document_number = any(${numbers}::text[])`,
};

const sources: readonly Source[] = [
  products,
  byName('customer', ['view_customer'], 'customers', {
    path: '/customers/view/',
    detail: sql`email`,
    only: sql`not is_walk_in and merged_into_id is null`,
  }),
  byName('supplier', ['view_supplier'], 'suppliers', { path: '/suppliers/', detail: sql`email` }),
  byName('employee', ['view_employee'], 'employees', { path: '/employees/', detail: sql`job_title` }),
  byNumber('sale', ['view_sale'], 'sales', { path: '/sales/invoices/', detail: sql`customer_name` }),
  byNumber('sale', ['view_sale'], 'sales', {
    path: '/sales/invoices/',
    number: 'receipt_number',
    detail: sql`number || ' · ' || customer_name`,
  }),
  byNumber('credit_note', ['view_sale'], 'credit_notes', {
    path: '',
    of: sql`coalesce('/sales/invoices/' || sale_id, (select '/imports/' || p.import_id from sales_history_posted p
      where p.document_type = 'credit_note' and p.document_id = credit_notes.id))`,
  }),
  byNumber('quote', ['view_sale', 'edit_sale'], 'quotes', {
    path: '/sales/quotes/',
    detail: sql`customer_name`,
  }),
  byNumber('purchase_order', ['view_purchaseorder'], 'purchase_orders', {
    path: '/purchases/',
    number: 'po_number',
    detail: supplierName,
  }),
  byNumber('goods_received_note', ['view_purchaseorder'], 'goods_received_notes', {
    path: '/purchases/',
    of: sql`purchase_order_id`,
  }),
  supplierBills,
  byNumber('supplier_return', ['view_purchaseorder'], 'supplier_returns', {
    path: '/purchases/',
    of: sql`purchase_order_id`,
  }),
  supplierCredits,
  creditedReturns,
  byNumber('payment', ['view_supplier'], 'payments', {
    path: '/suppliers/',
    of: sql`supplier_id`,
    detail: supplierName,
  }),
  byNumber('customer_payment', ['view_ledger'], 'customer_payments', {
    path: '/wallet/customer/',
    of: sql`customer_id`,
    detail: sql`(select c.name from customers c where c.id = customer_id)`,
  }),
  byNumber('expense', ['view_expense'], 'expenses', { path: '/expenses/', detail: sql`description` }),
  byNumber('vat_adjustment', ['view_ledger'], 'vat_adjustments', {
    path: '/vat-adjustments/',
    detail: sql`description`,
  }),
  journals,
  byNumber('stock_adjustment', ['view_stock'], 'stock_adjustments', { path: '/stock/adjustments/' }),
  byNumber('stock_count', ['view_stock'], 'stock_counts', { path: '/stock/counts/' }),
];

/** Matching products, people and documents, exact codes and numbers first; each kind only with its permission. */
export async function findRecords(
  db: Reader,
  typed: string,
  actor: Holder,
): Promise<{ data: SearchResult[] }> {
  const text = typed.normalize('NFC').trim();
  if (text.length < shortest || text.includes('\u0000') || !text.isWellFormed()) return { data: [] };
  const theirs = sources.filter(({ rights }) => hasAnyPermission(actor, rights));
  if (theirs.length === 0) return { data: [] };
  const terms = { text, lower: text.toLowerCase(), numbers: numbersMatching(text, await findPrefixes(db)) };
  // The text of the statement depends on the permissions alone; planning it takes longer than running it.
  const { rows } = await sql<SearchResult>`${text.length < enoughForIndex ? sql`` : preparedStatement}
    select kind, id, title, detail, path, is_exact from (
      ${sql.join(
        theirs.map(
          ({ rows: rowsFor }, place) =>
            sql`(select found.*, ${sql.lit(place)} as place from (${rowsFor(terms)}) found)`,
        ),
        sql` union all `,
      )}
    ) found order by is_exact desc, place, rank, title, id`.execute(db);
  return { data: rows };
}
