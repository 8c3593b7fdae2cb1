import type { CatalogueHead } from '#domain/pos/pos.contract';
import { firmNameMissing } from '#domain/settings/firm-standing.contract';
import { createStore } from '../../../platform/store';
import { createCatalogue } from '../engine/catalogue';
import { loadCatalogue, syncCatalogue } from './catalogue-sync';
import { device } from './database';

/** The catalogue of this device. It outlives the screen, so that coming back to the till costs nothing. */
export const catalogue = createCatalogue();

/** Who sells, as the papers name it. Nothing is sold before a first catalogue is there. */
export const sellerHere = (): CatalogueHead['seller'] =>
  catalogue.head()?.seller ?? { name: firmNameMissing, lines: [], vat_number: null };

export type CatalogueState = {
  /** `first`: nothing is known yet, and the first load is on its way. */
  readonly kind: 'starting' | 'first' | 'ready' | 'failed';
  /** Counts the changes, for what is drawn from the catalogue. */
  readonly version: number;
};
export const catalogueState = createStore<CatalogueState>({ kind: 'starting', version: 0 });

function become(kind: CatalogueState['kind']): void {
  catalogueState.set({ kind, version: catalogueState.get().version + 1 });
  // Once what has changed is drawn, and before anybody types.
  setTimeout(catalogue.prepare);
}

let lastSync = 0;
let syncing: Promise<void> | undefined;

/** Asks for what has changed, unless that was just done. */
export function refreshCatalogue(olderThan = 0): Promise<void> {
  if (Date.now() - lastSync < olderThan) return Promise.resolve();
  syncing ??= syncCatalogue(device, catalogue)
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

const everyMinutes = 10;

/** Fills the catalogue from the device at once, and from the server behind that; again on focus and now and then. */
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
  if (catalogueState.get().kind === 'starting') {
    const hasRows = await loadCatalogue(device, catalogue).catch(() => false);
    become(hasRows ? 'ready' : 'first');
  }
  await refreshCatalogue(5_000);
}
