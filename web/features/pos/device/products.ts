import type { CatalogueHead } from '#domain/pos/pos.contract';
import { companyNameMissing } from '#domain/settings/company-status.contract';
import { createStore } from '../../../platform/store';
import { token } from '../../../platform/token';
import type { CatalogueEntry } from '../engine/catalogue';
import type { TillProduct } from '../engine/till-product';
import { createKnownProducts } from '../engine/known-products';
import { askCatalogue, startCatalogueWorker } from './catalogue-client';
import type { FoundProduct } from './catalogue-messages';
import { readHead } from './catalogue-sync';
import { device } from './database';
import { counted } from './lookups';
import { reportRefusal } from './report-refusal';
import { serverAhead } from './server-clock';
import { loadShelf, storeShelf, type Tiles } from './shelf';

/**
 * The part of the catalogue this screen works with. It outlives the screen, so that reopening the till is instant. The
 * whole catalogue is with the worker.
 */
export const catalogue = createKnownProducts();
const tiles: Tiles = new Map();

/** The VAT rate of a product in the UK; undefined until it is known here. */
export function vatRateHere(productId: number): number | undefined {
  const product = catalogue.product(productId);
  return product && catalogue.head() ? catalogue.vatPercent(product.vatCode) : undefined;
}

/** The names of the units that are counted. */
export const wholeUnitsHere = (): readonly string[] => catalogue.head()?.whole_units ?? [];

/** What the numbers of sales and of customer payments begin with. */
export const numberPrefixesHere = (): CatalogueHead['number_prefixes'] =>
  catalogue.head()?.number_prefixes ?? { sales: [], payments: [] };

/** The seller printed on documents. Nothing can be sold before the first catalogue has loaded. */
export const sellerHere = (): CatalogueHead['seller'] =>
  catalogue.head()?.seller ?? { name: companyNameMissing, lines: [], vat_number: null };

export type CatalogueState = {
  /** `first`: there is no catalogue yet and the first load is running. */
  readonly kind: 'starting' | 'first' | 'ready' | 'failed';
  /** Counts the updates from the server, for components that show searches. */
  readonly version: number;
};
export const catalogueState = createStore<CatalogueState>({ kind: 'starting', version: 0 });

/** Counts the changes of known products, for components that show or price them. */
export const knownVersion = createStore(0);
const knownChanged = () => knownVersion.set(knownVersion.get() + 1);

function become(kind: CatalogueState['kind']): void {
  knownChanged();
  catalogueState.set({ kind, version: catalogueState.get().version + 1 });
}

/** The products of the sale or quote on the desk. What is no longer in the catalogue can still be sold as agreed. */
const agreedBefore = new Map<number, CatalogueEntry>();

/** Keeps them until the function that it returns is called. */
export function keepAgreed(entries: readonly CatalogueEntry[]): () => void {
  const ids = entries.map(({ product }) => product.id);
  for (const entry of entries) agreedBefore.set(entry.product.id, entry);
  const learnAgain = () => void learnChanged(ids).catch(() => undefined);
  learnAgain();
  return () => {
    for (const id of ids) agreedBefore.delete(id);
    learnAgain();
  };
}

const agreedEntry = (id: number) => {
  const entry = agreedBefore.get(id);
  return entry ? { ...entry, stock: null } : null;
};

/** Makes the products priceable, or known to be no longer sold. */
async function learn(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const entries = await askCatalogue('entries', ids);
  for (const [at, id] of ids.entries()) catalogue.take(id, entries[at] ?? agreedEntry(id));
  knownChanged();
  storeShelf(catalogue, tiles);
}

/** Loads the known products among these again; all of them for null. */
export function learnChanged(ids: readonly number[] | null): Promise<void> {
  const changed = ids && new Set(ids);
  return learn(catalogue.ids().filter(id => changed === null || changed.has(id)));
}

/** Loads those among the products that are not known yet, such as the lines of a resumed basket. */
export async function learnMissing(ids: readonly number[]): Promise<void> {
  const missing = catalogue.missing(ids);
  // With every change of the basket, and mostly all are known.
  if (missing.length > 0) await counted('line', learn(missing));
}

/** Finds a product by its complete barcode or SKU. Waits while the catalogue is still loading. */
export const findCode = (code: string): Promise<FoundProduct | null> =>
  counted('code', askCatalogue('scan', code));

/** Products by parts of the name, SKU or barcode, best match first; null when a newer search was made meanwhile. */
export const searchCatalogue = (text: string): Promise<readonly FoundProduct[] | null> =>
  askCatalogue('search', text);

/** The first result of a search. */
export const findBest = (text: string): Promise<FoundProduct | null> =>
  counted('code', askCatalogue('best', text));

/** The product can be priced from now on. Call it together with the change of the basket, so that both are drawn at once. */
export function know(found: FoundProduct): void {
  catalogue.take(found.product.id, found);
  knownChanged();
  storeShelf(catalogue, tiles);
}

/** The first products of a category, or without one, as far as known; null before they have loaded. */
export const tilesOf = (categoryId: number | null): readonly TillProduct[] | null =>
  tiles.get(categoryId)?.flatMap(id => catalogue.product(id) ?? []) ?? null;

export async function loadTiles(categoryId: number | null): Promise<void> {
  const entries = await askCatalogue('category', categoryId);
  for (const entry of entries) catalogue.take(entry.product.id, entry);
  tiles.set(
    categoryId,
    entries.map(({ product }) => product.id),
  );
  knownChanged();
  storeShelf(catalogue, tiles);
}

let lastSync = 0;
let syncing: Promise<void> | undefined;

/** Fetches catalogue changes, unless they were fetched a moment ago. */
export function refreshCatalogue(olderThan = 0): Promise<void> {
  if (Date.now() - lastSync < olderThan) return Promise.resolve();
  syncing ??= refresh()
    .then(() => {
      lastSync = Date.now();
      become('ready');
    })
    .catch(() => {
      if (catalogueState.get().kind !== 'ready') become('failed');
    })
    .finally(() => {
      syncing = undefined;
    });
  return syncing;
}

/** The server speaks of a change: what is under way may have been read before it, so changes are fetched again. */
export const refreshCatalogueAgain = (): Promise<void> =>
  (syncing ?? Promise.resolve()).then(() => refreshCatalogue());

async function refresh(): Promise<void> {
  const sentToken = token.read();
  const synced = await askCatalogue('sync', sentToken);
  if (synced.kind === 'refused') throw reportRefusal(synced, sentToken);
  serverAhead.set(synced.serverAhead);
  await learnChanged(synced.ids);
  catalogue.setHead(synced.head);
}

const everyMinutes = 10;

/** Loads the catalogue from the device at once and then from the server; again on focus and at intervals. */
export function startCatalogue(): () => void {
  void begin();
  const onFocus = () => document.visibilityState === 'visible' && void refreshCatalogue(60_000);
  document.addEventListener('visibilitychange', onFocus);
  const timer = setInterval(() => void refreshCatalogue(), everyMinutes * 60_000);
  return () => {
    document.removeEventListener('visibilitychange', onFocus);
    clearInterval(timer);
  };
}

async function begin(): Promise<void> {
  startCatalogueWorker();
  if (catalogueState.get().kind === 'starting') {
    const head = await readHead(device).catch(() => undefined);
    if (head) {
      catalogue.setHead(head);
      await loadShelf(catalogue, tiles).catch(() => undefined);
    }
    become(head ? 'ready' : 'first');
    // The shelf may be older than the catalogue, after a crash.
    if (head) await learn(catalogue.ids()).catch(() => undefined);
  }
  await refreshCatalogue(5_000);
}
