import type { ReplyOf } from '#domain/kernel/call';
import { type CatalogueHead, type CatalogueProduct, pos } from '#domain/pos/pos.contract';
import { request } from '../../../platform/api';
import type { Catalogue, CataloguePage } from '../engine/catalogue';
import type { Device, Write } from './database';

/** Neighbouring ids share an entry, because reading fifty thousand single-row entries takes seconds. */
const perBucket = 1000;

type Bucket = CataloguePage & { readonly bucket: number };
type StoredCatalogue = { readonly as_of: string; readonly head: CatalogueHead };
type Page = ReplyOf<typeof pos.catalogue>;

/** Loads the catalogue stored on the device. Returns whether there was one. */
export async function loadCatalogue(device: Device, catalogue: Catalogue): Promise<boolean> {
  const [stored, buckets] = await Promise.all([
    device.read<StoredCatalogue>('kept', 'catalogue'),
    device.readAll<Bucket>('products'),
  ]);
  if (!stored) return false;
  for (const bucket of buckets) catalogue.take(bucket);
  catalogue.setHead(stored.head);
  return true;
}

/**
 * Updates the catalogue from the server: the changes since the last load, or everything when the device has
 * none or the counts differ. The old rows stay in use until the new ones have loaded.
 */
export async function syncCatalogue(
  device: Device,
  catalogue: Catalogue,
  signal?: AbortSignal,
): Promise<void> {
  const stored = await device.read<StoredCatalogue>('kept', 'catalogue');
  const reached = await fetchChanges(device, catalogue, stored?.as_of, signal);
  if (stored && reached !== catalogue.size()) {
    // Deleted products only show up as a different count.
    await device.write({ store: 'kept', key: 'catalogue', value: undefined });
    await device.empty('products');
    await fetchChanges(device, catalogue, undefined, signal);
  }
}

/** Returns the number of products on the server. */
async function fetchChanges(
  device: Device,
  catalogue: Catalogue,
  since: string | undefined,
  signal: AbortSignal | undefined,
): Promise<number> {
  const ask = (after: number | null) =>
    request(pos.catalogue, {
      query: { ...(since ? { since } : {}), ...(after === null ? {} : { after: String(after) }) },
      shownInPlace: true,
      ...(signal ? { signal } : {}),
    });
  const seen = new Set<number>();
  const first = await ask(null);
  const { head } = first;
  if (!head) throw new Error('The first page of the catalogue has no head');
  catalogue.setHead(head);
  for (let page: Page | null = first; page; ) {
    // Fetch the next page while this one is being written.
    const next: Promise<Page> | null = page.next === null ? null : ask(page.next);
    next?.catch(() => undefined);
    for (const [id] of page.products) seen.add(id);
    catalogue.take(page);
    await device.write(...(await bucketsWith(device, page)));
    page = await next;
  }
  if (since === undefined) catalogue.keepOnly(seen);
  // Write the head last, so that an interrupted load starts again.
  await device.write({ store: 'kept', key: 'catalogue', value: { as_of: first.as_of.toISOString(), head } });
  return head.products;
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
