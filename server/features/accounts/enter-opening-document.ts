import { sql } from 'kysely';
import type { OpeningItem, openingBalances } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { ensureNotFarAhead, ensureOpenDay } from '../../kernel/books-day';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { enterOpeningDocuments } from './enter-opening-documents';
import type { OpeningDocument } from './opening-document';
import { recordOpening } from './record-opening';

/**
 * Enters a bill that was unpaid when the books began, or a supplier's credit that was unused. It is on the
 * supplier's ledger and is paid like any other, without VAT (rule L9).
 */
export async function enterOpeningBill(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addBill>,
): Promise<OpeningItem> {
  const { bill_date: date, due_on: dueOn = date, supplier_bill_number: number } = body;
  const posting = await postingOf(ctx, body);
  if (date > posting.businessDate)
    throw invalid({ bill_date: 'The bill date must be on or before the date of this entry.' });
  if (dueOn < date) throw invalid({ due_on: 'The due date must be on or after the bill date.' });
  ensureNotFarAhead('due', date, { due_on: dueOn });
  const supplier = await ctx.tx
    .selectFrom('suppliers')
    .select('name')
    .where('id', '=', body.supplier_id)
    .forShare()
    .executeTakeFirst();
  if (!supplier) throw invalid({ supplier_id: 'This supplier no longer exists. Choose another.' });
  const party = { kind: 'supplier', id: body.supplier_id } as const;
  const opening = {
    kind: body.kind,
    party,
    partyName: supplier.name,
    number,
    date,
    dueOn,
    amount: body.amount,
  };
  return enterOne(ctx, opening, posting, {
    supplier_bill_number: `${body.kind === 'bill' ? 'Bill' : 'Credit'} ${number} from ${supplier.name} has already been entered.`,
  });
}

/**
 * Enters an invoice that a customer had not paid when the books began, or credit they had not used. It is on
 * the customer's ledger like any other, without VAT (rule L9, F63).
 */
export async function enterOpeningInvoice(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addInvoice>,
): Promise<OpeningItem> {
  const { invoice_date: date, due_on: dueOn = date, number } = body;
  const posting = await postingOf(ctx, body);
  if (date > posting.businessDate)
    throw invalid({ invoice_date: 'The date must be on or before the date of this entry.' });
  if (dueOn < date) throw invalid({ due_on: 'The due date must be on or after the invoice date.' });
  ensureNotFarAhead('due', date, { due_on: dueOn });
  const party = { kind: 'customer', id: body.customer_id } as const;
  const partyName = await lockOpenCustomer(ctx, body.customer_id);
  const opening = { kind: body.kind, party, partyName, number, date, dueOn, amount: body.amount };
  return enterOne(ctx, opening, posting, { number: `${number} has already been entered.` });
}

type Posting = Parameters<typeof enterOpeningDocuments>[2];
type Sent = {
  readonly business_date?: string | undefined;
  readonly date_reason?: string | null | undefined;
  readonly client_id?: string | undefined;
  readonly approvals?: readonly string[];
};

async function postingOf(ctx: WriteContext, body: Sent): Promise<Posting> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  const reason = body.date_reason ?? null;
  await ensureOpenDay(ctx, businessDate, { reason });
  return { businessDate, reason, approval: { clientId: body.client_id, approvals: body.approvals ?? [] } };
}

/** `twice` is the error if a document of this number is there. */
async function enterOne(
  ctx: WriteContext,
  opening: OpeningDocument,
  posting: Posting,
  twice: Record<string, string>,
): Promise<OpeningItem> {
  const [entered] = await refuseTwice(enterOpeningDocuments(ctx, [opening], posting), twice);
  if (!entered) throw new Error(`${opening.number} was not entered`);
  return recordOpening(ctx, { ...entered, businessDate: posting.businessDate });
}

async function refuseTwice<T>(work: Promise<T>, twice: Record<string, string>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (
      constraint !== 'supplier_bills_are_entered_once' &&
      constraint !== 'bills_are_no_expenses' &&
      constraint !== 'bills_are_no_petty_cash' &&
      constraint !== 'opening_invoices_are_entered_once'
    )
      throw error;
    throw invalid(twice);
  }
}

/** The number of a customer whose ledger takes postings; journals never have names, which can be erased. */
async function lockOpenCustomer(ctx: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ number: string; is_walk_in: boolean; is_closed: boolean }>`
    select customer_number(id) as number, is_walk_in, merged_into_id is not null or erased_at is not null as is_closed
    from customers where id = ${id} for key share`.execute(ctx.tx);
  const [customer] = rows;
  if (!customer || customer.is_closed)
    throw invalid({ customer_id: 'This customer no longer exists. Choose another.' });
  if (customer.is_walk_in)
    throw invalid({ customer_id: 'The walk-in customer has no ledger. Choose a named customer.' });
  return customer.number;
}
