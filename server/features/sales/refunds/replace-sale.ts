import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { SaleWrite, sales } from '#domain/sales/sale.contract';
import { walletMoneyLeft } from '#domain/sales/refund-tenders';
import { canEdit } from '#domain/sales/sale-rules';
import { recordSpent } from '../../../kernel/approvals';
import { recordAudit } from '../../../kernel/audit';
import { ensureOpenDay } from '../../../kernel/books-day';
import { nextNumber } from '../../../kernel/documents';
import { lockParty } from '../../../kernel/parties';
import { lockPools } from '../../../kernel/stock';
import { lockOpenSession, lockDrawer } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, ensure, invalid } from '../../../platform/http/refusal';
import { findAgreedSale } from '../paid-sales/agreed-sale';
import { type SaleRef, sell } from '../complete-sale';
import { findRepeatedRequest, hashOf } from '../find-repeated-request';
import { postCreditNote } from './post-credit-note';
import {
  type RefundTender,
  clearedOf,
  ensureRefundMethods,
  ensureRefundTenders,
  refundableSale,
} from './refund-money';
import { type LockedQuote, lockQuoteOf, releaseQuote } from '../quoted-sale';
import { ensureRefundApproved } from './refund-approvals';
import { postRefund } from './refund-sale';
import { remainingLines, refundTotals } from './refunded-lines';
import { type Buyer, lockBuyer } from '../sale-customer';
import { lockLedgerCustomer, lockSale, lockSaleLedger, type StoredSale } from '../stored-sale';
import { ensureUnchanged } from './unchanged-sale';

type ReplaceBody = BodyOf<typeof sales.replace>;
type ExchangeBody = BodyOf<typeof sales.exchange>;

/**
 * Edits a completed sale (rule L7): cancels it and posts a new one with a new number, both today and linked.
 * Earlier payments count, and only the difference is charged or refunded.
 */
export async function replaceSale(ctx: WriteContext, id: number, body: ReplaceBody): Promise<SaleRef> {
  const hash = hashOf({ id, ...body, sale: { ...body.sale, approvals: [] } });
  const before = await findRepeatedRequest(ctx, 'sales', body.sale.client_id, hash);
  if (before !== undefined) return { id: before };
  const businessDate = londonDate(ctx.now);
  ensureDatedToday(body.sale, businessDate, 'An edited sale is dated today. Leave the date blank.');
  const { sale, quote: quoted, buyer } = await lockForReplacement(ctx, id, body.sale);
  ensure(canEdit(sale));
  // What was quoted to one customer is not sold to another (decision 045).
  const quote = quoted?.customer.id === buyer.id ? quoted : undefined;
  if (quoted && !quote) await releaseQuote(ctx, sale);
  const ledger = await lockSaleLedger(ctx.tx, sale);
  await ensureUnchanged(ctx, sale, body);
  const numbers = await lockNumbers(ctx, sale, body.sale);
  await ensureOpenDay(ctx, businessDate);
  const lines = remainingLines(sale);
  const { gross } = refundTotals(lines);
  const approved = await ensureRefundApproved(ctx, {
    clientId: body.sale.client_id,
    approvals: body.sale.approvals,
    sale,
    lines,
    amount: paidBackBy(gross, body),
  });
  const owed = await clearedOf(ctx, { sale, ledger }, gross);
  const agreed = await findAgreedSale(ctx.tx, { sale, ledger, owed });
  const due = toPence(gross - owed);
  const paidBack = refundTendersOf(body);
  const exchanged = toPence(due - sum(paidBack.map(({ amount }) => amount)));
  const tenders = tendersWith(exchanged, paidBack);
  ensureRefundTenders(refundableSale(sale, ledger), due, tenders, body.sale.session_id ?? null);
  await ensureRefundMethods(ctx, paidBack, 'refund_tenders');
  const note = await postCreditNote(
    ctx,
    {
      clientId: body.sale.client_id,
      clientHash: hash,
      kind: 'edit',
      sale,
      ledger,
      sessionId: body.sale.session_id ?? null,
      businessDate,
      reason: body.reason,
      lines,
      tenders,
    },
    numbers.creditNote,
  );
  const approvalFacts = await recordSpent(ctx, { type: 'credit_note', id: note.id }, approved);
  const posted = await sell(
    ctx,
    { ...body.sale, was_offline: false, business_date: businessDate },
    { hash, exchanged: note.exchanged, replacesId: id, agreed, quote, number: numbers.invoice },
  );
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'sale',
    recordId: id,
    recordName: sale.number,
    after: { reason: body.reason, credit_note: note.number, replaced_by: posted.number, ...approvalFacts },
  });
  return { id: posted.id };
}

/** Exchanges goods, both halves today: only the difference is charged or refunded. */
export async function exchangeGoods(ctx: WriteContext, id: number, body: ExchangeBody): Promise<Exchanged> {
  const hash = hashOf({
    id,
    refund: { ...body.refund, approvals: [] },
    sale: { ...body.sale, approvals: [] },
  });
  const before = await findRepeatedRequest(ctx, 'sales', body.sale.client_id, hash);
  if (before !== undefined) return exchangeReply(ctx, before, body);
  // Both halves belong to the session that is locked, so that cash never leaves another drawer.
  if (body.refund.session_id != null && body.refund.session_id !== body.sale.session_id)
    throw invalid({ 'refund.session_id': 'Refund and sell at the same till.' });
  const today = londonDate(ctx.now);
  ensureDatedToday(body.sale, today, 'Both halves of an exchange are dated today. Leave the date blank.');
  const { sale } = await lockForReplacement(ctx, id, body.sale);
  const numbers = await lockNumbers(ctx, sale, body.sale);
  const note = await postRefund(ctx, sale, body.refund, {
    hash,
    number: numbers.creditNote,
    isExchange: true,
  });
  // Half of the money is on each document, so they are of one day (rule R5).
  const posted = await sell(
    ctx,
    { ...body.sale, was_offline: false, business_date: today },
    { hash, exchanged: note.exchanged, number: numbers.invoice },
  );
  recordAudit(ctx, {
    action: 'exchanged',
    recordType: 'sale',
    recordId: id,
    recordName: sale.number,
    after: { credit_note: note.number, sale: posted.number, exchanged_pence: note.exchanged?.amount ?? 0 },
  });
  return exchangeReply(ctx, posted.id, body);
}

/** The old sale is credited today, so the new one is of no other day. */
function ensureDatedToday(sale: SaleWrite, today: CalendarDate, words: string): void {
  if (sale.business_date !== undefined && sale.business_date !== today)
    throw invalid({ 'sale.business_date': words });
}

type Exchanged = { readonly credit_note_number: string; readonly sale: SaleRef };

async function exchangeReply(ctx: WriteContext, saleId: number, body: ExchangeBody): Promise<Exchanged> {
  const note = await ctx.tx
    .selectFrom('credit_notes')
    .select('number')
    .where('client_id', '=', body.refund.client_id)
    .executeTakeFirstOrThrow();
  return { credit_note_number: note.number, sale: { id: saleId } };
}

type LockedSale = {
  readonly sale: StoredSale;
  readonly quote: LockedQuote | undefined;
  readonly buyer: Buyer;
};

/** Locks everything both halves touch, in the one order: session, sale, quote, customers by id. */
async function lockForReplacement(ctx: WriteContext, id: number, next: SaleWrite): Promise<LockedSale> {
  if (next.quote_id != null)
    throw invalid({ quote_id: 'To invoice a quote, use Create invoice on the quote’s page.' });
  if (next.session_id != null) await lockOpenSession(ctx.tx, next.session_id);
  const sale = await lockSale(ctx.tx, id);
  const quote = await lockQuoteOf(ctx, id);
  const buyer = await lockBuyer(ctx.tx, next.customer_id ?? null);
  const paidFromWallet = walletMoneyLeft(sale.tenders, sale.refunds) > 0;
  const owner = sale.customer.is_walk_in ? null : await lockLedgerCustomer(ctx.tx, sale);
  if (paidFromWallet && buyer.id !== owner?.id)
    throw conflict(
      `${sale.number} was paid from ${sale.customer.name}’s wallet, which cannot pay for another customer. Cancel the sale and sell again.`,
    );
  const parties = [...(owner ? [owner.id] : []), ...(buyer.is_walk_in ? [] : [buyer.id])];
  for (const party of [...new Set(parties)].toSorted((one, other) => one - other))
    await lockParty(ctx.tx, { kind: 'customer', id: party });
  return { sale, quote, buyer };
}

/** Locks the drawer, numbers and the stock of both halves at once, so that writers never deadlock. */
async function lockNumbers(ctx: WriteContext, sale: StoredSale, next: SaleWrite) {
  if (next.session_id != null) await lockDrawer(ctx.tx, next.session_id);
  const creditNote = await nextNumber(ctx.tx, 'CN');
  const invoice = await nextNumber(ctx.tx, 'INV');
  await lockPools(ctx.tx, [
    ...sale.lines.map(line => line.product_id),
    ...next.lines.map(line => line.product_id),
  ]);
  return { creditNote, invoice };
}

/**
 * What an edit gives back, which an approval must cover (rule P15): the reduction, or what is paid out when
 * other payments take its place.
 */
const paidBackBy = (gross: Pence, { sale, refund_tenders }: ReplaceBody): Pence =>
  toPence(Math.max(0, gross - sale.expected_total, sum(refund_tenders.map(({ amount }) => amount))));

function refundTendersOf({ refund_tenders }: ReplaceBody): RefundTender[] {
  if (refund_tenders.some(({ method }) => method === 'exchange'))
    throw invalid({
      refund_tenders:
        'What counts towards the new sale is calculated automatically. Enter only the refund payments.',
    });
  return refund_tenders.map(tender => ({ ...tender, reference: tender.reference ?? null }));
}

function tendersWith(exchanged: Pence, paidBack: readonly RefundTender[]): RefundTender[] {
  if (exchanged < 0)
    throw invalid({
      refund_tenders: `The refund is ${formatPounds(0 - exchanged)} more than is left on the sale.`,
    });
  return exchanged === 0
    ? [...paidBack]
    : [{ method: 'exchange', amount: exchanged, reference: null }, ...paidBack];
}
