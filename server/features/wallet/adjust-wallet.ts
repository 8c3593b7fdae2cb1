import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { approveCustomerCredit } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { credit, debit, ensureAccounts, postRequiredJournal, systemAccounts } from '../../kernel/ledger';
import {
  allocate,
  allocateOldestFirst,
  openItem,
  outstandingOf,
  postAdjustment,
  spendWallet,
} from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { ensureNotBeforeSettled } from './not-before-settled';
import { type LedgerCustomer, lockCustomerLedger, lockCustomerLedgers } from './open-customer';

type Adjustment = BodyOf<typeof customerWallet.adjust>;

/**
 * Adjusts a customer's ledger against another account, or writes off bad debt, which settles the oldest
 * invoices (L "Bad debt", gross: VAT relief is claimed separately).
 */
export async function adjustWallet(
  ctx: WriteContext,
  id: number,
  body: Adjustment,
): Promise<{ number: string }> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const isWriteOff = body.kind === 'write_off';
  const account = body.account_code ?? (isWriteOff ? systemAccounts.badDebts : '');
  if (!isWriteOff && body.item_id != null)
    throw invalid({ item_id: 'Only a write-off names an invoice. Leave it blank.' });
  if (account === '') throw invalid({ account_code: 'Choose the balancing account.' });
  await ensureAccounts(ctx.tx, [{ account, field: 'account_code' }]);
  const customer = await lockCustomerLedger(ctx.tx, id, { settles: isWriteOff });
  if (isWriteOff) await ensureOwed(ctx, customer, body);
  const document = await postAdjustment(ctx, {
    kind: body.kind,
    customerId: id,
    account,
    amount: body.amount,
    reason: body.reason,
    businessDate,
  });
  const approvalFacts = await approveCredit(ctx, id, body, document.id);
  const { amount } = body;
  const party = { party: customer };
  const isDebit = body.kind === 'debit';
  const journal = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'customer_adjustment',
    narrative: `${isWriteOff ? 'Written off' : 'Adjustment'}: ${customer.number}, ${body.reason}`,
    document,
    reason: body.date_reason ?? null,
    lines: isDebit
      ? [debit(systemAccounts.tradeDebtors, amount, party), credit(account, amount)]
      : [debit(account, amount), credit(systemAccounts.tradeDebtors, amount, party)],
  });
  const item = await openItem(ctx, {
    party: customer,
    side: isDebit ? 'debit' : 'credit',
    kind: isWriteOff ? 'write_off' : 'adjustment',
    description: body.reason,
    document,
    businessDate,
    amount,
    journalId: journal.id,
  });
  if (isWriteOff) await settle(ctx, customer, item.id, { ...body, businessDate });
  note(ctx, customer, isWriteOff ? 'debt_written_off' : 'wallet_adjusted', {
    number: document.number,
    kind: body.kind,
    amount: formatPounds(amount),
    account,
    reason: body.reason,
    ...approvalFacts,
  });
  return { number: document.number };
}

/** Writes off the invoice named, or the oldest ones; none of them before its own day. */
async function settle(
  ctx: WriteContext,
  party: LedgerCustomer,
  creditItemId: number,
  { item_id, amount, businessDate }: Pick<Adjustment, 'item_id' | 'amount'> & { businessDate: CalendarDate },
): Promise<void> {
  if (item_id != null)
    await allocate(ctx, { party, debitItemId: item_id, creditItemId, amount, businessDate });
  else await allocateOldestFirst(ctx, party, creditItemId, businessDate);
  await ensureNotBeforeSettled(ctx.tx, {
    side: 'credit',
    itemId: creditItemId,
    businessDate,
    what: 'The last of these debts was incurred',
  });
}

/** What a customer is charged needs no approval. */
const approveCredit = async (
  ctx: WriteContext,
  customerId: number,
  { kind, amount, client_id: clientId, approvals }: Adjustment,
  id: number,
): Promise<{ readonly segregation?: string }> =>
  kind === 'debit'
    ? {}
    : approveCustomerCredit(
        ctx,
        { customerId, of: kind, amount, document: { type: 'wallet_adjustment', id } },
        { clientId, approvals },
      );

async function ensureOwed(
  ctx: WriteContext,
  customer: LedgerCustomer,
  { amount, item_id: itemId }: Adjustment,
): Promise<void> {
  if (itemId != null) {
    const { rows } = await sql<{ open: Pence; number: string | null }>`
      select i.amount_pence - i.allocated_pence as open, o.document_number as number
      from party_items i join party_items o on o.id = coalesce(i.origin_item_id, i.id)
      where i.id = ${itemId} and i.customer_id = ${customer.id} and i.side = 'debit'`.execute(ctx.tx);
    const [invoice] = rows;
    if (!invoice)
      throw invalid({ item_id: 'This invoice does not belong to this customer. Choose another.' });
    if (amount > invoice.open)
      throw invalid({
        amount: `Only ${formatPounds(invoice.open)} of ${invoice.number ?? 'this item'} is open, so no more can be written off.`,
      });
    return;
  }
  const owed = await outstandingOf(ctx.tx, customer);
  if (amount > owed)
    throw invalid({ amount: `Only ${formatPounds(owed)} is outstanding, so no more can be written off.` });
}

/**
 * Transfers unused credit from one customer to another. It needs the permission to adjust ledgers, so
 * customers cannot do it themselves (rule W10).
 */
export async function transferCredit(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof customerWallet.transfer>,
): Promise<{ number: string }> {
  const { to_customer_id, amount, reason } = body;
  if (to_customer_id === id) throw invalid({ to_customer_id: 'Choose a different customer.' });
  const businessDate: CalendarDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate);
  const ledgers = await lockCustomerLedgers(ctx.tx, [id, to_customer_id]);
  const [from, to] = [ledgers.get(id), ledgers.get(to_customer_id)];
  if (!from || !to) throw invalid({ to_customer_id: 'This customer no longer exists. Choose another.' });
  const document = await postAdjustment(ctx, {
    kind: 'transfer',
    customerId: id,
    otherCustomerId: to_customer_id,
    amount,
    reason,
    businessDate,
  });
  const journal = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'customer_adjustment',
    narrative: `Credit transferred from ${from.number} to ${to.number}`,
    document,
    lines: [
      debit(systemAccounts.tradeDebtors, amount, { party: from }),
      credit(systemAccounts.tradeDebtors, amount, { party: to }),
    ],
  });
  const both = { kind: 'transfer', document, businessDate, amount, journalId: journal.id } as const;
  const opened = await openItem(ctx, {
    ...both,
    party: from,
    side: 'debit',
    description: `To ${to.number}: ${reason}`,
  });
  await spendWallet(ctx, { party: from, debitItemId: opened.id, amount, businessDate });
  await openItem(ctx, { ...both, party: to, side: 'credit', description: `From ${from.number}: ${reason}` });
  const values = { number: document.number, amount: formatPounds(amount), reason };
  note(ctx, from, 'credit_moved_away', { ...values, to: to.number });
  note(ctx, to, 'credit_moved_here', { ...values, from: from.number });
  return { number: document.number };
}

const note = (ctx: WriteContext, customer: LedgerCustomer, action: string, after: Record<string, unknown>) =>
  recordAudit(ctx, {
    action,
    recordType: 'customer',
    recordId: customer.id,
    recordName: customer.name,
    after,
  });
