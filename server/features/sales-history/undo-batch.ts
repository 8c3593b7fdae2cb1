import { londonDate } from '#domain/kernel/dates';
import { sum } from '#domain/kernel/money';
import type { ImportContext } from '../../kernel/imports';
import { credit, debit, mirrorJournals, postJournal, systemAccounts } from '../../kernel/ledger';
import { lockCustomers, mirrorItems } from '../../kernel/parties';
import { storeDifferences, lockPoolsOf, mirrorMovements } from '../../kernel/stock';
import { conflict } from '../../platform/http/refusal';
import { auditJournal } from './audit-journal';
import { markReturnedElsewhere } from './cut-over';
import {
  auditUndone,
  type DocumentToUndo,
  findJournalsToUndo,
  lockSalesToUndo,
  markUndone,
  nextToUndo,
} from './undo-batch.queries';
import { findBuiltOn } from './undo-blocks.queries';

/** Documents per transaction, so that other sales wait briefly at most. */
export const documentsUndoneAtATime = 100;

const reason = 'Import undone';

/**
 * Undoes the next part of an import in the caller's transaction, last document first: each journal, ledger item and
 * stock movement gets a mirror on its own day (decision 096). Undone documents are not found again, so it can be paused
 * and resumed at any time. 409 when later records depend on one of the documents.
 */
export async function undoNext(
  ctx: ImportContext,
  limit = documentsUndoneAtATime,
): Promise<{ documents: number; lines: number; isLast: boolean }> {
  const documents = await nextToUndo(ctx, limit);
  if (documents.length === 0) return { documents: 0, lines: 0, isLast: true };
  await lockSalesToUndo(ctx, documents);
  const { journals, customers } = await findJournalsToUndo(ctx, documents);
  const ledgerOf = await lockCustomers(ctx.tx, customers);
  await ensureNothingBuildsOn(ctx, documents);
  const pools = await lockPoolsOf(ctx, documents);
  const mirrors = await mirrorJournals(ctx, journals, { historyId: ctx.importId, reason });
  await mirrorItems(ctx, mirrors, customers.map(ledgerOf), reason);
  await postDifferences(ctx, await mirrorMovements(ctx, documents, pools, reason));
  const lines = await markUndone(ctx, documents);
  await markReturnedElsewhere(ctx, ctx.importId, documents);
  await auditUndone(ctx, documents);
  return { documents: documents.length, lines, isLast: documents.length < limit };
}

async function ensureNothingBuildsOn(
  { tx, importId }: ImportContext,
  documents: readonly DocumentToUndo[],
): Promise<void> {
  const [block] = await findBuiltOn(tx, { importId, positions: documents.map(({ position }) => position) });
  if (block)
    throw conflict(
      `${block.words} Reverse that first, then continue. Documents reversed so far stay reversed.`,
    );
}

/** Where goods moved during the undo, the correction of their pools is a cost of today. */
async function postDifferences(
  ctx: ImportContext,
  differences: Awaited<ReturnType<typeof mirrorMovements>>,
): Promise<void> {
  if (differences.length === 0) return;
  const document = { type: 'import_undo', id: ctx.importId, number: null };
  const businessDate = londonDate(ctx.now);
  await storeDifferences(ctx, differences, { document, businessDate, reason });
  const value = sum(differences.map(difference => difference.value));
  const narrative = 'Stock that moved while an import was being undone';
  const journal = await postJournal(ctx, {
    businessDate,
    kind: 'stock_adjustment',
    narrative,
    document,
    reason,
    lines: [debit(systemAccounts.inventory, value), credit(systemAccounts.costOfGoodsSold, value)],
  });
  if (journal) auditJournal(ctx, journal.id, { name: narrative, on: businessDate, amount: value });
}
