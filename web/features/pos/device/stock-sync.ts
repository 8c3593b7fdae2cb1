import * as z from 'zod';
import { pos } from '#domain/pos/pos.contract';
import { quantity, quantityFromText } from '#domain/kernel/quantity';
import { fetchCall } from '../../../platform/fetch-call';
import type { StockLevel } from '../engine/stock';
import type { Device } from './database';

const key = 'stock';
/** Says that the levels are on this device, without reading them all. */
const mark = { store: 'kept', key: 'has stock' } as const;
const patience = 10_000;

type StoredStock = {
  readonly as_of: string;
  readonly levels: readonly (readonly [number, string, boolean, boolean?])[];
};

/** The stock of every product as the server last reported it, for the catalogue's worker. */
export type StockLevelsOfAll = {
  readonly load: () => Promise<void>;
  /** Fetches the changes since the last time. Returns their products; null when all were loaded. */
  readonly sync: (token: string | null) => Promise<readonly number[] | null>;
  readonly level: (id: number) => StockLevel | null;
};

export function createStockLevels(device: Device): StockLevelsOfAll {
  const levels = new Map<number, StockLevel>();
  let asOf: Date | undefined;
  return {
    load: async () => {
      const stored = await device.read<StoredStock>('kept', key);
      for (const [id, text, canGoNegative, canAsk = false] of stored?.levels ?? [])
        levels.set(id, { quantity: quantityFromText(text), canGoNegative, canAsk });
      if (stored) asOf = new Date(stored.as_of);
    },
    sync: async token => {
      const isChange = asOf !== undefined;
      const query = asOf ? { since: asOf.toISOString() } : {};
      const response = await fetchCall(pos.stock, { query, patience }, token);
      const reply = z.decode(pos.stock.reply, await response.json());
      if (!isChange) levels.clear();
      for (const [id, inStock, canGoNegative, canAsk] of reply.levels)
        levels.set(id, { quantity: inStock, canGoNegative, canAsk });
      asOf = reply.as_of;
      // Written only with changes: an older time on the device only means that more is fetched next time.
      const isStored = (await device.read<boolean>(mark.store, mark.key)) === true;
      if (!isChange || reply.levels.length > 0 || !isStored) await store(device, asOf, levels);
      return isChange ? reply.levels.map(([id]) => id) : null;
    },
    level: id => levels.get(id) ?? null,
  };
}

function store(device: Device, asOf: Date, levels: ReadonlyMap<number, StockLevel>): Promise<void> {
  const value: StoredStock = {
    as_of: asOf.toISOString(),
    levels: Array.from(levels, ([id, level]) => [
      id,
      z.encode(quantity, level.quantity),
      level.canGoNegative,
      level.canAsk,
    ]),
  };
  return device.write({ store: 'kept', key, value }, { ...mark, value: true });
}
