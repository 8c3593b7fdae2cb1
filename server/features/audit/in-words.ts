import type { AuditEntry } from '#domain/audit/audit.contract';
import { type HistoryChange, historyChanges } from '#domain/audit/history-words';
import type { Reader } from '../../platform/database/open-database';
import { nameReferences } from './name-references';
import type { StoredEntry } from './stored-entry';

type Facts = Pick<StoredEntry, 'before' | 'after'> & Partial<Pick<StoredEntry, 'record_type'>>;

/** The entries in words, with records named instead of numbered (F85). */
export async function inWords<Entry extends Facts>(
  db: Reader,
  entries: readonly Entry[],
): Promise<(Entry & { readonly changes: HistoryChange[] })[]> {
  const nameOf = await nameReferences(db, entries);
  return entries.map(entry => ({ ...entry, changes: historyChanges(entry, nameOf) }));
}

const together = 500;

/** The same for a stream, in batches. */
export async function* streamInWords(
  db: Reader,
  entries: AsyncIterable<StoredEntry>,
): AsyncIterable<AuditEntry> {
  let waiting: StoredEntry[] = [];
  for await (const entry of entries) {
    waiting.push(entry);
    if (waiting.length < together) continue;
    yield* await inWords(db, waiting);
    waiting = [];
  }
  yield* await inWords(db, waiting);
}
