import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { writeOffs } from '#domain/wallet/write-off.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureNotBefore, ensureOpenDay } from '../../kernel/books-day';
import { credit, debit, type DocumentRef, postRequiredJournal, systemAccounts } from '../../kernel/ledger';
import {
  allocate,
  type LockedParty,
  moveOpenItems,
  openItem,
  postAdjustment,
  removeAllocation,
} from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { returnRelief } from '../vat-adjustments';
import { findParty } from './find-party';
import { lockForReversal, transferFacts, transferNumber } from './merged-customer';
import { findWriteOff, findWrittenOff, type StoredWriteOff, type WrittenOff } from './write-offs.queries';

type Body = BodyOf<typeof writeOffs.reverse>;
type Reversed = ReplyOf<typeof writeOffs.reverse>;
type Opened = { readonly invoice: WrittenOff; readonly amount: Pence };

/**
 * Reverses a write-off: its invoices are open again with their own due dates, and relief claimed on them is
 * returned as far as less is written off now (rules L1, V26, decision 097). Dated today or another open day
 * on or after the write-off. 409 if nothing of it is left.
 */
export async function reverseWriteOff(ctx: WriteContext, id: number, body: Body): Promise<Reversed> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  const dateReason = body.date_reason ?? null;
  await ensureOpenDay(ctx, businessDate, { reason: dateReason });
  const { customer_id } = await findWriteOff(ctx.tx, id);
  const customer = await openCustomer(ctx, customer_id);
  // Rereads it after waiting for the lock, in case another request has reversed it.
  const writeOff = await findWriteOff(ctx.tx, id);
  ensureDated(writeOff, businessDate);
  const settled = await findWrittenOff(ctx.tx, writeOff.item_id);
  const opened = chooseInvoices(writeOff, settled, body.invoices);
  const amount = toPence(
    sum(opened.map(part => part.amount)) + (body.invoices.length === 0 ? freeOf(writeOff, settled) : 0),
  );
  const document = await postAdjustment(ctx, {
    kind: 'write_off_reversal',
    customerId: customer.id,
    account: writeOff.account_code,
    amount,
    reason: body.reason,
    businessDate,
    reversesId: writeOff.id,
  });
  const transfer = await transferNumber(ctx, customer.merged);
  await openInvoices(ctx, { party: customer.party, writeOff, opened, businessDate });
  await storeOpened(ctx, document.id, opened);
  // Before the journal below: every number is taken before the first posting (lock order).
  const reliefs = await returnRelief(ctx, {
    itemIds: opened.map(({ invoice }) => invoice.debt_id),
    date: businessDate,
    dateReason,
  });
  await postReversal(ctx, {
    customer,
    writeOff,
    document,
    amount,
    day: { businessDate, dateReason },
    reason: body.reason,
  });
  if (customer.merged)
    await moveOpenItems(ctx, {
      ...customer.merged,
      ...transfer,
      reason: `${writeOff.number} reversed after a merge`,
      businessDate,
    });
  recordAudit(ctx, {
    action: 'write_off_reversed',
    recordType: 'customer',
    recordId: customer.id,
    recordName: customer.name,
    before: { number: writeOff.number },
    after: {
      number: document.number,
      amount: formatPounds(amount),
      reason: body.reason,
      ...transferFacts(transfer),
      ...(reliefs.length > 0 && {
        vat_adjustment: reliefs.map(relief => relief.number).join(', '),
        vat_returned: formatPounds(sum(reliefs.map(relief => relief.vat))),
      }),
    },
  });
  return { number: document.number, amount, reliefs };
}

type Posting = {
  readonly customer: Awaited<ReturnType<typeof openCustomer>>;
  readonly writeOff: StoredWriteOff;
  readonly document: DocumentRef;
  readonly amount: Pence;
  readonly day: { readonly businessDate: CalendarDate; readonly dateReason: string | null };
  readonly reason: string;
};

/** The debt is on 1100 and on the customer's ledger again, allocated to the write-off. */
async function postReversal(ctx: WriteContext, posting: Posting): Promise<void> {
  const { customer, writeOff, document, amount, day, reason } = posting;
  const { businessDate } = day;
  const journal = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'customer_adjustment',
    narrative: `Write-off ${writeOff.number} reversed: ${customer.number}, ${reason}`,
    document,
    reason: day.dateReason,
    lines: [
      debit(systemAccounts.tradeDebtors, amount, { party: customer.party }),
      credit(writeOff.account_code, amount),
    ],
  });
  const mirror = await openItem(ctx, {
    party: customer.party,
    side: 'debit',
    kind: 'reversal',
    description: `${writeOff.number} reversed: ${reason}`,
    document,
    businessDate,
    amount,
    journalId: journal.id,
  });
  await allocate(ctx, {
    party: customer.party,
    debitItemId: mirror.id,
    creditItemId: writeOff.item_id,
    amount,
    businessDate,
  });
}

/** A merged customer's debt opens on the remaining ledger; that of an erased one stays closed. */
async function openCustomer(ctx: WriteContext, id: number) {
  const { party, merged } = await lockForReversal(ctx.tx, id);
  const { name, number, closed } = await findParty(ctx.tx, { kind: 'customer', id });
  if (closed !== null && merged === null) throw conflict(closed);
  return { id, name, number: number ?? '', merged, party };
}

function ensureDated(writeOff: StoredWriteOff, businessDate: CalendarDate): void {
  if (writeOff.reversed_amount >= writeOff.amount) throw conflict(`${writeOff.number} is already reversed.`);
  ensureNotBefore(businessDate, writeOff.business_date, 'The debt was written off');
}

/** What of a write-off settles nothing, after its allocation was removed. */
const freeOf = (writeOff: StoredWriteOff, settled: readonly WrittenOff[]): Pence =>
  toPence(writeOff.amount - writeOff.reversed_amount - sum(settled.map(invoice => invoice.amount)));

/** What to open of each invoice: all that the write-off still settles, or the amounts named. */
function chooseInvoices(
  writeOff: StoredWriteOff,
  settled: readonly WrittenOff[],
  named: Body['invoices'],
): Opened[] {
  if (named.length === 0) return settled.map(invoice => ({ invoice, amount: invoice.amount }));
  if (new Set(named.map(({ item_id }) => item_id)).size !== named.length)
    throw invalid({ invoices: 'An invoice is listed twice. Enter each invoice once.' });
  return named.map(({ item_id, amount }, index) => {
    const invoice = settled.find(candidate => candidate.item_id === item_id);
    if (!invoice)
      throw invalid({
        [`invoices.${index}.item_id`]: `${writeOff.number} does not settle this invoice. Choose another.`,
      });
    if (amount > invoice.amount)
      throw invalid({
        [`invoices.${index}.amount`]: `Only ${formatPounds(invoice.amount)} of ${invoice.document.number ?? 'this item'} is written off.`,
      });
    return { invoice, amount };
  });
}

/** Removes the write-off's allocations; what stays written off of an invoice is allocated again. */
async function openInvoices(
  ctx: WriteContext,
  {
    party,
    writeOff,
    opened,
    businessDate,
  }: {
    party: LockedParty;
    writeOff: StoredWriteOff;
    opened: readonly Opened[];
    businessDate: CalendarDate;
  },
): Promise<void> {
  for (const { invoice, amount } of opened) {
    const pair = { party, debitItemId: invoice.item_id, creditItemId: writeOff.item_id, businessDate };
    const removed = await removeAllocation(ctx, pair);
    await allocate(ctx, { ...pair, amount: toPence(removed - amount) });
  }
}

/** What the customer had paid of an invoice, with its relief returned, is used up first (decision 097). */
async function storeOpened(
  ctx: WriteContext,
  adjustmentId: number,
  opened: readonly Opened[],
): Promise<void> {
  const rows = opened.map(({ invoice, amount }) => ({ item_id: invoice.debt_id, amount }));
  await sql`
    insert into write_off_reversal_lines (adjustment_id, item_id, amount_pence, paid_before_pence)
    select ${adjustmentId}, item_id, amount, least(amount, greatest(0,
      coalesce((select sum(l.paid_gross_pence) from vat_relief_lines l where l.item_id = row.item_id), 0)
        - coalesce((select sum(b.paid_before_pence) from write_off_reversal_lines b where b.item_id = row.item_id), 0)))
    from (select item_id, sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (item_id bigint, amount bigint) group by 1) row
    order by item_id`.execute(ctx.tx);
}
