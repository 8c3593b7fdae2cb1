import { sql } from 'kysely';
import { namesWithoutWords } from '#domain/audit/history-words';
import type { AuditDraft, WriteContext } from '../../platform/http/context';
import type { Tx } from '../../platform/database/open-database';
import { unawaitedStatement } from '../../platform/database/prepared-statement';
import { nameOfActor } from '../../platform/http/actor';

/**
 * Appends entries to the audit log. The database numbers and hashes them; they are sealed after the commit
 * (decision 117). It is the last statement of a transaction, and is sent with the commit.
 */
export async function writeAudits(
  tx: Tx,
  facts: Pick<WriteContext, 'actor' | 'now' | 'requestId' | 'address'>,
  drafts: readonly AuditDraft[],
): Promise<void> {
  if (drafts.length === 0) return;
  if (process.env.CHECK_HISTORY_WORDS === '1') drafts.forEach(insistOnWords);
  await sql`${unawaitedStatement}
    insert into audit_log (at, actor_id, actor, action, record_type, record_id, record_name, before, after, address, request_id)
    select ${facts.now}::timestamptz, actor_id, actor, action, record_type, record_id, record_name, before::jsonb,
      after::jsonb, ${facts.address || null}::text, ${facts.requestId || null}::text
    from unnest(
      ${drafts.map(({ actor }) => (actor ? actor.id : facts.actor.id || null))}::bigint[],
      ${drafts.map(({ actor }) => actor?.name ?? nameOfActor(facts.actor))}::text[],
      ${drafts.map(({ action }) => action)}::text[],
      ${drafts.map(({ recordType }) => recordType)}::text[],
      ${drafts.map(({ recordId }) => recordId ?? null)}::bigint[],
      ${drafts.map(({ recordName }) => recordName ?? null)}::text[],
      ${drafts.map(({ before }) => asJson(before))}::text[],
      ${drafts.map(({ after }) => asJson(after))}::text[]
    ) with ordinality as entry (actor_id, actor, action, record_type, record_id, record_name, before, after, place)
    order by place`.execute(tx);
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
