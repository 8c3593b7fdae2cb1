import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { pos } from '#domain/pos/pos.contract';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import type { Secrets } from '../../platform/secrets';
import { takeLock } from '../../platform/database/advisory-lock';
import { recordAudit } from '../../kernel/audit';
import { locks } from '../../kernel/locks';
import { lastReceiptNumber, sellingProof } from '../../kernel/tills';

/** The register code in the series of a device that sells at the desk without a till. */
const deskCode = 'DESK';

/**
 * Checks in a device (finding F23), which enrols the first time. Returns its receipt series and the highest number
 * received, so that a device that lost its storage continues after it. A revoked device that holds no more unsent sales
 * is signed out (F46), whatever id it gives itself: its session enrols no other device.
 */
export async function checkIn(
  ctx: WriteContext,
  secrets: Secrets,
  { device_id, register_id: register, unsent }: BodyOf<typeof pos.checkIn>,
): Promise<ReplyOf<typeof pos.checkIn>> {
  const device = await deviceToCheckIn(ctx, device_id);
  const code = register === null ? deskCode : await codeOf(ctx, register);
  const isNew = await noteDevice(ctx, { device, register });
  await sql`delete from unsent_sales where device_id = ${device}`.execute(ctx.tx);
  await sql`
    insert into unsent_sales (device_id, session_id, sales, amount_pence, oldest_at, told_at)
    select ${device}, s.id, sum(u.sales), sum(u.amount), min(u.oldest_at), ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(unsent)}::jsonb) as u (session_id bigint, sales integer, amount bigint, oldest_at timestamptz)
      left join till_sessions s on s.id = u.session_id group by s.id`.execute(ctx.tx);
  const prefix = await seriesOf(ctx, { code, register, device });
  if (isNew) await enrolFirst(ctx, { device, prefix });
  const { name, revoked_at, keep_days } = await noteSession(ctx, device);
  if (revoked_at !== null && unsent.length === 0) await endSessionsAt(ctx, device);
  return {
    prefix,
    last_number: await lastReceiptNumber(ctx.tx, prefix),
    name,
    revoked_at,
    sealing_key: secrets.box.publicKey,
    selling_proof: sellingProof(secrets, ctx.actor.id, device),
    keep_days,
  };
}

/** This session, and that of the user who signed in with a password on the same device. */
const ownSessions = ({ actor }: WriteContext) =>
  sql`(${actor.sessionId}, (select parent_id from sessions where id = ${actor.sessionId}))`;

/** The device as it calls itself, or the revoked one of its session when it comes under an id that no device has. */
async function deviceToCheckIn(ctx: WriteContext, device: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select t.id from sessions s join till_devices t on t.id = any(s.till_device_ids)
    where s.id in ${ownSessions(ctx)} and t.revoked_at is not null
      and not exists (select from till_devices where id = ${device}) order by t.revoked_at desc limit 1`.execute(
    ctx.tx,
  );
  return rows[0]?.id ?? device;
}

/** Notes where and by whom the device was used. Returns whether it is a new one. */
async function noteDevice(ctx: WriteContext, { device, register }: Omit<Place, 'code'>): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into till_devices (id, register_id, first_seen_at, last_seen_at, last_seen_by, name, enrolled_by)
    values (${device}, ${register}, ${ctx.now}, ${ctx.now}, ${ctx.actor.id}, left(${device}, 8), ${ctx.actor.id})
    on conflict (id) do update set register_id = excluded.register_id, last_seen_at = excluded.last_seen_at,
      last_seen_by = excluded.last_seen_by returning xmax = 0 as is_new`.execute(ctx.tx);
  return rows[0]?.is_new ?? false;
}

/** A new device is called by its receipt series until someone names it. */
async function enrolFirst(
  ctx: WriteContext,
  { device, prefix }: { readonly device: string; readonly prefix: string },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update till_devices set name = ${prefix} where id = ${device} returning number as id`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'enrolled',
    recordType: 'till_device',
    recordId: rows[0]?.id ?? null,
    recordName: prefix,
  });
}

type Noted = { readonly name: string; readonly revoked_at: Date | null; readonly keep_days: number };

/** Far more than one browser ever is, so that no session enrols devices without end. */
const mostDevices = 200;

/**
 * Notes that the sessions are on this device too: revoking any device they have been on applies to both.
 */
async function noteSession(ctx: WriteContext, device: string): Promise<Noted> {
  const { rows: devices } = await sql<{ count: number }>`
    update sessions set till_device_ids = till_device_ids || ${device}::uuid
    where id in ${ownSessions(ctx)} and not ${device}::uuid = any(till_device_ids)
    returning cardinality(till_device_ids) as count`.execute(ctx.tx);
  if (devices.some(({ count }) => count > mostDevices))
    throw conflict('Too many till devices have checked in with this sign-in. Sign out, then sign in again.');
  const { rows } = await sql<Noted>`
    select d.name, s.till_keep_days as keep_days, greatest(d.revoked_at, (select max(t.revoked_at) from sessions o
        join till_devices t on t.id = any(o.till_device_ids) where o.id in ${ownSessions(ctx)})) as revoked_at
    from till_devices d, selling_settings s where d.id = ${device}`.execute(ctx.tx);
  const [noted] = rows;
  if (!noted) throw new Error('A device that checks in is stored');
  return noted;
}

/** Ends the sender's sessions, and all others on the device if that is the one revoked. */
async function endSessionsAt(ctx: WriteContext, device: string): Promise<void> {
  await sql`
    delete from sessions where id in ${ownSessions(ctx)} or ${device}::uuid = any(till_device_ids)
      and exists (select from till_devices where id = ${device} and revoked_at is not null)`.execute(ctx.tx);
}

async function codeOf(ctx: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from registers where id = ${id}`.execute(ctx.tx);
  const [register] = rows;
  if (!register) throw invalid({ register_id: 'This register no longer exists. Choose another.' });
  return register.code;
}

type Place = { readonly code: string; readonly register: number | null; readonly device: string };

/** The device's letter at its register: A for the first to sell there. Letters of retired series are not given out again. */
async function seriesOf(ctx: WriteContext, { code, register, device }: Place): Promise<string> {
  const found = () =>
    sql<{ prefix: string }>`
    select prefix from receipt_series where register_id is not distinct from ${register}::bigint and device_id = ${device}
      and retired_at is null`.execute(ctx.tx);
  const [existing] = (await found()).rows;
  if (existing) return existing.prefix;
  await takeLock(ctx.tx, locks.receiptSeries, code);
  const [other] = (await found()).rows;
  if (other) return other.prefix;
  const { rows } = await sql<{ claimed: number }>`
    select count(*)::integer as claimed from receipt_series where prefix like ${`${code}-%`}`.execute(ctx.tx);
  const prefix = `${code}-${seriesLetters(rows[0]?.claimed ?? 0)}`;
  await sql`
    insert into receipt_series (prefix, register_id, device_id, issued_at)
    values (${prefix}, ${register}, ${device}, ${ctx.now})`.execute(ctx.tx);
  return prefix;
}

/** A, B … Z, AA, AB … */
export function seriesLetters(nth: number): string {
  const letter = String.fromCodePoint(65 + (nth % 26));
  return nth < 26 ? letter : seriesLetters(Math.floor(nth / 26) - 1) + letter;
}
