import { quantityFromText } from '#domain/kernel/quantity';
import { createStore } from '../../../platform/store';
import { token } from '../../../platform/token';
import { isUnsent } from '../engine/queue';
import {
  lessUnreported,
  type StockLevel,
  type StockLevels,
  type Unreported,
  unreportedSales,
} from '../engine/stock';
import { askCatalogue } from './catalogue-client';
import { isConnected } from './connection';
import { catalogue, knownVersion, learnChanged } from './products';
import { queue } from './queue';
import { reportRefusal } from './report-refusal';

/** Stock of the known products as far as this device knows: the last report less what it has sold since. */
export const stockHere = createStore<StockLevels>(new Map());

/** Counts the reports that changed something, for components that show products found, which need not be known here. */
export const stockVersion = createStore(0);

let unreported: Unreported = new Map();

function addUp(): void {
  const reported = new Map<number, StockLevel>();
  for (const id of catalogue.ids()) {
    const stock = catalogue.entry(id)?.stock;
    if (stock) reported.set(id, stock);
  }
  unreported = unreportedSales(unreported, queue.get());
  stockHere.set(lessUnreported(reported, unreported, quantityFromText));
}

/** The sales of this device that the server has and that its last report may not include. */
const sentSinceReport = (): readonly string[] =>
  [...unreported].filter(([, { isSent }]) => isSent).map(([clientId]) => clientId);

const everyMs = 30_000;
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
  const included = sentSinceReport();
  try {
    const sentToken = token.read();
    const synced = await askCatalogue('syncStock', sentToken);
    if (synced.kind === 'refused') return void reportRefusal(synced, sentToken);
    if (synced.ids === null || synced.ids.length > 0) stockVersion.set(stockVersion.get() + 1);
    await learnChanged(synced.ids);
    unreported = new Map([...unreported].filter(([id]) => !included.includes(id)));
    addUp();
  } catch {
    // Keep the known levels until the worker answers.
  }
}

/** Once every sale has been sent, the next report includes them all. */
async function reportSent(): Promise<void> {
  if (sentSinceReport().length === 0 || queue.get().some(isUnsent)) return;
  await running;
  if (sentSinceReport().length > 0) await refreshStock();
}

/** Keeps stock levels up to date while a till is open. Returns a function that stops it. */
export function startStock(): () => void {
  addUp();
  void refreshStock();
  const timer = setInterval(() => void refreshStock(), everyMs);
  const onQueue = () => {
    addUp();
    void reportSent();
  };
  const stops = [queue.subscribe(onQueue), knownVersion.subscribe(addUp)];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}
