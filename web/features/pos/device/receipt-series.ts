import { pos } from '#domain/pos/pos.contract';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { request } from '../../../platform/api';
import { newClientId } from '../../../platform/client-id';
import { isAnnounced, type QueuedSale } from '../engine/queue';
import { device, type Write } from './database';
import { type DeviceTerms, takeTerms } from './device-terms';
import { keepProof } from './selling-proof';
import type { Unanswered } from './unanswered';
import type { UnsentSale } from './unsent';

type Series = { readonly prefix: string; readonly last: number };

/** A receipt number has at most twelve digits. */
const largestNumber = 999_999_999_999;
const deviceKey = 'device';
const keyOf = (registerId: number | null) => `series ${registerId ?? 'desk'}`;

let name: Promise<string> | undefined;

const readName = async (): Promise<string> =>
  (await device.read<string>('plain', deviceKey)) ?? device.readOrKeep('plain', deviceKey, newClientId());

/**
 * The name of this device, created on first use. Concurrent calls get the same name. It is read once, because a page that is
 * being left reads nothing any more.
 */
export function deviceId(): Promise<string> {
  name ??= readName().catch((error: unknown) => {
    name = undefined;
    throw error;
  });
  return name;
}

/** A number of the device's own series (decision 068), with functions to take it or give it back unused. */
export type NextReceipt = {
  readonly deviceId: string;
  readonly number: string | null;
  readonly taken: readonly Write[];
  readonly givenBack: readonly Write[];
};

/**
 * The next receipt number of a register on this device; null before the server has assigned a series, or when it has no
 * number left: a sale without one is taken, and one with a number that is too long would not be.
 */
export async function nextReceipt(registerId: number | null): Promise<NextReceipt> {
  const key = keyOf(registerId);
  const [id, series] = await Promise.all([deviceId(), device.read<Series>('plain', key)]);
  if (!series || series.last >= largestNumber)
    return { deviceId: id, number: null, taken: [], givenBack: [] };
  const at = (last: number): Write => ({ store: 'plain', key, value: { ...series, last } });
  const last = series.last + 1;
  return {
    deviceId: id,
    number: `${series.prefix}-${String(last).padStart(6, '0')}`,
    taken: [at(last)],
    givenBack: [at(series.last)],
  };
}

/** Whether this device has a series for a register yet. */
export const hasSeries = async (registerId: number | null): Promise<boolean> =>
  (await device.read<Series>('plain', keyOf(registerId))) !== undefined;

type Unsent = {
  readonly sales: readonly QueuedSale[];
  readonly sealed: readonly UnsentSale[];
  /** Those set aside count too: no till closes without saying so. */
  readonly aside: readonly Unanswered<unknown>[];
};

/** Reports unsent sales to the server and gets this device's receipt series and terms. */
export async function checkIn(registerId: number | null, unsent: Unsent): Promise<DeviceTerms> {
  const key = keyOf(registerId);
  const reply = await request(pos.checkIn, {
    shownInPlace: true,
    isUnattended: true,
    isBackground: true,
    outlivesPage: true,
    body: { device_id: await deviceId(), register_id: registerId, unsent: unsentBySession(unsent) },
  });
  const { prefix, last_number } = reply;
  await keepProof(reply.selling_proof);
  const series = await device.read<Series>('plain', key);
  // A series that is used up was continued from a number made up: the server knows the last one that is not.
  const goesOn = series?.prefix === prefix && series.last < largestNumber;
  const last = goesOn ? Math.max(series.last, last_number) : last_number;
  if (series?.prefix !== prefix || series.last !== last)
    await device.write({ store: 'plain', key, value: { prefix, last } });
  return takeTerms(reply);
}

function unsentBySession({ sales, sealed, aside }: Unsent) {
  const waiting = [
    ...sales.filter(isAnnounced).map(({ body, document }) => ({
      sessionId: body.session_id ?? null,
      gross: document.gross,
      soldAt: document.sold_at.getTime(),
    })),
    ...sealed.filter(sale => sale.isAnnounced),
    ...aside.flatMap(({ aside: sale, sentAt: soldAt }) => (sale ? { ...sale, soldAt } : [])),
  ];
  const sessions = new Set(waiting.map(({ sessionId }) => sessionId));
  return [...sessions].map(session_id => {
    const unsent = waiting.filter(({ sessionId }) => sessionId === session_id);
    return {
      session_id,
      sales: unsent.length,
      amount: poundsFromPence(toPence(unsent.reduce((total, { gross }) => total + gross, 0))),
      oldest_at: new Date(Math.min(...unsent.map(({ soldAt }) => soldAt))).toISOString(),
    };
  });
}
