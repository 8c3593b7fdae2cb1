import { sql } from 'kysely';
import type { Database } from '../../platform/database/open-database';
import type { Signing } from '../../platform/secrets';
import { hashOfSeal } from './seal';

/** The maximum in one seal, so that no statement runs for long. */
const entriesAtATime = 5_000;

type Unsealed = {
  readonly id: number;
  readonly previous_hash: string;
  /** Entries sealed before. */
  readonly entries: number;
  readonly entry_ids: string;
  readonly last_entry_id: number;
  readonly added: number;
  readonly contents: string;
  readonly settled_id: number;
  readonly noted_id: number;
  readonly noted_before: string;
};

/**
 * Seals what has been committed since the last seal: no one waits for it, and several processes may do it at once.
 * Returns the number of entries that it sealed.
 */
export async function sealEntries(db: Database, signing: Signing, now: () => Date): Promise<number> {
  let sealed = 0;
  for (;;) {
    const batch = await findUnsealed(db);
    if (!batch) return sealed;
    const at = now();
    const facts = {
      id: batch.id,
      sealedAt: at.toISOString(),
      entryIds: batch.entry_ids,
      entries: batch.entries + batch.added,
      contents: batch.contents,
      previousHash: batch.previous_hash,
    };
    const hash = hashOfSeal(facts);
    // Another process took this seal number; try again with what is left.
    const { rows } = await sql`
      insert into audit_seals (id, sealed_at, entry_ids, last_entry_id, entries, contents, previous_hash, hash, mac,
        settled_id, noted_id, noted_before)
      values (${facts.id}, ${at}, ${facts.entryIds}::int8multirange, ${batch.last_entry_id}, ${facts.entries},
        ${facts.contents}, ${facts.previousHash}, ${hash}, ${signing.mac(hash)}, ${batch.settled_id}, ${batch.noted_id},
        ${batch.noted_before}::xid8)
      on conflict (id) do nothing returning id`.execute(db);
    sealed += rows.length > 0 ? batch.added : 0;
    if (batch.added < entriesAtATime) return sealed;
  }
}

/**
 * The entries that no seal covers, in one snapshot. Transactions end in another order than they draw ids, so an entry
 * can appear below those sealed before, until its place is settled: an id is drawn by a transaction that has an id of
 * its own, and once all those have ended that began before a newest id was noted, none can appear up to it. (A
 * transaction of the future is one of another server, from which this database was restored: it has ended too.)
 */
async function findUnsealed(db: Database): Promise<Unsealed | undefined> {
  const { rows } = await sql<Unsealed>`
    with last as (
      select * from audit_seals order by id desc limit 1
    ), floor as (
      select coalesce(max(settled_id), 0) as settled_id from last
    ), sealed as (
      select coalesce(range_agg(s.entry_ids), '{}') as ids from audit_seals s, floor where s.last_entry_id > floor.settled_id
    ), unsealed as (
      select a.id, a.hash from audit_log a, floor, sealed
      where a.id > floor.settled_id and not sealed.ids @> a.id order by a.id limit ${sql.lit(entriesAtATime)}
    ), batch as (
      select range_agg(int8range(id, id, '[]'))::text as entry_ids, max(id) as last_entry_id, count(*) as added,
        audit_digest(string_agg(hash, '' order by id)) as contents
      from unsealed having count(*) > 0
    ), now as (
      select pg_current_snapshot() as snapshot, (select max(id) from audit_log) as newest_id
    ), note as (
      select coalesce(bool_and(pg_snapshot_xmin(snapshot) >= noted_before or noted_before > pg_snapshot_xmax(snapshot)), true) as is_settled
      from now cross join last
    )
    select coalesce(last.id, 0) + 1 as id, coalesce(last.hash, '') as previous_hash, coalesce(last.entries, 0)::bigint as entries,
      batch.*,
      case when note.is_settled then coalesce(case when batch.added < ${sql.lit(entriesAtATime)} then last.noted_id
        else least(last.noted_id, batch.last_entry_id) end, 0) else last.settled_id end::bigint as settled_id,
      case when note.is_settled then now.newest_id else last.noted_id end::bigint as noted_id,
      case when note.is_settled then pg_snapshot_xmax(now.snapshot) else last.noted_before end::text as noted_before
    from batch cross join now cross join note left join last on true`.execute(db);
  return rows[0];
}
