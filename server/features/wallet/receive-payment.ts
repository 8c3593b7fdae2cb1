import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { CustomerPayment, customerWallet } from '#domain/wallet/customer-wallet.contract';
import { ensureOpenDay } from '../../kernel/books-day';
import { allocate, allocateOldestFirst, outstandingOf } from '../../kernel/parties';
import { ensureCashMovesToday } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { getCustomerPayment } from './customer-payments.queries';
import { lockTillDrawer } from './drawers';
import { type LedgerCustomer, lockCustomerLedger } from './open-customer';
import { type Money, type PostedMoney, postCustomerMoney } from './post-customer-payment';

type Receipt = BodyOf<typeof customerWallet.receive>;
type Allocation = Receipt['allocations'][number];
type Allocated = Money & { readonly allocations: readonly Allocation[] };

/**
 * Takes a payment from a customer (rules L2, M10, W4, W6, V15). `tillSessionId` is the till that it is taken at,
 * held open by the caller; elsewhere only cash has one.
 */
export async function receivePayment(
  ctx: WriteContext,
  id: number,
  body: Receipt,
  tillSessionId: number | null = null,
): Promise<CustomerPayment> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const sessionId = tillSessionId ?? (await lockTillDrawer(ctx.tx, body));
  ensureCashMovesToday(ctx, { sessionId, businessDate, direction: 'in' });
  const customer = await lockCustomerLedger(ctx.tx, id, { settles: !body.top_up });
  if (customer.closed !== null) await ensureOwed(ctx, customer, customer.closed, body.amount);
  const { id: paymentId } = await postReceipt(ctx, {
    customer,
    kind: body.top_up ? 'top_up' : 'receipt',
    method: body.payment_method,
    sessionId,
    amount: body.amount,
    businessDate,
    dateReason: body.date_reason ?? null,
    reference: body.reference ?? null,
    notes: body.notes ?? null,
    allocations: body.allocations,
  });
  return getCustomerPayment(ctx.tx, paymentId);
}

/** From an erased customer no more is taken than they owe, so that no new credit arises (decision 140). */
async function ensureOwed(
  ctx: WriteContext,
  customer: LedgerCustomer,
  closed: string,
  amount: Pence,
): Promise<void> {
  const owed = await outstandingOf(ctx.tx, customer);
  if (owed === 0) throw conflict(closed);
  if (amount > owed)
    throw invalid({
      amount: `Only ${formatPounds(owed)} is outstanding of “${customer.name}”. Enter that or less: an erased customer cannot have new credit.`,
    });
}

/**
 * Posts a receipt and its allocations: the listed invoices, each up to its open amount, with the rest as
 * credit (rule M10); or the oldest due first if none are listed (rule W6). A top-up is not allocated. The
 * caller has locked the drawer.
 */
async function postReceipt(
  ctx: WriteContext,
  receipt: Allocated & { readonly kind: 'receipt' | 'top_up' },
): Promise<PostedMoney> {
  const { customer, kind, allocations, businessDate } = receipt;
  if (kind === 'top_up' && allocations.length > 0)
    throw invalid({
      allocations: 'A top-up does not pay invoices. Remove the invoices, or record a receipt instead.',
    });
  await ensureAllocations(ctx, customer.id, receipt.amount, allocations);
  const posted = await postCustomerMoney(ctx, receipt);
  if (kind === 'receipt' && allocations.length === 0)
    await allocateOldestFirst(ctx, customer, posted.itemId, businessDate);
  else await payInvoices(ctx, receipt, posted.itemId);
  return posted;
}

async function payInvoices(
  ctx: WriteContext,
  { customer, allocations, businessDate }: Allocated,
  creditItemId: number,
): Promise<void> {
  for (const { item_id, amount } of allocations)
    await allocate(ctx, { party: customer, debitItemId: item_id, creditItemId, amount, businessDate });
}

/** Checks each allocation against the open amount of its invoice. */
async function ensureAllocations(
  ctx: WriteContext,
  customerId: number,
  amount: Pence,
  allocations: readonly Allocation[],
): Promise<void> {
  if (allocations.length === 0) return;
  const total = allocations.reduce((sum, allocation) => sum + allocation.amount, 0);
  if (total > amount)
    throw invalid({
      allocations: `${formatPounds(total)} is allocated to invoices, but the payment is only ${formatPounds(amount)}.`,
    });
  const ids = allocations.map(allocation => allocation.item_id);
  if (new Set(ids).size !== ids.length)
    throw invalid({ allocations: 'An invoice is listed twice. Enter each invoice once.' });
  const { rows } = await sql<{ id: number; open: Pence; document_number: string | null }>`
    select i.id, i.amount_pence - i.allocated_pence as open, o.document_number
    from party_items i join party_items o on o.id = coalesce(i.origin_item_id, i.id)
    where i.customer_id = ${customerId} and i.side = 'debit' and i.id = any(${ids}::bigint[])`.execute(
    ctx.tx,
  );
  const invoices = new Map(rows.map(row => [row.id, row]));
  allocations.forEach((allocation, index) => {
    const invoice = invoices.get(allocation.item_id);
    if (!invoice)
      throw invalid({
        [`allocations.${index}.item_id`]: 'This invoice does not belong to this customer. Choose another.',
      });
    if (allocation.amount > invoice.open)
      throw invalid({
        [`allocations.${index}.amount`]: `Only ${formatPounds(invoice.open)} of ${invoice.document_number ?? 'this item'} is open. Enter that or less. The rest of the payment stays as credit.`,
      });
  });
}
