import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { pos } from '#domain/pos/pos.contract';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

/** The register code in the series of a device that sells at the desk without a till. */
const deskCode = 'DESK';

/**
 * Checks in a device (finding F23). Returns its receipt series and the highest number received, so that a
 * device that lost its storage continues after it.
 */
export async function checkIn(
  ctx: WriteContext,
  { device_id: device, register_id: register, unsent }: BodyOf<typeof pos.checkIn>,
): Promise<ReplyOf<typeof pos.checkIn>> {
  const code = register === null ? deskCode : await codeOf(ctx, register);
  await sql`
    insert into till_devices (id, register_id, first_seen_at, last_seen_at, last_seen_by)
    values (${device}, ${register}, ${ctx.now}, ${ctx.now}, ${ctx.actor.id})
    on conflict (id) do update set register_id = excluded.register_id, last_seen_at = excluded.last_seen_at,
      last_seen_by = excluded.last_seen_by`.execute(ctx.tx);
  await sql`delete from unsent_sales where device_id = ${device}`.execute(ctx.tx);
  await sql`
    insert into unsent_sales (device_id, session_id, sales, amount_pence, oldest_at, told_at)
    select ${device}, s.id, sum(u.sales), sum(u.amount), min(u.oldest_at), ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(unsent)}::jsonb) as u (session_id bigint, sales integer, amount bigint, oldest_at timestamptz)
      left join till_sessions s on s.id = u.session_id group by s.id`.execute(ctx.tx);
  const prefix = await seriesOf(ctx, { code, register, device });
  return { prefix, last_number: await lastNumber(ctx, prefix) };
}

async function codeOf(ctx: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from registers where id = ${id}`.execute(ctx.tx);
  const [register] = rows;
  if (!register) throw invalid({ register_id: 'This register no longer exists. Choose another.' });
  return register.code;
}

type Place = { readonly code: string; readonly register: number | null; readonly device: string };

/** The device's letter at its register: A for the first to sell there. */
async function seriesOf(ctx: WriteContext, { code, register, device }: Place): Promise<string> {
  const found = () =>
    sql<{ prefix: string }>`
    select prefix from receipt_series where register_id is not distinct from ${register}::bigint and device_id = ${device}`.execute(
      ctx.tx,
    );
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

async function lastNumber(ctx: WriteContext, prefix: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring(receipt_number from '[0-9]+$')::bigint), 0)::bigint as last from (
      (select receipt_number from sales where receipt_number like ${`${prefix}-%`} order by receipt_number using ~>~ limit 1)
      union all select receipt_number from unbooked_sales where receipt_number like ${`${prefix}-%`}) arrived`.execute(
    ctx.tx,
  );
  return rows[0]?.last ?? 0;
}
