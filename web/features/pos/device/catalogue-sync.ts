import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { type CatalogueHead, type CatalogueProduct, pos } from '#domain/pos/pos.contract';
import { fetchCall } from '../../../platform/fetch-call';
import type { Catalogue, CataloguePage } from '../engine/catalogue';
import type { Device, Write } from './database';

/** Neighbouring ids share an entry, because reading fifty thousand single-row entries takes seconds. */
const perBucket = 1000;

type Bucket = CataloguePage & { readonly bucket: number };
/** What a head that was stored by an earlier version may not have. */
const added = {
  whole_units: [],
  number_prefixes: { sales: ['INV-', 'CN-'], payments: ['RCT-'] },
} satisfies Partial<CatalogueHead>;
type StoredHead = Omit<CatalogueHead, keyof typeof added> & Partial<Pick<CatalogueHead, keyof typeof added>>;

type StoredCatalogue = {
  readonly as_of: string;
  readonly head: StoredHead;
  /** Missing in catalogues stored by an earlier version. */
  readonly contents?: number;
};

/** Counts what the server sends of each product. 2: the prices of inactive groups too. */
const contents = 2;
type Page = ReplyOf<typeof pos.catalogue>;

/**
 * Loads the catalogue stored on the device, with a pause after each part so that scans are answered meanwhile. Returns
 * whether there was one.
 */
export async function loadCatalogue(
  device: Device,
  catalogue: Catalogue,
  pause: () => Promise<void>,
): Promise<boolean> {
  if (!(await device.read<StoredCatalogue>('kept', 'catalogue'))) return false;
  let isWhole = true;
  for await (const bucket of device.readEach<Bucket>('products')) {
    if (bucket) catalogue.take(bucket);
    else isWhole = false;
    await pause();
  }
  // Part of it cannot be read, so the next update loads everything.
  if (!isWhole) await device.write({ store: 'kept', key: 'catalogue', value: undefined });
  return isWhole;
}

export async function readHead(device: Device): Promise<CatalogueHead | undefined> {
  const stored = await device.read<StoredCatalogue>('kept', 'catalogue');
  return stored && { ...added, ...stored.head };
}

/** The head after an update, and the products that changed; null when all were loaded again. */
type Update = {
  readonly head: CatalogueHead;
  readonly ids: readonly number[] | null;
  /** How many milliseconds the server's clock is ahead of this device's. */
  readonly serverAhead: number;
};

/**
 * Updates the catalogue from the server: the changes since the last load, or everything when the device has
 * none or the counts differ. The old rows stay in use until the new ones have loaded.
 */
export async function syncCatalogue(
  device: Device,
  catalogue: Catalogue,
  token: string | null,
): Promise<Update> {
  const stored = await device.read<StoredCatalogue>('kept', 'catalogue');
  // What an earlier version stored lacks something, but serves until everything has been loaded again.
  const since = stored?.contents === contents ? stored.as_of : undefined;
  const update = await fetchChanges(device, catalogue, { since, token });
  if (since === undefined || update.head.products === catalogue.size()) return update;
  // Deleted products only show up as a different count.
  await device.write({ store: 'kept', key: 'catalogue', value: undefined });
  await device.empty('products');
  return fetchChanges(device, catalogue, { since: undefined, token });
}

type Wanted = { readonly since: string | undefined; readonly token: string | null };

async function fetchPage({ since, token }: Wanted, after: number | null): Promise<Page> {
  const query = { ...(since ? { since } : {}), ...(after === null ? {} : { after: String(after) }) };
  const response = await fetchCall(pos.catalogue, { query }, token);
  return z.decode(pos.catalogue.reply, await response.json());
}

async function fetchChanges(device: Device, catalogue: Catalogue, wanted: Wanted): Promise<Update> {
  const touched = new Set<number>();
  const first = await fetchPage(wanted, null);
  const { head } = first;
  // By the first answer, as the other pages may take long.
  const serverAhead = first.now.getTime() - Date.now();
  if (!head) throw new Error('The first page of the catalogue has no head');
  for (let page: Page | null = first; page; ) {
    // Fetch the next page while this one is being written.
    const next: Promise<Page> | null = page.next === null ? null : fetchPage(wanted, page.next);
    next?.catch(() => undefined);
    for (const [id] of page.products) touched.add(id);
    for (const id of page.removed) touched.add(id);
    catalogue.take(page);
    await device.write(...(await bucketsWith(device, page)));
    page = await next;
  }
  if (wanted.since === undefined) catalogue.keepOnly(touched);
  const value: StoredCatalogue = { as_of: first.as_of.toISOString(), head, contents };
  // Write the head last, so that an interrupted load starts again.
  await device.write({ store: 'kept', key: 'catalogue', value });
  return { head, ids: wanted.since === undefined ? null : Array.from(touched), serverAhead };
}

const bucketOf = (id: number) => Math.floor(id / perBucket);

/** The entries a page changes, with the other rows they hold. */
async function bucketsWith(device: Device, page: Page): Promise<Write[]> {
  const touched = new Set([...page.products.map(([id]) => id), ...page.removed].map(bucketOf));
  const removed = new Set([...page.products.map(([id]) => id), ...page.removed]);
  const stays = ([id]: readonly [number, ...unknown[]]) => !removed.has(id);
  return Promise.all(
    [...touched].map(async bucket => {
      const stored = await device.read<Bucket>('products', bucket);
      const ofBucket = ([id]: readonly [number, ...unknown[]]) => bucketOf(id) === bucket;
      const value: Bucket = {
        bucket,
        removed: [],
        products: [
          ...((stored?.products ?? []) as CatalogueProduct[]).filter(stays),
          ...page.products.filter(ofBucket),
        ],
        group_prices: [...(stored?.group_prices ?? []).filter(stays), ...page.group_prices.filter(ofBucket)],
        breaks: [...(stored?.breaks ?? []).filter(stays), ...page.breaks.filter(ofBucket)],
      };
      return { store: 'products', key: bucket, value };
    }),
  );
}
