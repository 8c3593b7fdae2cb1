import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';
import { streamRows } from '../../platform/database/stream-rows';
import type { Signing } from '../../platform/secrets';
import { lastSealOfLostKey } from './key-check';

type LogCheck = {
  readonly entries: number;
  /** How many of them are sealed. The others were written in the last seconds. */
  readonly sealed: number;
  readonly intact: boolean;
  readonly firstBrokenId: number | null;
};

/**
 * Recomputes the whole audit log in the database: every entry from what it says, every seal from its entries and the
 * seal before it. An entry is broken when it was edited, removed, inserted or moved after it was sealed; where only the
 * seal does not match, the first of its entries is named. Without `signing` the keyed hashes are not checked: a copy of
 * the database can be tested where the key is not.
 */
export async function verifyLog(db: Reader, signing: Signing | null): Promise<LogCheck> {
  const { rows } = await sql<{ entries: number; sealed: number; first_broken: number | null }>`
    with broken as (
      select id, true as is_entry from (${brokenEntries} union all ${withoutSeal}) entries
      union all select id, is_missing from (${brokenSeals}) seals
    )
    select (select count(*) from audit_log) as entries, coalesce((select max(entries) from audit_seals), 0)::bigint as sealed,
      (select coalesce(min(id) filter (where is_entry), min(id)) from broken) as first_broken`.execute(db);
  const [{ entries, sealed, first_broken } = { entries: 0, sealed: 0, first_broken: null }] = rows;
  const forged = signing ? await firstForged(db, signing) : null;
  const breaks = [first_broken, forged].filter(id => id !== null);
  return {
    entries,
    sealed,
    intact: breaks.length === 0,
    firstBrokenId: breaks.length === 0 ? null : Math.min(...breaks),
  };
}

/**
 * The sealed entry that the person of entry `a` was erased: earlier versions allowed deleting the record afterwards.
 * Sessions are erased with their user.
 */
const sealedErasure = sql`
  select from audit_log e where e.action = 'erased' and e.record_id = a.record_id and e.id > a.id
    and e.record_type = case a.record_type when 'session' then 'user' else a.record_type end
    and e.id <= (select last_entry_id from audit_seals order by id desc limit 1)`;

/** The entry of an erasure that lists entry `a` of another record, which named the person. */
const listingErasure = sql`
  select from audit_log e where e.action = 'erased' and e.erased_at is null and e.id > a.id and e.after -> 'emptied' @> to_jsonb(a.id)`;

/**
 * What was erased with its person cannot be recomputed, and only that may be erased. Entries of held sales are listed by the
 * erasure since version 0273 of the database; before, those of the customer's held sales were emptied by its upgrade.
 */
const brokenEntries = sql`
  select id from (
    select a.id, a.hash, a.previous_hash, a.erased_at, a.actor_erased_at, audit_entry_hash(a.previous_hash, a) as recomputed,
      lag(a.hash, 1, '') over (order by a.id) as hash_before, lag(a.id, 1, 0::bigint) over (order by a.id) as id_before
    from audit_log a where a.previous_hash is not null
  ) chained
  where previous_hash <> hash_before or id <> id_before + 1
    or hash <> recomputed and erased_at is null and actor_erased_at is null
  union all
  select id from audit_log a where a.previous_hash is null and (
    a.hash is distinct from audit_own_hash(a)
    or a.erased_at is null and a.subject_hash is distinct from audit_subject_hash(a)
    or a.actor_erased_at is null and a.actor_hash is distinct from audit_actor_hash(a))
  union all
  select id from audit_log a
  where a.erased_at is not null and not audit_is_hidden(a.action, a.record_type, a.record_id)
      and not (a.record_type = 'sale' and a.action in ('emailed', 'edited') and exists (
        select from sales s join customers c on c.id = s.customer_id and c.erased_at is not null where s.id = a.record_id))
      and not (a.record_type = 'held_basket' and exists (
        select from held_baskets h join customers c on c.id = h.customer_id and c.erased_at is not null where h.id = a.record_id))
      and not exists (${sealedErasure}) and not exists (${listingErasure})
    or a.actor_erased_at is not null and not exists (select from users u where u.id = a.actor_id and u.erased_at is not null)
      and not (a.actor_id is null and exists (${listingErasure}))`;

/** A range of ids is read by the primary key, so each entry is read once. */
const covered = sql`
  select s.id as seal_id, a.id, a.hash from audit_seals s cross join lateral unnest(s.entry_ids) as ids
  join audit_log a on a.id >= lower(ids) and a.id < upper(ids)`;

const brokenSeals = sql`
  select coalesce(missing.id, lower(s.entry_ids)) as id, missing.id is not null as is_missing
  from (
    select *, lag(id, 1, 0::bigint) over (order by id) as id_before, lag(hash, 1, '') over (order by id) as hash_before,
      lag(entries, 1, 0::bigint) over (order by id) as entries_before,
      (select sum(upper(ids) - lower(ids)) from unnest(entry_ids) ids) as width
    from audit_seals
  ) s
  left join (
    select seal_id, audit_digest(string_agg(hash, '' order by id)) as contents from (${covered}) covered group by seal_id
  ) found on found.seal_id = s.id
  left join lateral (
    select min(n) as id from unnest(s.entry_ids) ids, generate_series(lower(ids), upper(ids) - 1) n
    where found.contents is distinct from s.contents and not exists (select from audit_log a where a.id = n)
  ) missing on true
  where s.id <> s.id_before + 1 or s.previous_hash <> s.hash_before or s.entries <> s.entries_before + s.width
    or found.contents is distinct from s.contents
    or s.hash <> audit_digest(audit_frame(s.id::text)
      || audit_frame(to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || audit_frame(s.entry_ids::text)
      || audit_frame(s.entries::text) || audit_frame(s.contents) || audit_frame(s.previous_hash))`;

const withoutSeal = sql`
  select a.id from audit_log a
  where a.id <= (select settled_id from audit_seals order by id desc limit 1)
    and not exists (select from (${covered}) sealed where sealed.id = a.id)
  union all
  select id from (${covered}) sealed group by id having count(*) > 1`;

/**
 * The first entry of a seal that was not made with this installation's key. Seals of a key that is lost are only checked
 * by their hashes.
 */
async function firstForged(db: Reader, signing: Signing): Promise<number | null> {
  const seals = streamRows<{ first_entry_id: number; hash: string; mac: string }>(
    db,
    sql`select lower(entry_ids) as first_entry_id, hash, mac from audit_seals
      where id > ${await lastSealOfLostKey(db, signing)} order by id`,
  );
  for await (const { first_entry_id, hash, mac } of seals)
    if (!signing.isMac(hash, mac)) return first_entry_id;
  return null;
}
