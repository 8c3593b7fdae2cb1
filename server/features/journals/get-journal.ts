import type { JournalDetail } from '#domain/journals/journal.contract';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { findClosedDays } from '../../kernel/books-day';
import type { Wages } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { findJournal, type StoredJournal } from './journals.queries';
import { findLastYearEnd } from './year-ends.queries';

/** The document type of manual journals, and of year ends, which are numbered with them. */
export const manualDocument = 'manual_journal';

/**
 * Whether a journal can be reversed by hand. Year ends are reversed in order, latest first: a later one carried forward
 * what this one had closed (decision 149).
 */
export async function canReverseNow(db: Reader, journal: StoredJournal): Promise<RuleResult> {
  const result = canReverse(journal);
  if (!result.allowed || journal.kind !== 'year_end') return result;
  const last = await findLastYearEnd(db);
  return last !== undefined && last.business_date > journal.business_date
    ? no(
        `The year to ${formatDate(last.business_date)} is closed by journal ${last.id}. Reverse that journal first.`,
      )
    : yes;
}

/** Only manual journals can be reversed manually: a document's journal is corrected through its document. */
function canReverse(
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

/** A journal as returned by the API. 404 if it does not exist, or is a wage payment within others. */
export async function getJournal(db: Reader, id: number, wages: Wages = {}): Promise<JournalDetail> {
  const found = ensureFound(await findJournal(db, id, wages), 'Journal');
  const { document_type: _, ...journal } = found;
  return {
    ...journal,
    can_reverse: await canReverseNow(db, found),
    reversal_date: await reversalDateOf(db, journal),
  };
}
