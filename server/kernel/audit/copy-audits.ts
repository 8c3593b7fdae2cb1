import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { nameOfActor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';

/** The maximum in one statement, so that none runs for long. */
const entriesAtATime = 5_000;

/**
 * Appends many entries to the audit log without fetching them: `source` selects `position` (their order, without
 * ties), `action`, `record_type`, `record_id`, `record_name`, `before` and `after`.
 */
export async function copyAudits(
  tx: Tx,
  facts: Pick<WriteContext, 'actor' | 'now' | 'requestId' | 'address'>,
  source: RawBuilder<unknown>,
): Promise<void> {
  let after: number | null = null;
  for (;;) {
    const { rows }: { rows: { last: number | null }[] } = await sql<{ last: number | null }>`
      with entries as (
        select * from (${source}) as entry where ${after}::bigint is null or position > ${after}::bigint
        order by position limit ${sql.lit(entriesAtATime)}
      ), written as (
        insert into audit_log (at, actor_id, actor, action, record_type, record_id, record_name, before, after, address, request_id)
        select ${facts.now}::timestamptz, ${facts.actor.id || null}::bigint, ${nameOfActor(facts.actor)}, action,
          record_type, record_id, record_name, before, after, ${facts.address || null}::text, ${facts.requestId || null}::text
        from entries order by position
      )
      select max(position) as last from entries`.execute(tx);
    after = rows[0]?.last ?? null;
    if (after === null) return;
  }
}
