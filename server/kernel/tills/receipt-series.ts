import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/** The fewest and the most digits that a receipt number has after its series. */
export const receiptDigits = { fewest: 6, most: 12 };

/**
 * The largest step between two receipts of a series. A till never holds as many unsent sales, and a number made up
 * cannot claim that millions are missing.
 */
export const largestStep = 10_000;

const digitsOf = (nth: number) => Math.max(receiptDigits.fewest, String(nth).length);
const printed = (prefix: string, nth: number) =>
  `${prefix}-${String(nth).padStart(receiptDigits.fewest, '0')}`;

/** `T1-A-000042` as series and number; null when no till prints it like that. */
function partsOf(receipt: string): { readonly prefix: string; readonly nth: number } | null {
  const dash = receipt.lastIndexOf('-');
  const prefix = receipt.slice(0, dash);
  const nth = Number(receipt.slice(dash + 1));
  return printed(prefix, nth) === receipt ? { prefix, nth } : null;
}

/** Whether a receipt of the series, in or out of it, is within a step below this number. */
function hasOneBelow(prefix: string, nth: number, isOut: boolean): RawBuilder<boolean> {
  const [lowest, highest] = [Math.max(1, nth - largestStep), Math.max(1, nth - 1)];
  // As text, numbers are only in order among those of one length, which may change within the step.
  const lastShort = Math.min(highest, Number('9'.repeat(digitsOf(lowest))));
  const ranges = [
    [lowest, lastShort],
    [Math.min(lastShort + 1, highest), highest],
  ] as const;
  // In order, so that the index is read from there: without it a plan may read the table from its oldest receipt.
  const among = (table: 'sales' | 'unbooked_sales', [from, to]: (typeof ranges)[number]) => sql`
    coalesce((select true from ${sql.table(table)} a where a.receipt_number ~>=~ ${printed(prefix, from)}::text
      and a.receipt_number ~<=~ ${printed(prefix, to)}::text and a.receipt_is_out_of_series = ${isOut}
      and char_length(a.receipt_number) = ${printed(prefix, to).length}::integer
      order by a.receipt_number using ~>~ limit 1), false)`;
  const [first, second] = ranges;
  return sql<boolean>`(${among('sales', first)} or ${among('sales', second)} or ${among('unbooked_sales', first)}
    or ${among('unbooked_sales', second)})`;
}

type Printed = { readonly receiptNumber: string | null; readonly deviceId: string | null };

/** Whether the series of a receipt is the one of the device that printed it. */
function isOfDevice({ receiptNumber, deviceId }: Printed): RawBuilder<boolean> {
  const prefix = receiptNumber?.replace(/-\d+$/, '') ?? null;
  return sql<boolean>`exists (select from receipt_series r where r.prefix = ${prefix} and r.device_id = ${deviceId}::uuid)`;
}

/**
 * Whether a receipt number does not go on with a series of the device: another device's, one made up, or far beyond the
 * last one received. It is kept, but says nothing about unsent sales.
 */
export function isOutOfSeries(receipt: Printed): RawBuilder<boolean> {
  if (receipt.receiptNumber === null) return sql<boolean>`false`;
  const parts = partsOf(receipt.receiptNumber);
  if (parts === null) return sql<boolean>`true`;
  const { prefix, nth } = parts;
  return nth <= largestStep
    ? sql<boolean>`(not ${isOfDevice(receipt)})`
    : sql<boolean>`(not ${isOfDevice(receipt)} or not ${hasOneBelow(prefix, nth, false)})`;
}

/**
 * What is wrong with a number that is out of its series, for a manager. A series that goes on after a jump, as of a
 * device that is ahead of a restored backup, raises one exception; a program that names no device raises none.
 */
export function wordsOutOfSeries(
  receipt: Printed & { readonly receiptNumber: string },
): RawBuilder<string | null> {
  const { receiptNumber } = receipt;
  const parts = partsOf(receiptNumber);
  const isOther = `Receipt number ${receiptNumber} does not belong to the device that sent it. The sale is posted, but the number is not used to look for unsent sales.`;
  const isFar = `Receipt number ${receiptNumber} is far beyond the last one received. The sale is posted, but the numbers before it do not count as unsent sales. Check the till device.`;
  if (receipt.deviceId === null) return sql<string | null>`null::text`;
  if (parts === null) return sql<string | null>`${isOther}::text`;
  return sql<string | null>`case when not ${isOfDevice(receipt)} then ${isOther}::text
    when not ${hasOneBelow(parts.prefix, parts.nth, true)} then ${isFar}::text end`;
}

/** The highest number of a series received, from which a device that lost its storage goes on; 0 for none. */
export async function lastReceiptNumber(db: Reader, prefix: string): Promise<number> {
  const newestOf = (table: 'sales' | 'unbooked_sales') => sql`
    (select receipt_number from ${sql.table(table)}
     where receipt_number ~>=~ (${prefix}::text || '-' || rpad(case when w.digits = ${receiptDigits.fewest}::int then '0' else '1' end, w.digits, '0'))
       and receipt_number ~<=~ (${prefix}::text || '-' || repeat('9', w.digits))
       and char_length(receipt_number) = char_length(${prefix}::text) + 1 + w.digits and not receipt_is_out_of_series
     order by receipt_number using ~>~ limit 1)`;
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring(newest.receipt_number from '[0-9]+$')::bigint), 0)::bigint as last
    from generate_series(${receiptDigits.fewest}::int, ${receiptDigits.most}::int) as w (digits)
      cross join lateral (${newestOf('sales')} union all ${newestOf('unbooked_sales')}) newest`.execute(db);
  return rows[0]?.last ?? 0;
}
