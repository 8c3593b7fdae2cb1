import { sql } from 'kysely';
import type { OpeningItem, openingBalances } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { ensureNotFarAhead, ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import { credit, debit, type JournalLine, postJournal, systemAccounts } from '../../kernel/ledger';
import { lockParty, openItem } from '../../kernel/parties';
import { violatedConstraint } from '../../platform/database/transaction';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound, invalid } from '../../platform/http/refusal';
import { findAccount, findOpeningItem } from './accounts.queries';

const { openingSuspense, tradeCreditors, tradeDebtors } = systemAccounts;
type Item = {
  readonly businessDate: string;
  readonly narrative: string;
  readonly reason: string | null;
  readonly lines: readonly JournalLine[];
};

/** Enters the opening balance of an account against suspense (rule L9). It creates no VAT entry. */
export async function openAccount(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addAccount>,
): Promise<OpeningItem> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const account = await findAccount(ctx.tx, body.account);
  if (!account || account.status !== 'active')
    throw invalid({ account: `There is no active account ${body.account}.` });
  if (account.code === openingSuspense)
    throw invalid({ account: 'Choose the account that the balance belongs to.' });
  const hasLedger =
    account.is_control &&
    account.code !== systemAccounts.outputVat &&
    account.code !== systemAccounts.inputVat;
  if (hasLedger)
    throw invalid({
      account: `${account.code} ${account.name} is a control account. Enter its invoices, bills or stock one by one.`,
    });
  const lines =
    body.side === 'debit'
      ? [debit(account.code, body.amount), credit(openingSuspense, body.amount)]
      : [debit(openingSuspense, body.amount), credit(account.code, body.amount)];
  const narrative = `Opening balance of ${account.code} ${account.name}`;
  const { id } = await postOpening(ctx, { businessDate, narrative, reason: body.date_reason ?? null, lines });
  return itemOf(ctx, id);
}

/**
 * Enters a bill that was unpaid when the books began: it is on the supplier's ledger and is paid like any
 * other.
 */
export async function openBill(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addBill>,
): Promise<OpeningItem> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  if (body.bill_date > businessDate)
    throw invalid({ bill_date: 'The bill date must be on or before the date of this entry.' });
  if (body.due_on < body.bill_date)
    throw invalid({ due_on: 'The due date must be on or after the bill date.' });
  ensureNotFarAhead('due', body.bill_date, { due_on: body.due_on });
  const supplier = await ctx.tx
    .selectFrom('suppliers')
    .select('name')
    .where('id', '=', body.supplier_id)
    .forShare()
    .executeTakeFirst();
  if (!supplier) throw invalid({ supplier_id: 'This supplier no longer exists. Choose another one.' });
  const party = { kind: 'supplier', id: body.supplier_id } as const;
  await lockParty(ctx.tx, party);
  const bill = await insertBill(ctx, body, supplier.name);
  const narrative = `Opening bill ${body.supplier_bill_number} from ${supplier.name}`;
  const lines = [debit(openingSuspense, body.amount), credit(tradeCreditors, body.amount, { party })];
  const document = { type: 'supplier_bill', id: bill.id, number: bill.number };
  const { id } = await postOpening(
    ctx,
    { businessDate, narrative, reason: body.date_reason ?? null, lines },
    document,
  );
  await openItem(ctx, {
    party,
    side: 'credit',
    kind: 'opening',
    description: `Bill ${body.supplier_bill_number}`,
    document,
    businessDate,
    dueOn: body.due_on,
    amount: body.amount,
    journalId: id,
  });
  return itemOf(ctx, id);
}

async function insertBill(ctx: WriteContext, body: BodyOf<typeof openingBalances.addBill>, supplier: string) {
  const number = await nextNumber(ctx.tx, 'BILL');
  try {
    const { id } = await ctx.tx
      .insertInto('supplier_bills')
      .values({
        number,
        kind: 'opening',
        supplier_id: body.supplier_id,
        supplier_bill_number: body.supplier_bill_number,
        bill_date: body.bill_date,
        due_on: body.due_on,
        net_pence: body.amount,
        vat_pence: 0,
        gross_pence: body.amount,
        posted_by: ctx.actor.id,
        posted_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, number };
  } catch (error) {
    if (violatedConstraint(error) !== 'supplier_bills_are_entered_once') throw error;
    throw invalid({
      supplier_bill_number: `Bill ${body.supplier_bill_number} from ${supplier} has already been entered.`,
    });
  }
}

/**
 * Enters an invoice that a customer had not paid when the books began, or credit they had not used. It is on
 * the customer's ledger like any other, without VAT (rule L9, F63).
 */
export async function openInvoice(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addInvoice>,
): Promise<OpeningItem> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const dueOn = body.due_on ?? body.invoice_date;
  if (body.invoice_date > businessDate)
    throw invalid({ invoice_date: 'The date must be on or before the date of this entry.' });
  if (dueOn < body.invoice_date)
    throw invalid({ due_on: 'The due date must be on or after the invoice date.' });
  ensureNotFarAhead('due', body.invoice_date, { due_on: dueOn });
  const party = { kind: 'customer', id: body.customer_id } as const;
  const customer = await lockOpenCustomer(ctx, body.customer_id);
  await lockParty(ctx.tx, party);
  const isInvoice = body.kind === 'invoice';
  const document = {
    type: 'opening_invoice',
    id: await insertInvoice(ctx, body, dueOn),
    number: body.number,
  };
  const { id } = await postOpening(
    ctx,
    {
      businessDate,
      narrative: `Opening ${body.kind} ${body.number} of ${customer}`,
      reason: body.date_reason ?? null,
      lines: isInvoice
        ? [debit(tradeDebtors, body.amount, { party }), credit(openingSuspense, body.amount)]
        : [debit(openingSuspense, body.amount), credit(tradeDebtors, body.amount, { party })],
    },
    document,
  );
  await openItem(ctx, {
    party,
    side: isInvoice ? 'debit' : 'credit',
    kind: 'opening',
    description: isInvoice ? `Invoice ${body.number}` : `Credit ${body.number}`,
    document,
    businessDate,
    dueOn: isInvoice ? dueOn : null,
    amount: body.amount,
    journalId: id,
  });
  return itemOf(ctx, id);
}

/** The number of a customer whose ledger takes postings; journals never have names, which can be erased. */
async function lockOpenCustomer(ctx: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ number: string; is_walk_in: boolean; is_closed: boolean }>`
    select customer_number(id) as number, is_walk_in, merged_into_id is not null or erased_at is not null as is_closed
    from customers where id = ${id} for key share`.execute(ctx.tx);
  const [customer] = rows;
  if (!customer || customer.is_closed)
    throw invalid({ customer_id: 'This customer no longer exists. Choose another one.' });
  if (customer.is_walk_in)
    throw invalid({ customer_id: 'The walk-in customer has no ledger. Choose a named customer.' });
  return customer.number;
}

async function insertInvoice(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addInvoice>,
  dueOn: string,
): Promise<number> {
  try {
    const { id } = await ctx.tx
      .insertInto('opening_invoices')
      .values({
        kind: body.kind,
        number: body.number,
        customer_id: body.customer_id,
        invoice_date: body.invoice_date,
        due_on: dueOn,
        amount_pence: body.amount,
        posted_by: ctx.actor.id,
        posted_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (violatedConstraint(error) !== 'opening_invoices_are_entered_once') throw error;
    throw invalid({ number: `${body.number} has already been entered.` });
  }
}

async function postOpening(
  ctx: WriteContext,
  item: Item,
  document?: { type: string; id: number; number: string },
) {
  const number = document ? null : await nextNumber(ctx.tx, 'OPEN');
  const journal = await postJournal(ctx, {
    ...item,
    kind: 'opening',
    document: document ?? { type: 'opening_item', id: Number(number?.split('-')[1]), number },
  });
  const id = journal?.id ?? 0;
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: id,
    recordName: item.narrative,
    after: { on: item.businessDate },
  });
  return { id };
}

const itemOf = async (ctx: WriteContext, journalId: number): Promise<OpeningItem> =>
  ensureFound(await findOpeningItem(ctx.tx, journalId), 'Opening item');
