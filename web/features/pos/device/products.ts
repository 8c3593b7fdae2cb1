import type { CatalogueHead } from '#domain/pos/pos.contract';
import { companyNameMissing } from '#domain/settings/company-status.contract';
import { createStore } from '../../../platform/store';
import { createCatalogue } from '../engine/catalogue';
import { loadCatalogue, syncCatalogue } from './catalogue-sync';
import { device } from './database';

/** The catalogue of this device. It outlives the screen, so that reopening the till is instant. */
export const catalogue = createCatalogue();

/** The seller printed on documents. Nothing can be sold before the first catalogue has loaded. */
export const sellerHere = (): CatalogueHead['seller'] =>
  catalogue.head()?.seller ?? { name: companyNameMissing, lines: [], vat_number: null };

export type CatalogueState = {
  /** `first`: there is no catalogue yet and the first load is running. */
  readonly kind: 'starting' | 'first' | 'ready' | 'failed';
  /** Version counter for components that render the catalogue. */
  readonly version: number;
};
export const catalogueState = createStore<CatalogueState>({ kind: 'starting', version: 0 });

function become(kind: CatalogueState['kind']): void {
  catalogueState.set({ kind, version: catalogueState.get().version + 1 });
  // After the changes are rendered and before anyone types.
  setTimeout(catalogue.prepare);
}

let lastSync = 0;
let syncing: Promise<void> | undefined;

/** Fetches catalogue changes, unless they were fetched a moment ago. */
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
  if (catalogueState.get().kind === 'starting') {
    const hasRows = await loadCatalogue(device, catalogue).catch(() => false);
    become(hasRows ? 'ready' : 'first');
  }
  await refreshCatalogue(5_000);
}
