import { sql } from 'kysely';
import { formatDate } from '#domain/kernel/dates';
import type { UndoBlock } from '#domain/sales-history/history.contract';
import type { Reader } from '../../platform/database/open-database';
import { findBooksBlocks } from './undo-books-blocks.queries';
import { own, type OwnDocuments } from './undo-own.queries';
import { findStockBlocks } from './undo-stock-blocks.queries';

type UndoBlocker = { readonly words: string; readonly link: string; readonly count: number };
const block = (kind: UndoBlock['kind'], [row]: readonly UndoBlocker[]): UndoBlock[] =>
  row ? [{ kind, ...row }] : [];

/** Later records that depend on an import's postings (decision 096) and prevent its undo. */
export async function findBlocks(db: Reader, importId: number): Promise<UndoBlock[]> {
  const { locked, returns } = await findBooksBlocks(db, importId);
  return [
    ...(locked
      ? [
          {
            kind: 'locked' as const,
            words: `The import has postings in the locked period up to ${formatDate(locked.through)}.`,
            link: '/books',
            count: locked.documents,
          },
        ]
      : []),
    ...(returns[0]
      ? [
          {
            kind: 'vat_return' as const,
            words: `The import has postings in the filed VAT return to ${formatDate(returns[0])}.`,
            link: `/reports/vat-return/${returns[0]}`,
            count: returns.length,
          },
        ]
      : []),
    ...(await findBuiltOn(db, { importId })),
    ...(await findStockBlocks(db, importId)),
  ];
}

/** Later changes to the documents themselves, checked again in each batch under its locks. */
export async function findBuiltOn(db: Reader, documents: OwnDocuments): Promise<UndoBlock[]> {
  return [
    ...block('refunded', await findRefunds(db, documents)),
    ...block('matched', await findMatches(db, documents)),
    ...block('relieved', await findReliefs(db, documents)),
    ...block('reconciled', await findReconciled(db, documents)),
  ];
}

async function findRefunds(db: Reader, documents: OwnDocuments): Promise<UndoBlocker[]> {
  const { rows } = await sql<UndoBlocker>`
    select n.number || ' refunds part of ' || s.number || ', which this import created.' as words,
      '/sales/invoices/' || s.id as link, count(*) over ()::integer as count
    from ${own(documents)} join sales s on own.document_type = 'sale' and s.id = own.document_id
    join credit_notes n on n.sale_id = s.id
    where not exists (select from sales_history_posted p where p.import_id = ${documents.importId}
      and p.document_type = 'credit_note' and p.document_id = n.id)
    order by n.id limit 1`.execute(db);
  return rows;
}

/** The items of these documents on customers' ledgers. */
const items = (documents: OwnDocuments) => sql`
  select i.id, i.document_number, i.customer_id from ${own(documents)}
    join party_items i on i.document_type = own.document_type and i.document_id = own.document_id
  union all
  select i.id, i.document_number, i.customer_id from ${own(documents)}
    join party_items i on own.document_type = 'journal' and i.journal_id = own.document_id`;

async function findMatches(db: Reader, documents: OwnDocuments): Promise<UndoBlocker[]> {
  const { importId } = documents;
  const { rows } = await sql<UndoBlocker>`
    with items as materialized (${items(documents)}), matched as (
      select items.*, a.credit_item_id as other, a.amount_pence from items join allocations a on a.debit_item_id = items.id
      union all
      select items.*, a.debit_item_id, a.amount_pence from items join allocations a on a.credit_item_id = items.id
    )
    select coalesce(m.document_number, 'An entry of the import') || ' is allocated to '
        || coalesce(o.document_number, 'another entry') || ' on the customer’s ledger.' as words,
      '/wallet/customer/' || m.customer_id as link, count(*) over ()::integer as count
    from (select id, document_number, customer_id, other from matched group by 1, 2, 3, 4 having sum(amount_pence) <> 0) m
    join party_items o on o.id = m.other
    where not exists (select from sales_history_posted p where p.import_id = ${importId}
        and p.document_type = o.document_type and p.document_id = o.document_id)
      and not exists (select from sales_history_posted p where p.import_id = ${importId}
        and p.document_type = 'journal' and p.document_id = o.journal_id)
      and not exists (select from undone_journals u where u.journal_id = o.journal_id and u.import_id = ${importId})
    order by o.id limit 1`.execute(db);
  return rows;
}

async function findReliefs(db: Reader, documents: OwnDocuments): Promise<UndoBlocker[]> {
  const { rows } = await sql<UndoBlocker>`
    select 'VAT relief was claimed for ' || coalesce(items.document_number, 'an entry of the import') || '.' as words,
      '/vat-adjustments' as link, count(*) over ()::integer as count
    from vat_reliefs r join (${items(documents)}) items on items.id = r.item_id
    where r.relieved_gross_pence <> 0 order by items.id limit 1`.execute(db);
  return rows;
}

async function findReconciled(db: Reader, documents: OwnDocuments): Promise<UndoBlocker[]> {
  const { rows } = await sql<UndoBlocker>`
    select coalesce(j.document_number, 'Journal ' || j.id) || ' is reconciled to a statement.' as words,
      '/journals/' || j.id as link, count(*) over ()::integer as count
    from reconciled_lines r join journals j on j.id = r.journal_id join ${own(documents)}
      on (own.document_type = j.document_type and own.document_id = j.document_id)
        or (own.document_type = 'journal' and own.document_id = j.id)
    order by j.id limit 1`.execute(db);
  return rows;
}
