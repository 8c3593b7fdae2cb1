import { truncateText } from '#domain/kernel/truncate-text';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { type HistoryLine, readHistoryLine, sortLine } from '#domain/sales-history/history-line';
import { type CodeRules, matcherOf } from '#domain/sales-history/code-rules';
import { type HistoryReason, historyReasonNames } from '#domain/sales-history/treatment';
import { findClosedDays } from '../../kernel/books-day';
import type { CellError, ImportContext, ImportedRow } from '../../kernel/imports';
import {
  clearPlan,
  insertDocuments,
  insertLines,
  type PlannedDocument,
  type PlannedLine,
} from './plan.queries';
import { skipPosted, planReturns } from './plan-returns';
import {
  countLines,
  type HistoryCounts,
  listDocuments,
  markFound,
  markRejected,
} from './history-lines.queries';

/** A row of the file with the problems of its own cells. */
export type HistoryRow = ImportedRow & {
  readonly problems: readonly CellError[];
  readonly isLeftOut: boolean;
};

/** Lines and amount of the file in millionths of a penny: sales, or cancellations. */
export type ReadTotal = { readonly lines: number; readonly amount: string };

type Document = Omit<PlannedDocument, 'content_hash'> & {
  readonly firstRow: number;
  readonly hash: ReturnType<typeof createHash>;
  hasPrice: boolean;
};

/**
 * Reads all rows of a history, classifies its lines (decision 040) and orders its documents by time. Posts nothing.
 * Every row ends up planned, already posted, or listed with a reason.
 */
export async function planHistory(
  ctx: ImportContext,
  blocks: AsyncIterable<readonly HistoryRow[]>,
  onBlock: (done: number) => Promise<void>,
): Promise<{ counts: HistoryCounts; documents: number; read: ReadTotal[] }> {
  await clearPlan(ctx.tx, ctx.importId);
  const { documents, read } = await planLines(ctx, blocks, onBlock);
  const inTime = [...documents.values()].sort(
    (one, other) => one.sold_at.getTime() - other.sold_at.getTime() || one.firstRow - other.firstRow,
  );
  await insertDocuments(
    ctx.tx,
    ctx.importId,
    inTime.map(({ firstRow: _row, hasPrice: _price, hash, ...document }) => ({
      ...document,
      content_hash: hash.digest('base64url'),
    })),
  );
  // Without fresh statistics, matching returns took minutes (F65).
  await sql`select refresh_statistics(array['sales_history_lines', 'sales_history_documents'])`.execute(
    ctx.tx,
  );
  const alone = inTime.filter(({ hasPrice, customer_number }) => !hasPrice && customer_number === null);
  await markFound(
    ctx,
    alone.map(({ number_key }) => number_key),
  );
  await listClosedDays(ctx, inTime);
  await skipPosted(ctx);
  await planReturns(ctx);
  await markRejected(ctx);
  return { counts: await countLines(ctx.tx, ctx.importId), documents: inTime.length, read };
}

async function planLines(
  ctx: ImportContext,
  blocks: AsyncIterable<readonly HistoryRow[]>,
  onBlock: (done: number) => Promise<void>,
): Promise<{ documents: Map<string, Document>; read: ReadTotal[] }> {
  const totals = [
    { lines: 0, amount: 0n },
    { lines: 0, amount: 0n },
  ];
  const documents = new Map<string, Document>();
  const ordinals = new Map<string, number>();
  const ruleOf = matcherOf(ctx.options.code_rules);
  let done = 0;
  for await (const rows of blocks) {
    const lines = rows.map(row => {
      const planned = planLine(row, ruleOf);
      const ordinal = (ordinals.get(planned.number_key) ?? 0) + 1;
      ordinals.set(planned.number_key, ordinal);
      if (planned.line) noteDocument(documents, row.number, planned.line);
      const { line: _line, ...stored } = planned;
      const total = totals[planned.is_cancellation ? 1 : 0];
      if (total) {
        total.lines += 1;
        total.amount += planned.line?.amount ?? 0n;
      }
      return { ...stored, ordinal };
    });
    await insertLines(ctx.tx, ctx.importId, lines);
    done += rows.length;
    await onBlock(done);
  }
  return { documents, read: totals.map(({ lines, amount }) => ({ lines, amount: String(amount) })) };
}

/** What is wrong with a row; the same of several cells is said once. */
const wordsOf = (problems: readonly CellError[]) =>
  [...new Set(problems.map(({ message }) => message))].join(' ');

type Understood = Omit<PlannedLine, 'ordinal'> & { readonly line?: HistoryLine };

function planLine(row: HistoryRow, ruleOf: CodeRules): Understood {
  const read = row.problems.length > 0 ? { problems: row.problems } : readHistoryLine(row.values);
  if ('problems' in read) {
    const number = row.values.number ?? '';
    return {
      row_number: row.number,
      number_key: truncateText(number.toLowerCase(), 60),
      is_cancellation: /^c/i.test(number),
      sku: truncateText(row.values.sku ?? '', 60),
      description: truncateText(row.values.description ?? '', 200),
      quantity: 0,
      price_millipence: 0,
      amount_micropence: '0',
      treatment: null,
      code_treatment: null,
      account_code: null,
      ...(row.isLeftOut
        ? listed('left_out')
        : { reason: 'unreadable' as const, message: wordsOf(read.problems) }),
    };
  }
  const { line } = read;
  const rule = ruleOf(line);
  const sorted = row.isLeftOut ? { reason: 'left_out' as const } : sortLine(line, rule);
  return {
    row_number: row.number,
    number_key: line.numberKey,
    is_cancellation: line.isCancellation,
    sku: line.sku,
    description: line.description,
    quantity: line.quantity,
    price_millipence: line.price,
    amount_micropence: String(line.amount),
    code_treatment: rule?.treatment ?? null,
    ...('reason' in sorted
      ? { treatment: null, account_code: null, ...listed(sorted.reason) }
      : {
          treatment: sorted.treatment,
          account_code: sorted.account ?? null,
          reason: null,
          message: null,
        }),
    line,
  };
}

const listed = (reason: HistoryReason) => ({ reason, message: `${historyReasonNames[reason]}.` });

function noteDocument(documents: Map<string, Document>, row: number, line: HistoryLine): void {
  const existing = documents.get(line.numberKey);
  const document: Document = existing ?? {
    number: line.number,
    number_key: line.numberKey,
    is_cancellation: line.isCancellation,
    sold_at: line.soldAt,
    business_date: line.businessDate,
    customer_number: line.customerNumber,
    country: line.country,
    firstRow: row,
    hash: createHash('sha256'),
    hasPrice: false,
  };
  document.hash.update(
    JSON.stringify([
      line.sku.toLowerCase(),
      line.quantity,
      line.price,
      line.businessDate,
      line.customerNumber,
    ]),
  );
  document.hasPrice ||= line.price > 0 && line.quantity > 0;
  if (!existing) documents.set(line.numberKey, document);
}

/** Nothing is posted to a locked day or filed period (rules D5, D7), nor in the future (D6). */
async function listClosedDays(ctx: ImportContext, documents: readonly Document[]): Promise<void> {
  const today = londonDate(ctx.now);
  const closed = await findClosedDays(
    ctx.tx,
    documents.map(({ business_date }) => business_date),
  );
  const keysOf = (is: (day: string) => boolean) =>
    documents.filter(({ business_date }) => is(business_date)).map(({ number_key }) => number_key);
  await listDocuments(
    ctx,
    keysOf(day => day > today),
    'ahead',
  );
  await listDocuments(
    ctx,
    keysOf(day => closed.has(day)),
    'locked',
  );
}
