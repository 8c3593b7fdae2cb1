import type { AuditDraft, WriteContext } from '../../platform/http/context';
import type { Tx } from '../../platform/database/open-database';
import { nameOfActor } from '../../platform/http/actor';

/**
 * Appends entries to the audit log. The database chains them (position and hash) and makes writers take turns
 * from here to the commit, so this is the last statement of a transaction.
 */
export async function writeAudits(
  tx: Tx,
  facts: Pick<WriteContext, 'actor' | 'now' | 'requestId' | 'address'>,
  drafts: readonly AuditDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      drafts.map(draft => ({
        // The trigger assigns these three; they are named here because they must not be null.
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

const asJson = (facts: AuditDraft['before']) => (facts ? JSON.stringify(facts) : null);
