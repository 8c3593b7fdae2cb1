import { sql } from 'kysely';
import * as z from 'zod';
import type { Reader, Tx } from '../../platform/database/open-database';
import { onlyRow } from '../../platform/database/only-row';
import type { Signing } from '../../platform/secrets';
import { framed } from './seal';

/** Proves which secret key the database belongs to. */
const keyCheck = z.object({
  /** The last seal that an earlier key made, which was lost; 0 if there was none. */
  since_seal_id: z.int().min(0),
  mac: z.string(),
});

const settingKey = 'secret_key_check';
const textOf = (sinceSealId: number) => framed('counterfoil secret key', sinceSealId);

const findCheck = async (db: Reader) => {
  const { rows } = await sql<{ value: unknown }>`
    select value from settings where key = ${settingKey} and value is not null`.execute(db);
  return keyCheck.safeParse(rows[0]?.value).data ?? null;
};

/** Whether the database was written with a secret key before, whichever it was. */
export async function belongsToKey(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ belongs: boolean }>`
    select exists (select from settings where key = ${settingKey}) or exists (select from audit_seals) as belongs`.execute(
    db,
  );
  return rows[0]?.belongs ?? false;
}

/**
 * Whether this is the key of the database. One of an earlier version of Counterfoil says so by its newest seal; an empty
 * one belongs to no key yet.
 */
export async function isKeyOfDatabase(db: Reader, signing: Signing): Promise<boolean> {
  const check = await findCheck(db);
  if (check) return signing.isMac(textOf(check.since_seal_id), check.mac);
  const { rows } = await sql<{ hash: string; mac: string }>`
    select hash, mac from audit_seals order by id desc limit 1`.execute(db);
  return rows.every(({ hash, mac }) => signing.isMac(hash, mac));
}

/** Notes the key of the database, unless one is noted: of several processes that start at once the first decides. */
export async function noteKey(db: Reader, signing: Signing, now: Date): Promise<void> {
  await sql`
    insert into settings (key, value, updated_at)
    values (${settingKey}, ${JSON.stringify({ since_seal_id: 0, mac: signing.mac(textOf(0)) })}::jsonb, ${now})
    on conflict (key) do nothing`.execute(db);
}

/** Notes another key, because the one before is lost: seals until now can no longer be checked with a key. */
export async function replaceKey(tx: Tx, signing: Signing, now: Date): Promise<{ sinceSealId: number }> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0)::bigint as id from audit_seals`.execute(tx);
  const sinceSealId = onlyRow(rows).id;
  const value = JSON.stringify({ since_seal_id: sinceSealId, mac: signing.mac(textOf(sinceSealId)) });
  await sql`
    insert into settings (key, value, updated_at) values (${settingKey}, ${value}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at,
      version = settings.version + 1`.execute(tx);
  return { sinceSealId };
}

/** The last seal of a key that is lost. Only who has the present key can have noted it. */
export async function lastSealOfLostKey(db: Reader, signing: Signing): Promise<number> {
  const check = await findCheck(db);
  return check && signing.isMac(textOf(check.since_seal_id), check.mac) ? check.since_seal_id : 0;
}
