import type { JournalDetail } from '#domain/journals/journal.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { findClosedDays } from '../../kernel/books-day';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { findJournal, type StoredJournal } from './journals.queries';

/** The document type of manual journals, and of year ends, which are numbered with them. */
export const manualDocument = 'manual_journal';

/** Only manual journals can be reversed manually: a document's journal is corrected through its document. */
export function canReverse(
  journal: Pick<StoredJournal, 'document_type' | 'reversed_by_id' | 'reverses_id'>,
): RuleResult {
  if (journal.reverses_id !== null) return no('This journal is a reversal. Post a new journal instead.');
  if (journal.reversed_by_id !== null)
    return no(`This journal is already reversed, by journal ${journal.reversed_by_id}.`);
  return journal.document_type === manualDocument
    ? yes
    : no('This journal belongs to a document. Correct the document, and the journal is corrected with it.');
}

/**
 * A year end is reversed on its own day while that is open: the balances of that day are then as they were, so the year can
 * be closed again. Null for any other journal.
 */
export async function reversalDateOf(
  db: Reader,
  { kind, business_date }: Pick<StoredJournal, 'kind' | 'business_date'>,
): Promise<CalendarDate | null> {
  if (kind !== 'year_end') return null;
  return (await findClosedDays(db, [business_date])).has(business_date) ? null : business_date;
}

/** A journal as returned by the API. 404 if it does not exist. */
export async function getJournal(db: Reader, id: number): Promise<JournalDetail> {
  const { document_type, ...journal } = ensureFound(await findJournal(db, id), 'Journal');
  return {
    ...journal,
    can_reverse: canReverse({ ...journal, document_type }),
    reversal_date: await reversalDateOf(db, journal),
  };
}
