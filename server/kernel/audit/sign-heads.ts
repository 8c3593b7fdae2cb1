import { sql } from 'kysely';
import type { Database, Reader } from '../../platform/database/open-database';
import type { Signing } from '../../platform/secrets';
import { textOfHead } from './seal';

/** The last seal of a London day, signed. */
export type SignedHead = {
  readonly day: string;
  readonly seal_id: number;
  readonly entries: number;
  readonly hash: string;
  readonly signed_at: Date;
  readonly signature: string;
  readonly public_key: string;
};

export const headColumns = sql`day::text as day, seal_id, entries, hash, signed_at, signature, public_key`;

/** What the signature covers, and the time stamp. */
export const textOfSignedHead = ({ day, seal_id: sealId, entries, hash }: SignedHead): string =>
  textOfHead({ day, sealId, entries, hash });

/**
 * Signs the last seal of each day that has ended and is not signed yet. Returns the new heads. Asked every few seconds,
 * it reads the seals of a day only once that day has ended, which the oldest unsigned seal tells.
 */
export async function signHeads(db: Database, signing: Signing, now: Date): Promise<SignedHead[]> {
  const { rows } = await sql<Pick<SignedHead, 'day' | 'seal_id' | 'entries' | 'hash'>>`
    with unsigned as not materialized (
      select *, (sealed_at at time zone 'Europe/London')::date as day from audit_seals
      where id > coalesce((select max(seal_id) from audit_heads), 0)
    ), today as not materialized (
      select (${now}::timestamptz at time zone 'Europe/London')::date as day
    )
    select distinct on (day) day::text as day, id as seal_id, entries, hash from unsigned
    where day < (select day from today)
      and (select day from unsigned order by id limit 1) < (select day from today)
    order by day, id desc`.execute(db);
  const signed: SignedHead[] = [];
  for (const { day, seal_id, entries, hash } of rows) {
    const signature = signing.sign(textOfHead({ day, sealId: seal_id, entries, hash }));
    const inserted = await sql<SignedHead>`
      insert into audit_heads (day, seal_id, entries, hash, signed_at, signature, public_key)
      values (${day}::date, ${seal_id}, ${entries}, ${hash}, ${now}, ${signature}, ${signing.publicKey})
      on conflict (day) do nothing returning ${headColumns}`.execute(db);
    signed.push(...inserted.rows);
  }
  return signed;
}

export async function listHeads(db: Reader): Promise<SignedHead[]> {
  const { rows } = await sql<SignedHead>`select ${headColumns} from audit_heads order by day`.execute(db);
  return rows;
}

export async function lastSignedDay(db: Reader): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from audit_heads`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}
