import type { BulkChangeDetail, BulkChangeRow, BulkOutcome } from '#domain/bulk-changes/bulk-change.contract';
import { canUndo } from '#domain/bulk-changes/bulk-change.rules';
import { no, type RuleResult } from '#domain/kernel/rule-result';
import { pageFrom } from '../../platform/database/page-of';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { inWords } from '../audit';
import { findChange, listRecords, type StoredChange } from './bulk-changes.queries';
import { bulkLists, ensureCanChangeMany } from './bulk-lists';
import { valueChanges } from './preview-change';

/** A bulk change. 404 if it does not exist, 403 without permission to make one on its list. */
export async function getChange(db: Reader, actor: Actor, id: number): Promise<BulkChangeDetail> {
  const stored = await visibleChange(db, actor, id);
  const [worded] = await withSummaries(db, [stored]);
  const { filter, hash } = stored;
  return { ...ensureFound(worded, 'Bulk change'), filter, hash, can_undo: undoRule(actor, stored) };
}

/** Whether this user may undo it: what they may not change, they may not change back. */
function undoRule(actor: Actor, stored: StoredChange): RuleResult {
  const why = bulkLists[stored.list].whyForbidden?.(actor, stored.change) ?? null;
  return why === null ? canUndo(stored) : no(why);
}

async function visibleChange(db: Reader, actor: Actor, id: number): Promise<StoredChange> {
  const stored = ensureFound(await findChange(db, id), 'Bulk change');
  ensureCanChangeMany(actor, stored.list);
  return stored;
}

/** Adds the changes in words. */
export async function withSummaries(db: Reader, changes: readonly StoredChange[]): Promise<BulkChangeRow[]> {
  const worded = await inWords(
    db,
    changes.map(({ list, change }) => ({ before: null, after: bulkLists[list].facts(change) })),
  );
  return changes.map(
    ({ change: _change, asked_by: _askedBy, hash: _hash, filter: _filter, ...row }, index) => ({
      ...row,
      summary: (worded[index]?.changes ?? []).map(({ words }) => words).join(', '),
    }),
  );
}

/** The records of a change with their names and results. */
export async function getRecords(
  db: Reader,
  actor: Actor,
  id: number,
  query: { page: number; per_page: number; outcome?: BulkOutcome | undefined },
) {
  const { list } = await visibleChange(db, actor, id);
  const page = await listRecords(db, id, query);
  const loaded = await bulkLists[list].load(
    db,
    page.data.map(({ record_id }) => record_id),
  );
  const names = new Map(loaded.map(row => [row.id, row.name]));
  const worded = await inWords(db, page.data);
  const data = page.data.map(({ record_id, outcome, reason }, index) => ({
    record_id,
    name: names.get(record_id) ?? null,
    outcome,
    reason,
    changes: valueChanges(worded[index]),
  }));
  return pageFrom(query, page.total, data);
}
