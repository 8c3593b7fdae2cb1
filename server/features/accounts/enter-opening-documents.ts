import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { approveCustomerCredit, type CreditApprovals, findApprovalLimits } from '../../kernel/approvals';
import { nextNumber } from '../../kernel/documents';
import { type DocumentRef, postJournals } from '../../kernel/ledger';
import { lockParties, openItems } from '../../kernel/parties';
import { withReservedIds } from '../../platform/database/reserve-ids';
import type { WriteContext } from '../../platform/http/context';
import { journalOf, ledgerItemOf, type LockedOpening, type OpeningDocument } from './opening-document';

type Posting = {
  readonly businessDate: CalendarDate;
  readonly reason: string | null;
  /** For credit of customers above the limit. */
  readonly approval: CreditApprovals;
};

/** A journal posted for an opening document. */
export type EnteredOpening = {
  readonly opening: OpeningDocument;
  readonly journalId: number;
  readonly narrative: string;
  /** What the audit entry says of the approval. */
  readonly approval: { readonly segregation?: string };
};

/**
 * Enters invoices, bills and credit that were open when the books began (rule L9): each on its party's ledger
 * against suspense, in a journal of its own, so that it can be paid and reversed alone. The parties are of one
 * kind, and their numbers not entered before, which the database enforces. Credit of a customer is spent like any other,
 * so above the limit it is approved like any other (rule P15).
 */
export async function enterOpeningDocuments(
  ctx: WriteContext,
  documents: readonly OpeningDocument[],
  { approval, ...posting }: Posting,
): Promise<EnteredOpening[]> {
  const [first] = documents;
  if (!first) return [];
  const ledgerOf = await lockParties(ctx.tx, first.party.kind, [
    ...new Set(documents.map(({ party }) => party.id)),
  ]);
  const stored = await storeDocuments(
    ctx,
    documents.map(document => ({ ...document, party: ledgerOf(document.party.id) })),
  );
  const { write_off_pence: limit } = await findApprovalLimits(ctx.tx);
  const approved: Approved[] = [];
  // One after another, as each counts towards the limit of the next.
  for (const entry of stored)
    approved.push({ ...entry, approval: limit === null ? {} : await approveCredit(ctx, entry, approval) });
  const journals = await postJournals(
    ctx,
    approved.map(({ opening, document, approval: given }) => ({
      opening,
      approval: given,
      ...journalOf(opening, { ...posting, document }),
    })),
  );
  await openItems(
    ctx,
    journals.map(({ id, opening, document }) =>
      ledgerItemOf(opening, { businessDate: posting.businessDate, document, journalId: id }),
    ),
  );
  return journals.map(({ id, narrative, opening, approval: given }) => ({
    journalId: id,
    narrative,
    opening,
    approval: given,
  }));
}

type Stored = { readonly opening: LockedOpening; readonly document: DocumentRef };
type Approved = Stored & Pick<EnteredOpening, 'approval'>;

const approveCredit = async (
  ctx: WriteContext,
  { opening: { kind, party, amount }, document: { id } }: Stored,
  approval: CreditApprovals,
): Promise<EnteredOpening['approval']> =>
  kind === 'credit' && party.kind === 'customer'
    ? approveCustomerCredit(
        ctx,
        { customerId: party.id, of: kind, amount, document: { type: 'opening_invoice', id } },
        approval,
      )
    : {};

/** Stores the documents: bills with numbers of ours, all others under the numbers they came with. */
async function storeDocuments(ctx: WriteContext, documents: readonly LockedOpening[]): Promise<Stored[]> {
  const bills: Stored[] = [];
  for (const opening of await withReservedIds(ctx.tx, 'supplier_bills', ofKind(documents, true))) {
    // One by one, because the database lets a series only count up by one.
    const number = await nextNumber(ctx.tx, 'BILL');
    bills.push({ opening, document: { type: 'supplier_bill', id: opening.id, number } });
  }
  const others = await withReservedIds(ctx.tx, 'opening_invoices', ofKind(documents, false));
  const invoices = others.map(opening => ({
    opening,
    document: { type: 'opening_invoice', id: opening.id, number: opening.number },
  }));
  await insertBills(ctx, bills);
  await insertInvoices(ctx, invoices);
  return [...bills, ...invoices];
}

const ofKind = (documents: readonly LockedOpening[], isBill: boolean) =>
  documents.filter(({ kind }) => (kind === 'bill') === isBill);

async function insertBills(ctx: WriteContext, stored: readonly Stored[]): Promise<void> {
  if (stored.length === 0) return;
  const rows = stored.map(({ opening, document }) => ({
    id: document.id,
    number: document.number,
    supplier_id: opening.party.id,
    supplier_bill_number: opening.number,
    bill_date: opening.date,
    due_on: opening.dueOn,
    amount: opening.amount,
  }));
  await sql`
    insert into supplier_bills (id, number, kind, supplier_id, supplier_bill_number, bill_date, due_on, net_pence, vat_pence,
      gross_pence, posted_by, posted_at) overriding system value
    select id, number, 'opening', supplier_id, supplier_bill_number, bill_date, due_on, amount, 0, amount,
      ${ctx.actor.id}::bigint, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as bill (id bigint, number text, supplier_id bigint,
      supplier_bill_number text, bill_date date, due_on date, amount bigint)`.execute(ctx.tx);
}

async function insertInvoices(ctx: WriteContext, stored: readonly Stored[]): Promise<void> {
  if (stored.length === 0) return;
  const rows = stored.map(({ opening: { party, kind, number, date, dueOn, amount }, document }) => ({
    id: document.id,
    kind,
    number,
    customer_id: party.kind === 'customer' ? party.id : null,
    supplier_id: party.kind === 'supplier' ? party.id : null,
    invoice_date: date,
    due_on: dueOn,
    amount,
  }));
  await sql`
    insert into opening_invoices (id, kind, number, customer_id, supplier_id, invoice_date, due_on, amount_pence, posted_by, posted_at)
      overriding system value
    select id, kind, number, customer_id, supplier_id, invoice_date, due_on, amount, ${ctx.actor.id}::bigint,
      ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (id bigint, kind text, number text, customer_id bigint,
      supplier_id bigint, invoice_date date, due_on date, amount bigint)`.execute(ctx.tx);
}
