import { pos } from '#domain/pos/pos.contract';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { request } from '../../../platform/api';
import { newClientId } from '../../../platform/client-id';
import { isAnnounced, type QueuedSale } from '../engine/queue';
import { device, type Write } from './database';

type Series = { readonly prefix: string; readonly last: number };

const deviceKey = 'device';
const keyOf = (registerId: number | null) => `series ${registerId ?? 'desk'}`;

/** The name of this device, created on first use. Concurrent calls get the same name. */
export const deviceId = async (): Promise<string> =>
  (await device.read<string>('kept', deviceKey)) ?? device.readOrKeep('kept', deviceKey, newClientId());

/** A number of the device's own series (decision 068), with functions to take it or give it back unused. */
export type NextReceipt = {
  readonly deviceId: string;
  readonly number: string | null;
  readonly taken: readonly Write[];
  readonly givenBack: readonly Write[];
};

/** The next receipt number of a register on this device; null before the server has assigned a series. */
export async function nextReceipt(registerId: number | null): Promise<NextReceipt> {
  const key = keyOf(registerId);
  const [id, series] = await Promise.all([deviceId(), device.read<Series>('kept', key)]);
  if (!series) return { deviceId: id, number: null, taken: [], givenBack: [] };
  const at = (last: number): Write => ({ store: 'kept', key, value: { ...series, last } });
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
  (await device.read<Series>('kept', keyOf(registerId))) !== undefined;

/** Reports unsent sales to the server and gets this device's receipt series. */
export async function checkIn(registerId: number | null, sales: readonly QueuedSale[]): Promise<void> {
  const key = keyOf(registerId);
  const { prefix, last_number } = await request(pos.checkIn, {
    shownInPlace: true,
    isUnattended: true,
    body: { device_id: await deviceId(), register_id: registerId, unsent: unsentBySession(sales) },
  });
  const series = await device.read<Series>('kept', key);
  const last = series?.prefix === prefix ? Math.max(series.last, last_number) : last_number;
  if (series?.prefix !== prefix || series.last !== last)
    await device.write({ store: 'kept', key, value: { prefix, last } });
}

function unsentBySession(sales: readonly QueuedSale[]) {
  const waiting = sales.filter(isAnnounced);
  const sessions = new Set(waiting.map(({ body }) => body.session_id ?? null));
  return [...sessions].map(session_id => {
    const unsent = waiting.filter(({ body }) => (body.session_id ?? null) === session_id);
    return {
      session_id,
      sales: unsent.length,
      amount: poundsFromPence(toPence(unsent.reduce((total, { document }) => total + document.gross, 0))),
      oldest_at: new Date(
        Math.min(...unsent.map(({ document }) => document.sold_at.getTime())),
      ).toISOString(),
    };
  });
}
