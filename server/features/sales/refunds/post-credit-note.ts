import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { textFromQuantity } from '#domain/kernel/quantity';
import { carriedFromWallet } from '#domain/sales/refund-options';
import { nextNumber } from '../../../kernel/documents';
import { credit, debit, type DocumentRef, postJournal, systemAccounts } from '../../../kernel/ledger';
import { allocate, type LockedParty, openItem } from '../../../kernel/parties';
import { type MovedStock, moveStock } from '../../../kernel/stock';
import { ensureDrawerCanRefund, lockDrawer, recordTillCash } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { insertedId } from '../../../platform/database/inserted-id';
import { amountsByRate } from '../amounts-by-rate';
import { refundableSale, type RefundTender } from './refund-money';
import { type RefundedLine, refundTotals } from './refunded-lines';
import type { SaleLedger, StoredSale } from '../stored-sale';
import type { ExchangedPart } from '../sale-to-post';
import { unitsOf } from '../units-of';
import { type ChequeBack, type Placed, withRefundAccounts } from '../tender-account';
import type { TenderMethod } from '#domain/sales/tender';

/** A complete credit note. Tenders and `cleared` add up to the gross of the lines. */
export type CreditNoteToPost = {
  readonly clientId: string;
  readonly clientHash: string;
  readonly kind: 'refund' | 'cancellation' | 'edit';
  readonly sale: StoredSale;
  readonly ledger: SaleLedger;
  readonly sessionId: number | null;
  readonly businessDate: CalendarDate;
  readonly reason: string;
  readonly lines: readonly RefundedLine[];
  readonly tenders: readonly RefundTender[];
};
type PlacedNote = Omit<CreditNoteToPost, 'tenders'> & { readonly tenders: readonly Placed<RefundTender>[] };

export type PostedCreditNote = {
  readonly id: number;
  readonly number: string;
  /** What pays for the goods of another sale instead. */
  readonly exchanged: ExchangedPart | null;
};

/**
 * Posts a credit note (rules V11, V14, L6): number, document, goods returned to stock at their original cost
 * (I5) or written off, journal with the sale's own figures and rates, customer ledger (W9: balance due first)
 * and drawer. The caller has locked the sale and holds the session open.
 */
export async function postCreditNote(
  ctx: WriteContext,
  toPost: CreditNoteToPost,
  number?: string,
): Promise<PostedCreditNote> {
  const fromWallet = carriedFromWallet(refundableSale(toPost.sale, toPost.ledger), toPost.tenders);
  const note = { ...toPost, tenders: await withRefundAccounts(ctx.tx, toPost.tenders, chequeBackOf(toPost)) };
  if (note.sessionId !== null && cashOf(note) > 0) await lockDrawer(ctx.tx, note.sessionId);
  const assigned = number ?? (await nextNumber(ctx.tx, 'CN'));
  const id = await insertNote(ctx, note, assigned);
  const document: DocumentRef = { type: 'credit_note', id, number: assigned };
  await insertLines(ctx, id, note);
  await insertTenders(ctx, id, note.tenders, fromWallet);
  await addRefundedAmounts(ctx, note);
  const moved = await returnGoodsToStock(ctx, note, document);
  const journalId = await postToLedger(ctx, note, document, moved);
  if (journalId !== null) await settleWithCustomer(ctx, note, document, journalId);
  const exchange = note.tenders.find(({ method }) => method === 'exchange');
  const exchanged = exchange ? { creditNoteId: id, amount: exchange.amount, fromWallet } : null;
  return { id, number: assigned, exchanged };
}

/**
 * A cancelled sale returns each payment to where it was (rule L6). A refund or an edit can only hand back a cheque
 * whole: a part of it is paid by one of ours.
 */
function chequeBackOf({ kind, sale, tenders }: CreditNoteToPost): ChequeBack {
  if (kind === 'cancellation') return 'whole';
  const byCheque = (all: readonly { readonly method: TenderMethod; readonly amount: Pence }[]): Pence =>
    sum(all.filter(({ method }) => method === 'cheque').map(({ amount }) => amount));
  const paid = byCheque(sale.tenders.map(({ method, applied }) => ({ method, amount: applied })));
  const isWhole = byCheque(sale.refunds) === 0 && byCheque(tenders) === paid;
  return isWhole ? 'unbanked' : 'no';
}

const cashOf = ({ tenders }: PlacedNote): Pence =>
  sum(tenders.filter(({ method }) => method === 'cash').map(({ amount }) => amount));

async function insertNote(ctx: WriteContext, note: CreditNoteToPost, number: string): Promise<number> {
  const totals = refundTotals(note.lines);
  const { rows } = await sql<{ id: number }>`
    insert into credit_notes (number, client_id, client_hash, sale_id, kind, session_id, business_date, reason, units,
      cost_pence, net_pence, vat_pence, gross_pence, refunded_by, refunded_at)
    values (${number}, ${note.clientId}, ${note.clientHash}, ${note.sale.id}, ${note.kind}, ${note.sessionId},
      ${note.businessDate}, ${note.reason}, ${unitsOf(note.lines)}, ${sum(note.lines.map(({ cost }) => cost))},
      ${totals.net}, ${totals.vat}, ${totals.gross}, ${ctx.actor.id}, ${ctx.now})
    returning id`.execute(ctx.tx);
  return insertedId(rows);
}

async function insertLines(ctx: WriteContext, id: number, { sale, lines }: CreditNoteToPost): Promise<void> {
  const rows = lines.map((entry, index) => ({
    line_number: index + 1,
    sale_line_number: entry.line.line_number,
    quantity: textFromQuantity(entry.quantity),
    goods: entry.goods,
    net: entry.net,
    vat: entry.vat,
    gross: entry.gross,
    cost: entry.cost,
  }));
  await sql`
    insert into credit_note_lines (credit_note_id, line_number, sale_id, sale_line_number, quantity, goods, net_pence,
      vat_pence, gross_pence, cost_pence)
    select ${id}, line_number, ${sale.id}, sale_line_number, quantity, goods, net, vat, gross, cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (line_number integer, sale_line_number integer,
      quantity numeric, goods text, net bigint, vat bigint, gross bigint, cost bigint)`.execute(ctx.tx);
  await sql`
    update sale_lines l set refunded_quantity = l.refunded_quantity + line.quantity,
      refunded_gross_pence = l.refunded_gross_pence + line.gross, refunded_vat_pence = l.refunded_vat_pence + line.vat,
      refunded_cost_pence = l.refunded_cost_pence + line.cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (sale_line_number integer, quantity numeric, gross bigint,
      vat bigint, cost bigint)
    where l.sale_id = ${sale.id} and l.line_number = line.sale_line_number`.execute(ctx.tx);
}

async function insertTenders(
  ctx: WriteContext,
  id: number,
  tenders: PlacedNote['tenders'],
  fromWallet: Pence,
): Promise<void> {
  if (tenders.length === 0) return;
  const rows = tenders.map((tender, index) => ({
    line_number: index + 1,
    ...tender,
    from_wallet: tender.method === 'exchange' ? fromWallet : 0,
  }));
  await sql`
    insert into refund_tenders (credit_note_id, line_number, method, amount_pence, reference, account_code,
      from_wallet_pence)
    select ${id}, line_number, method, amount, reference, account_code, from_wallet
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as tender (line_number integer, method text, amount bigint,
      reference text, account_code text, from_wallet bigint)`.execute(ctx.tx);
}

/** Only the sale's status and refunded amounts change. */
async function addRefundedAmounts(ctx: WriteContext, { sale, kind, lines }: CreditNoteToPost): Promise<void> {
  const { gross } = refundTotals(lines);
  const remaining = new Map(lines.map(entry => [entry.line.line_number, entry.remaining]));
  const isAll = sale.lines.every(line => (remaining.get(line.line_number) ?? line.remaining).quantity === 0);
  const refunded = isAll ? 'refunded' : 'partially_refunded';
  const status = kind === 'refund' ? refunded : 'cancelled';
  await sql`
    update sales set refunded_pence = refunded_pence + ${gross}, status = ${status}, version = version + 1
    where id = ${sale.id}`.execute(ctx.tx);
}

/** Goods return at the cost they were sold at, never at today's average (rule I5). */
const returnGoodsToStock = (
  ctx: WriteContext,
  note: CreditNoteToPost,
  document: DocumentRef,
): Promise<MovedStock[]> =>
  moveStock(ctx, {
    businessDate: note.businessDate,
    kind: 'customer_return',
    document,
    reason: note.reason,
    movements: note.lines.flatMap(({ line, goods, quantity, cost }, index) =>
      goods === 'stock' && line.is_stock
        ? [
            {
              productId: line.product_id,
              line: index + 1,
              quantity,
              value: cost,
              field: `lines.${index}.quantity`,
            },
          ]
        : [],
    ),
  });

async function postToLedger(
  ctx: WriteContext,
  note: PlacedNote,
  document: DocumentRef,
  moved: readonly MovedStock[],
): Promise<number | null> {
  const { party } = note.ledger;
  const { gross } = refundTotals(note.lines);
  const rates = amountsByRate(
    note.lines.map(({ line, ...amounts }) => ({ ...amounts, vatCode: line.vat_code, rate: line.vat_rate })),
  );
  const backInStock = sum(moved.map(({ value }) => value));
  const variance = sum(moved.map(entry => entry.variance));
  const damaged = sum(note.lines.filter(({ goods }) => goods === 'damaged').map(({ cost }) => cost));
  const cost = sum(note.lines.map(entry => entry.cost));
  const journal = await postJournal(ctx, {
    businessDate: note.businessDate,
    kind: 'credit_note',
    narrative: `Credit note to ${note.sale.customer.name} for ${note.sale.number}: ${note.reason}`,
    document,
    lines: [
      ...rates.map(rate => debit(systemAccounts.salesReturns, rate.net, { vatCode: rate.code })),
      ...rates.map(rate => debit(systemAccounts.outputVat, rate.vat, { vatCode: rate.code })),
      ...(party ? [credit(systemAccounts.tradeDebtors, gross, { party })] : []),
      ...note.tenders.flatMap(tender => tenderLines(tender, party)),
      debit(systemAccounts.inventory, backInStock),
      debit(systemAccounts.shrinkage, damaged),
      credit(systemAccounts.costOfGoodsSold, toPence(cost - variance)),
    ],
    vat: rates.map(({ code, rate, net, vat }) => ({
      direction: 'output' as const,
      taxPoint: note.businessDate,
      code,
      rate,
      net: toPence(0 - net),
      vat: toPence(0 - vat),
    })),
  });
  return journal?.id ?? null;
}

function tenderLines({ account, amount }: Placed<RefundTender>, party: LockedParty | null) {
  if (account === null) return [];
  return party
    ? [debit(systemAccounts.tradeDebtors, amount, { party }), credit(account, amount)]
    : [credit(account, amount)];
}

async function settleWithCustomer(
  ctx: WriteContext,
  note: PlacedNote,
  document: DocumentRef,
  journalId: number,
): Promise<void> {
  const { party } = note.ledger;
  if (party) await creditCustomer(ctx, note, { party, document, journalId });
  const cash = cashOf(note);
  if (note.sessionId === null) return;
  await ensureDrawerCanRefund(ctx.tx, note.sessionId, cash);
  await recordTillCash(ctx, {
    sessionId: note.sessionId,
    kind: 'refund',
    amount: toPence(0 - cash),
    journalId,
    document,
    reason: note.reason,
  });
}

/** The credit first reduces the balance of its own sale (rule W9). Refunds use up the rest. */
async function creditCustomer(
  ctx: WriteContext,
  note: PlacedNote,
  { party, document, journalId }: { party: LockedParty; document: DocumentRef; journalId: number },
): Promise<void> {
  const { gross } = refundTotals(note.lines);
  if (gross === 0) return;
  const { businessDate } = note;
  const shared = { party, document, businessDate, journalId };
  const item = await openItem(ctx, {
    ...shared,
    side: 'credit',
    kind: 'credit_note',
    description: `For ${note.sale.number}`,
    amount: gross,
  });
  let remaining = gross;
  for (const owed of note.ledger.owed) {
    const amount = toPence(Math.min(owed.open, remaining));
    await allocate(ctx, { party, debitItemId: owed.id, creditItemId: item.id, amount, businessDate });
    remaining = toPence(remaining - amount);
  }
  for (const tender of note.tenders) {
    if (tender.account === null) continue;
    const paidOut = await openItem(ctx, {
      ...shared,
      side: 'debit',
      kind: 'refund',
      description: tender.reference,
      amount: tender.amount,
    });
    await allocate(ctx, {
      party,
      debitItemId: paidOut.id,
      creditItemId: item.id,
      amount: tender.amount,
      businessDate,
    });
  }
}
