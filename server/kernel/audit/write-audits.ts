import { namesWithoutWords } from '#domain/audit/history-words';
import type { AuditDraft, WriteContext } from '../../platform/http/context';
import type { Tx } from '../../platform/database/open-database';
import { nameOfActor } from '../../platform/http/actor';

/**
 * Appends entries to the audit log. The database chains them (position and hash) and serialises writers until
 * the commit, so this is the last statement of a transaction.
 */
export async function writeAudits(
  tx: Tx,
  facts: Pick<WriteContext, 'actor' | 'now' | 'requestId' | 'address'>,
  drafts: readonly AuditDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  if (process.env.CHECK_HISTORY_WORDS === '1') drafts.forEach(insistOnWords);
  await tx
    .insertInto('audit_log')
    .values(
      drafts.map(draft => ({
        // A trigger assigns these three; they are listed because they cannot be null.
        id: 0,
        previous_hash: '',
        hash: '',
        at: facts.now,
        actor_id: draft.actor ? draft.actor.id : facts.actor.id || null,
        actor: draft.actor?.name ?? nameOfActor(facts.actor),
        action: draft.action,
        record_type: draft.recordType,
        record_id: draft.recordId ?? null,
        record_name: draft.recordName ?? null,
        before: asJson(draft.before),
        after: asJson(draft.after),
        address: facts.address || null,
        request_id: facts.requestId || null,
      })),
    )
    .execute();
}

/** Facts of these records are named after the user's own columns, filters or products. */
const namedByPeople = new Set(['import', 'list_view', 'permission', 'saved_report', 'stock_count']);

/**
 * A fact without a label would show a guessed name. Running the tests with CHECK_HISTORY_WORDS=1 finds them
 * (F85).
 */
function insistOnWords({ action, recordType, before, after }: AuditDraft): void {
  if (namedByPeople.has(recordType)) return;
  const names = [before, after].flatMap(facts => namesWithoutWords(facts ?? null));
  if (names.length > 0)
    throw new Error(`${recordType} ${action}: add words for ${names.join(', ')} to history-fields.ts`);
}

const asJson = (facts: AuditDraft['before']) => (facts ? JSON.stringify(facts) : null);
