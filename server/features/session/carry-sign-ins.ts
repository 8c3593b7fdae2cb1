import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/open-database';

/** How users sign in to a database, as JSON; null where its schema is too old to have a table. */
export type SignIns = {
  readonly users: readonly unknown[];
  readonly deleted: readonly number[];
  readonly two_factors: readonly unknown[] | null;
  readonly recovery_codes: readonly unknown[] | null;
  readonly passkeys: readonly unknown[] | null;
  readonly provider_links: readonly unknown[] | null;
  readonly user_pins: readonly unknown[] | null;
};

const columns = {
  two_factors: sql`user_id, sealed_secret, confirmed_at, last_step, created_at`,
  recovery_codes: sql`user_id, encode(code_hash, 'hex') as code_hash, used_at`,
  passkeys: sql`user_id, credential_id`,
  provider_links: sql`user_id, issuer, subject`,
  user_pins: sql`user_id, pin_hash, set_at`,
} as const;

/** Reads it from the database that a restore replaces. */
export async function readSignIns(db: Reader): Promise<SignIns> {
  const read = async (table: keyof typeof columns): Promise<unknown[] | null> => {
    const { rows: found } = await sql<{ is_there: boolean }>`
      select to_regclass(${`public.${table}`}) is not null as is_there`.execute(db);
    if (!found[0]?.is_there) return null;
    return (await sql`select ${columns[table]} from ${sql.table(table)}`.execute(db)).rows;
  };
  const users = await sql`
    select id, created_at, status, password_hash, must_change_password from users`.execute(db);
  const deleted = await sql<{ id: number }>`
    select distinct record_id as id from audit_log
    where record_type = 'user' and action = 'deleted' and record_id is not null`.execute(db);
  return {
    users: users.rows,
    deleted: deleted.rows.map(({ id }) => id),
    two_factors: await read('two_factors'),
    recovery_codes: await read('recovery_codes'),
    passkeys: await read('passkeys'),
    provider_links: await read('provider_links'),
    user_pins: await read('user_pins'),
  };
}

/** How many of each were put back to what they were in the replaced database. */
export type CarriedSignIns = {
  readonly accounts: number;
  readonly passwords: number;
  readonly secondFactors: number;
  readonly passkeys: number;
  readonly providerLinks: number;
  readonly pins: number;
};

/** The users of both databases: those of another business have other times of creation. */
const sameUsers = ({ users }: SignIns) => sql`
  jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
    as k (id bigint, created_at timestamptz, status text, password_hash text, must_change_password boolean)
  join users u on u.id = k.id and date_trunc('milliseconds', u.created_at) = date_trunc('milliseconds', k.created_at)`;

const changed = async (tx: Tx, statement: ReturnType<typeof sql>): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n);

/**
 * Keeps a restore from granting access (decision 055): accounts closed since the backup are closed again, and passwords,
 * second factors and PINs are as in the replaced database. Passkeys and links to a sign-in provider that are no longer
 * there are removed. Null when the replaced database is that of another business.
 */
export async function carrySignIns(tx: Tx, signIns: SignIns): Promise<CarriedSignIns | null> {
  const { rows: same } = await sql<{ id: number }>`select u.id from ${sameUsers(signIns)}`.execute(tx);
  if (same.length === 0) return null;
  const ids = same.map(({ id }) => id);
  return {
    accounts: await closeAgain(tx, signIns),
    passwords: await changed(
      tx,
      sql`update users t set password_hash = s.password_hash, must_change_password = s.must_change_password
        from (select u.id, k.password_hash, k.must_change_password from ${sameUsers(signIns)}) s
        where t.id = s.id and t.password_hash is distinct from s.password_hash`,
    ),
    secondFactors: await carrySecondFactors(tx, signIns, ids),
    passkeys: await removeGone(tx, ids, 'passkeys', signIns.passkeys),
    providerLinks: await removeGone(tx, ids, 'provider_links', signIns.provider_links),
    pins: await carryPins(tx, signIns, ids),
  };
}

/** An account is not closed if no administrator would be left: a restore must not lock everyone out. */
async function closeAgain(tx: Tx, signIns: SignIns): Promise<number> {
  return changed(
    tx,
    sql`with closing as (
        select u.id from ${sameUsers(signIns)} where k.status = 'inactive' and u.status = 'active'
        union select u.id from users u where u.id = any(${[...signIns.deleted]}::bigint[]) and u.status = 'active'
      ), administrators as (
        select ur.user_id as id from user_roles ur join roles r on r.id = ur.role_id and r.is_system
        join users u on u.id = ur.user_id and u.status = 'active'
      )
      update users t set status = 'inactive', version = t.version + 1 from closing c
      where t.id = c.id and (t.id not in (select id from administrators)
        or exists (select from administrators a where a.id not in (select id from closing)))`,
  );
}

async function carrySecondFactors(tx: Tx, signIns: SignIns, ids: readonly number[]): Promise<number> {
  const { two_factors, recovery_codes } = signIns;
  if (two_factors === null) return 0;
  const kept = sql`jsonb_to_recordset(${JSON.stringify(two_factors)}::jsonb)
    as k (user_id bigint, sealed_secret text, confirmed_at timestamptz, last_step bigint, created_at timestamptz)`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select * from two_factors where user_id = any(${[...ids]}::bigint[])) t
    full join (select * from ${kept} where user_id = any(${[...ids]}::bigint[])) s using (user_id)
    where t.sealed_secret is distinct from s.sealed_secret
      or (t.confirmed_at is null) is distinct from (s.confirmed_at is null)`.execute(tx);
  // Codes that were used since are used here too.
  await sql`delete from two_factors where user_id = any(${[...ids]}::bigint[])`.execute(tx);
  await sql`insert into two_factors (user_id, sealed_secret, confirmed_at, last_step, created_at)
    select user_id, sealed_secret, confirmed_at, last_step, created_at from ${kept}
    where user_id = any(${[...ids]}::bigint[])`.execute(tx);
  await sql`insert into recovery_codes (user_id, code_hash, used_at)
    select k.user_id, decode(k.code_hash, 'hex'), k.used_at
    from jsonb_to_recordset(${JSON.stringify(recovery_codes ?? [])}::jsonb)
      as k (user_id bigint, code_hash text, used_at timestamptz)
    join two_factors t on t.user_id = k.user_id where k.user_id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** What of these signs in is no longer in the replaced database. */
async function removeGone(
  tx: Tx,
  ids: readonly number[],
  table: 'passkeys' | 'provider_links',
  kept: readonly unknown[] | null,
): Promise<number> {
  if (kept === null) return 0;
  const still =
    table === 'passkeys'
      ? sql`k.credential_id = t.credential_id`
      : sql`k.issuer = t.issuer and k.subject = t.subject`;
  return changed(
    tx,
    sql`delete from ${sql.table(table)} t where t.user_id = any(${[...ids]}::bigint[]) and not exists (
      select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as k (user_id bigint, credential_id text, issuer text, subject text)
      where k.user_id = t.user_id and ${still})`,
  );
}

async function carryPins(tx: Tx, { user_pins }: SignIns, ids: readonly number[]): Promise<number> {
  if (user_pins === null) return 0;
  const kept = sql`jsonb_to_recordset(${JSON.stringify(user_pins)}::jsonb)
    as k (user_id bigint, pin_hash text, set_at timestamptz)`;
  const replaced = await changed(
    tx,
    sql`delete from user_pins t where t.user_id = any(${[...ids]}::bigint[])
      and not exists (select from ${kept} where k.user_id = t.user_id and k.pin_hash = t.pin_hash)`,
  );
  await sql`insert into user_pins (user_id, pin_hash, set_at)
    select k.user_id, k.pin_hash, k.set_at from ${kept} where k.user_id = any(${[...ids]}::bigint[])
    on conflict (user_id) do nothing`.execute(tx);
  return replaced;
}
