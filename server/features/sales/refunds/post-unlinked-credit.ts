import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { isCostKnown } from '#domain/kernel/average-cost';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { type Quantity, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import type { SplitAmount, VatCode, VatRate } from '#domain/kernel/vat';
import type { TenderMethod } from '#domain/sales/tender';
import { type TakenNumber, takingNumberFor } from '../../../kernel/documents';
import { ask } from '../../../platform/database/send-together';
import { credit, debit, type DocumentRef, postJournal, systemAccounts } from '../../../kernel/ledger';
import { allocate, type LockedParty, openItem, settleReversal } from '../../../kernel/parties';
import { lockPools, type MovedStock, moveStock } from '../../../kernel/stock';
import { defaultAccountOf } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { amountsByRate } from '../amounts-by-rate';
import { type Placed, withRefundAccounts } from '../tender-account';
import { unitsOf } from '../units-of';

export type UnlinkedLine = SplitAmount & {
  readonly productId: number;
  readonly description: string;
  readonly quantity: Quantity;
  readonly vatCode: VatCode;
  readonly rate: VatRate;
  /** Whether the goods return to stock. */
  readonly isStock: boolean;
};

/** A credit note without a sale. A reversal has negative amounts and quantities. */
export type UnlinkedCredit = {
  readonly clientId: string;
  readonly clientHash: string;
  readonly reversesId: number | null;
  readonly customer: { readonly id: number; readonly name: string };
  /** Null for the walk-in customer. */
  readonly ledger: LockedParty<'customer'> | null;
  readonly businessDate: CalendarDate;
  /** Determines the VAT period: the date of the original document, even when that day is locked. */
  readonly taxPoint: CalendarDate;
  readonly reason: string;
  readonly lines: readonly UnlinkedLine[];
  /** The refund method; null leaves it on the customer's ledger. */
  readonly method: TenderMethod | null;
};

/**
 * Posts a credit note for goods whose sale is not recorded here: number, document, goods returned at average
 * or last known cost (I7), journal and customer ledger. The caller has locked the stock pools.
 */
export async function postUnlinkedCredit(ctx: WriteContext, note: UnlinkedCredit): Promise<TakenNumber> {
  const { id, number } = await ask(ctx.tx, takingNumberFor('credit_notes', 'CN'));
  const document: DocumentRef = { type: 'credit_note', id, number };
  const moved = await moveGoods(ctx, note, document);
  const costs = costsOf(note, moved);
  await insertNote(ctx, note, document, costs);
  await insertLines(ctx, id, note.lines, costs);
  await postToLedger(ctx, note, document, sum(moved.map(({ value }) => value)));
  return { id, number };
}

/** What the goods of each line return at, in line order. */
function costsOf({ lines }: UnlinkedCredit, moved: readonly MovedStock[]): Pence[] {
  const costs = new Map(moved.map(({ line, value, variance }) => [line, toPence(value + variance)]));
  return lines.map((_, index) => costs.get(index + 1) ?? toPence(0));
}

/** Goods return at average or last known cost, or at zero when no cost was ever known (I7). */
async function moveGoods(
  ctx: WriteContext,
  note: UnlinkedCredit,
  document: DocumentRef,
): Promise<MovedStock[]> {
  const pools = await lockPools(
    ctx.tx,
    note.lines.filter(({ isStock }) => isStock).map(({ productId }) => productId),
  );
  return moveStock(ctx, {
    businessDate: note.businessDate,
    kind: 'customer_return',
    document,
    reason: note.reason,
    movements: note.lines.flatMap(({ isStock, productId, quantity }, index) => {
      const pool = pools.get(productId);
      if (!isStock || !pool || quantity === 0) return [];
      const value = quantity > 0 && !isCostKnown(pool) ? toPence(0) : undefined;
      return [{ productId, line: index + 1, quantity, value, field: `lines.${index}.quantity` }];
    }),
  });
}

const totalsOf = (lines: readonly UnlinkedLine[]) => ({
  net: sum(lines.map(({ net }) => net)),
  vat: sum(lines.map(({ vat }) => vat)),
  gross: sum(lines.map(({ gross }) => gross)),
});

async function insertNote(
  ctx: WriteContext,
  note: UnlinkedCredit,
  { id, number }: DocumentRef,
  costs: readonly Pence[],
): Promise<void> {
  const { net, vat, gross } = totalsOf(note.lines);
  const kind = note.reversesId === null ? 'unlinked' : 'unlinked_reversal';
  await sql`
    insert into credit_notes (id, number, client_id, client_hash, sale_id, kind, session_id, business_date, reason, units, cost_pence,
      net_pence, vat_pence, gross_pence, refunded_by, refunded_at, customer_id, customer_name, reverses_id) overriding system value
    values (${id}, ${number}, ${note.clientId}, ${note.clientHash}, null, ${kind}, null, ${note.businessDate}, ${note.reason},
      ${unitsOf(note.lines)}, ${sum(costs)}, ${net}, ${vat}, ${gross}, ${ctx.actor.id}, ${ctx.now}, ${note.customer.id},
      ${note.customer.name}, ${note.reversesId})`.execute(ctx.tx);
}

async function insertLines(
  ctx: WriteContext,
  id: number,
  lines: readonly UnlinkedLine[],
  costs: readonly Pence[],
): Promise<void> {
  const rows = lines.map((line, index) => ({
    line_number: index + 1,
    product_id: line.productId,
    description: line.description,
    quantity: textFromQuantity(line.quantity),
    goods: line.isStock ? 'stock' : 'kept',
    vat_code: line.vatCode,
    rate: line.rate,
    net: line.net,
    vat: line.vat,
    gross: line.gross,
    cost: costs[index] ?? 0,
  }));
  await sql`
    insert into credit_note_lines (credit_note_id, line_number, product_id, description, quantity, goods, vat_code, vat_rate,
      net_pence, vat_pence, gross_pence, cost_pence)
    select ${id}, line_number, product_id, description, quantity, goods, vat_code, rate / 100.0, net, vat, gross, cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (line_number integer, product_id bigint, description text,
      quantity numeric, goods text, vat_code text, rate integer, net bigint, vat bigint, gross bigint, cost bigint)`.execute(
    ctx.tx,
  );
}

type PaidBack = Placed<{ readonly method: TenderMethod; readonly amount: Pence }>;

/** A reversal goes through the account of what it reverses. */
async function placedRefund(
  ctx: WriteContext,
  { reversesId }: UnlinkedCredit,
  method: TenderMethod,
  amount: Pence,
): Promise<PaidBack> {
  if (reversesId !== null) {
    const { rows } = await sql<{ account_code: string | null }>`
      select account_code from refund_tenders where credit_note_id = ${reversesId} and method = ${method}`.execute(
      ctx.tx,
    );
    const [reversed] = rows;
    if (reversed && method !== 'exchange')
      return {
        method,
        amount,
        account: reversed.account_code ?? defaultAccountOf(method),
        account_code: reversed.account_code,
      };
  }
  const [placed] = await withRefundAccounts(ctx.tx, [{ method, amount }], 'no');
  if (!placed) throw new Error('A refund has one payment.');
  return placed;
}

async function postToLedger(
  ctx: WriteContext,
  note: UnlinkedCredit,
  document: DocumentRef,
  inventory: Pence,
): Promise<void> {
  const { customer, ledger: party, businessDate, lines, taxPoint } = note;
  const { gross } = totalsOf(lines);
  const tenders =
    note.method === null || gross === 0 ? [] : [await placedRefund(ctx, note, note.method, gross)];
  for (const [index, { method, amount, account_code }] of tenders.entries())
    await sql`
      insert into refund_tenders (credit_note_id, line_number, method, amount_pence, reference, account_code)
      values (${document.id}, ${index + 1}, ${method}, ${amount}, null, ${account_code})`.execute(ctx.tx);
  const account = tenders[0]?.account ?? null;
  const rates = amountsByRate(lines);
  const journal = await postJournal(ctx, {
    businessDate,
    kind: 'credit_note',
    narrative: `Credit note to ${customer.name} without an original sale: ${note.reason}`,
    document,
    lines: [
      ...rates.map(rate => debit(systemAccounts.salesReturns, rate.net, { vatCode: rate.code })),
      ...rates.map(rate => debit(systemAccounts.outputVat, rate.vat, { vatCode: rate.code })),
      ...(party ? [credit(systemAccounts.tradeDebtors, gross, { party })] : []),
      ...(party && account ? [debit(systemAccounts.tradeDebtors, gross, { party })] : []),
      ...(account ? [credit(account, gross)] : []),
      debit(systemAccounts.inventory, inventory),
      credit(systemAccounts.costOfGoodsSold, inventory),
    ],
    vat: rates.map(({ code, rate, net, vat }) => ({
      direction: 'output' as const,
      taxPoint,
      code,
      rate,
      net: toPence(0 - net),
      vat: toPence(0 - vat),
    })),
  });
  if (!journal || !party || gross === 0) return;
  const shared = { party, document, businessDate, journalId: journal.id };
  const isReversal = gross < 0;
  const amount = toPence(Math.abs(gross));
  const side = isReversal ? 'debit' : 'credit';
  const item = await openItem(ctx, {
    ...shared,
    side,
    kind: isReversal ? 'reversal' : 'credit_note',
    description: note.reason,
    amount,
  });
  if (!account) {
    const journalId = await reversedJournalOf(ctx, note);
    if (journalId !== null)
      await settleReversal(ctx, { party, item: { id: item.id, side, amount }, journalId, businessDate });
    return;
  }
  const paid = await openItem(ctx, {
    ...shared,
    side: isReversal ? 'credit' : 'debit',
    kind: 'refund',
    description: null,
    amount,
  });
  const [debitItemId, creditItemId] = isReversal ? [item.id, paid.id] : [paid.id, item.id];
  await allocate(ctx, { party, debitItemId, creditItemId, amount, businessDate });
}

/** The journal of the credit note that this one reverses. */
async function reversedJournalOf(ctx: WriteContext, { reversesId }: UnlinkedCredit): Promise<number | null> {
  if (reversesId === null) return null;
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from journals where document_type = 'credit_note' and document_id = ${reversesId}`.execute(
    ctx.tx,
  );
  return rows[0]?.id ?? null;
}

/** The negated line for a reversal. Goods leave again at today's average (rule I3). */
export const mirrored = (line: UnlinkedLine): UnlinkedLine => ({
  ...line,
  quantity: toQuantity(0 - line.quantity),
  net: toPence(0 - line.net),
  vat: toPence(0 - line.vat),
  gross: toPence(0 - line.gross),
});
