import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

export type ChainCheck = {
  readonly entries: number;
  readonly intact: boolean;
  readonly firstBrokenId: number | null;
};

/**
 * Recomputes the whole chain in the database. An entry is broken when its hash does not match its content and
 * predecessor, or its position does not follow; a truncated end is found by comparing with the chain's head.
 */
export async function verifyChain(db: Reader): Promise<ChainCheck> {
  const { rows } = await sql<{ entries: number; first_broken: number | null }>`
    with chain as (
      select a.id, a.hash, a.previous_hash, audit_entry_hash(a.previous_hash, a) as recomputed,
        lag(a.hash, 1, '') over (order by a.id) as hash_before, lag(a.id, 1, 0::bigint) over (order by a.id) as id_before
      from audit_log a
    ), broken as (
      select id from chain where hash <> recomputed or previous_hash <> hash_before or id <> id_before + 1
      union all
      select head.position from audit_head head left join (select id, hash from chain order by id desc limit 1) last on true
      where head.position <> coalesce(last.id, 0) or head.hash <> coalesce(last.hash, '')
    )
    select (select count(*) from chain) as entries, (select min(id) from broken) as first_broken`.execute(db);
  const [row] = rows;
  return {
    entries: row?.entries ?? 0,
    intact: row?.first_broken == null,
    firstBrokenId: row?.first_broken ?? null,
  };
}
