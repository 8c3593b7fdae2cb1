import { groupBy } from '#domain/kernel/group-by';
import { allocate } from '#domain/kernel/line-amounts';
import { formatPounds, toPence } from '#domain/kernel/money';
import { quantityFromText, textFromQuantity, toQuantity } from '#domain/kernel/quantity';
import { refundPieces } from '#domain/sales/refund';
import { canRefund } from '#domain/sales/sale-rules';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import {
  clearedOf,
  lockSaleLedger,
  lockSale,
  postCreditNote,
  type RefundedLine,
  refundTotals,
  type StoredSale,
} from '../sales';
import { type DocumentOfBatch, findOriginals, type LineOfBatch, type PostedLine } from './batch.queries';
import { idOf, modeOf, type Posted } from './posted';

/** The quantity of a row returned to one line of a sale, in thousandths. */
type Part = {
  readonly row: number;
  readonly saleId: number;
  readonly line: number;
  readonly quantity: number;
};

/**
 * Posts a cancellation as credit notes, one for each sale it returns from (rules V13, V14), with the file's number as
 * the reason. A line whose sales no longer match the plan is listed.
 */
export async function postReturns(
  ctx: ImportContext,
  document: DocumentOfBatch,
  lines: readonly LineOfBatch[],
): Promise<Posted> {
  const found = await findOriginals(
    ctx,
    lines.flatMap(({ originals }) => originals ?? []),
  );
  const placeOf = new Map(found.map(original => [`${original.key}\u001f${original.ordinal}`, original]));
  const sales = new Map<number, StoredSale>();
  for (const saleId of [...new Set(found.map(original => original.saleId))].sort((one, other) => one - other))
    sales.set(saleId, await lockSale(ctx.tx, saleId));
  const used = new Map<string, number>();
  const parts: Part[] = [];
  const listed: Posted['listed'][number][] = [];
  for (const line of lines) {
    const requested = (line.originals ?? []).map(original => {
      const place = placeOf.get(`${original.key}\u001f${original.ordinal}`);
      return (
        place && {
          row: line.row,
          saleId: place.saleId,
          line: place.line,
          quantity: quantityFromText(original.quantity),
        }
      );
    });
    const whole = requested.filter(part => part !== undefined);
    const isThere =
      whole.length > 0 && whole.length === requested.length && whole.every(part => isLeft(sales, used, part));
    if (!isThere) {
      listed.push({ row: line.row, reason: 'original_missing' });
      continue;
    }
    for (const part of whole) used.set(placeKey(part), (used.get(placeKey(part)) ?? 0) + part.quantity);
    parts.push(...whole);
  }
  const posted: PostedLine[] = [];
  const documents: Posted['documents'][number][] = [];
  for (const [saleId, group] of groupBy(parts, part => part.saleId)) {
    const sale = sales.get(saleId);
    if (!sale) continue;
    const note = await postNote(ctx, document, sale, group);
    documents.push({ type: 'credit_note', id: note.id });
    posted.push(...note.lines);
  }
  return { lines: addUp(posted), documents, listed };
}

const placeKey = ({ saleId, line }: Part) => `${saleId} ${line}`;

function isLeft(
  sales: ReadonlyMap<number, StoredSale>,
  used: ReadonlyMap<string, number>,
  part: Part,
): boolean {
  const sale = sales.get(part.saleId);
  const line = sale?.lines.find(({ line_number }) => line_number === part.line);
  if (!sale || !line || !canRefund(sale).allowed) return false;
  return line.remaining.quantity - (used.get(placeKey(part)) ?? 0) >= part.quantity;
}

/** One credit note, with each line of the sale once, however many rows return it. */
async function postNote(
  ctx: ImportContext,
  document: DocumentOfBatch,
  sale: StoredSale,
  parts: readonly Part[],
) {
  const groups = [...groupBy(parts, ({ line }) => line)];
  const lines = groups.map(([number, group]): RefundedLine => {
    const line = sale.lines.find(({ line_number }) => line_number === number);
    if (!line) throw new Error(`${sale.number} has no line ${number}`);
    const quantity = toQuantity(group.reduce((all, part) => all + part.quantity, 0));
    return { ...refundPieces(line.remaining, quantity, true), line, quantity, goods: 'stock' };
  });
  const { gross } = refundTotals(lines);
  const ledger = await lockSaleLedger(ctx.tx, sale);
  const due = toPence(gross - (await clearedOf(ctx, { sale, ledger }, gross)));
  const method = ctx.options.paid_by === 'account' ? 'wallet' : ctx.options.paid_by;
  const reason = `Sales history ${document.number}`;
  const { id, number } = await postCreditNote(ctx, {
    clientId: idOf('return', document.key, sale.number, String(ctx.importId)),
    clientHash: document.content_hash,
    kind: 'refund',
    sale,
    ledger,
    sessionId: null,
    businessDate: document.business_date,
    reason,
    lines,
    tenders: due > 0 ? [{ method, amount: due, reference: null }] : [],
  });
  recordAudit(ctx, {
    action: 'refunded',
    recordType: 'sale',
    recordId: sale.id,
    recordName: sale.number,
    after: {
      credit_note: number,
      reason,
      gross_pence: gross,
      lines: lines.map(({ line, quantity }) => `${textFromQuantity(quantity)} × ${line.description}`),
      tenders: due > 0 ? [`${method} ${formatPounds(due)}`] : [],
    },
  });
  const side = modeOf(ctx) === 'inclusive' ? 'gross' : 'net';
  return {
    id,
    lines: groups.flatMap(([, group], index) => {
      const shares = allocate(
        lines[index]?.[side] ?? toPence(0),
        group.map(part => part.quantity),
      );
      return group.map(
        ({ row }, at): PostedLine => ({
          row,
          type: 'credit_note',
          id,
          line: index + 1,
          pence: 0 - (shares[at] ?? 0),
        }),
      );
    }),
  };
}

/** Combines a row split over several credit notes: the first note, with the total. */
function addUp(lines: readonly PostedLine[]): PostedLine[] {
  const byRow = new Map<number, PostedLine>();
  for (const line of lines) {
    const existing = byRow.get(line.row);
    byRow.set(line.row, existing ? { ...existing, pence: existing.pence + line.pence } : line);
  }
  return [...byRow.values()];
}
