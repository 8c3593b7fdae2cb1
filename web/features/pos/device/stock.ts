import * as z from 'zod';
import { pos } from '#domain/pos/pos.contract';
import { quantity, quantityFromText } from '#domain/kernel/quantity';
import { request } from '../../../platform/api';
import { createStore } from '../../../platform/store';
import { isUnsent } from '../engine/queue';
import { lessUnsent, type StockLevel, type StockLevels } from '../engine/stock';
import { isConnected } from './connection';
import { device } from './database';
import { queue } from './queue';

/** As reported by the server, without this device's unsent sales. */
const reportedLevels = createStore<StockLevels>(new Map());

/** Stock as far as this device knows: offline, the last report less what it has sold since. */
export const stockHere = createStore<StockLevels>(new Map());

function addUp(): void {
  const unsent = queue.get().filter(isUnsent);
  stockHere.set(
    unsent.length === 0
      ? reportedLevels.get()
      : lessUnsent(
          reportedLevels.get(),
          unsent.map(({ body }) => body),
          quantityFromText,
        ),
  );
}

const key = 'stock';
const everyMs = 30_000;
type StoredStock = {
  readonly as_of: string;
  readonly levels: readonly (readonly [number, string, boolean, boolean?])[];
};

let asOf: Date | undefined;
let running: Promise<void> | undefined;

/** Fetches stock changes since the last time. Retries later if the server cannot be reached. */
export function refreshStock(): Promise<void> {
  running ??= refresh().finally(() => {
    running = undefined;
  });
  return running;
}

async function refresh(): Promise<void> {
  if (!isConnected.get()) return;
  try {
    const reply = await request(pos.stock, {
      query: asOf ? { since: asOf.toISOString() } : {},
      shownInPlace: true,
      signal: AbortSignal.timeout(10_000),
    });
    take(reply.levels, asOf !== undefined);
    asOf = reply.as_of;
    const levels = [...reportedLevels.get()].map(([id, level]) => [
      id,
      z.encode(quantity, level.quantity),
      level.canGoNegative,
      level.canAsk,
    ]);
    await device.write({ store: 'kept', key, value: { as_of: asOf.toISOString(), levels } });
  } catch {
    // Keep the known levels until the server answers.
  }
}

function take(
  levels: readonly (readonly [number, StockLevel['quantity'], boolean, boolean])[],
  isChange: boolean,
): void {
  const next = new Map(isChange ? reportedLevels.get() : []);
  for (const [id, inStock, canGoNegative, canAsk] of levels)
    next.set(id, { quantity: inStock, canGoNegative, canAsk });
  reportedLevels.set(next);
  addUp();
}

/** Keeps stock levels up to date while a till is open. Returns a function that stops it. */
export function startStock(): () => void {
  void begin();
  const timer = setInterval(() => void refreshStock(), everyMs);
  const unsubscribe = queue.subscribe(addUp);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

async function begin(): Promise<void> {
  const stored = await device.read<StoredStock>('kept', key);
  if (stored && asOf === undefined) {
    asOf = new Date(stored.as_of);
    take(
      stored.levels.map(([id, text, canGoNegative, canAsk = false]) => [
        id,
        quantityFromText(text),
        canGoNegative,
        canAsk,
      ]),
      false,
    );
  }
  await refreshStock();
}
