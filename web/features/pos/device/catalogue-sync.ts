import type { ReplyOf } from '#domain/kernel/call';
import { type CatalogueHead, type CatalogueProduct, pos } from '#domain/pos/pos.contract';
import { request } from '../../../platform/api';
import type { Catalogue, CataloguePage } from '../engine/catalogue';
import type { Device, Write } from './database';

/** So many neighbouring ids are kept in one entry: fifty thousand entries of one row take seconds to read. */
const perBucket = 1000;

type Bucket = CataloguePage & { readonly bucket: number };
type Known = { readonly as_of: string; readonly head: CatalogueHead };
type Page = ReplyOf<typeof pos.catalogue>;

/** Fills the catalogue from the device. Answers whether there was anything. */
export async function loadCatalogue(device: Device, catalogue: Catalogue): Promise<boolean> {
  const [known, buckets] = await Promise.all([
    device.read<Known>('kept', 'catalogue'),
    device.readAll<Bucket>('products'),
  ]);
  if (!known) return false;
  for (const bucket of buckets) catalogue.take(bucket);
  catalogue.setHead(known.head);
  return true;
}

/**
 * Brings the catalogue up to what the server knows: what has changed since the last time, or everything when there is
 * nothing yet or the numbers differ. What was there before serves until the new rows are.
 */
export async function syncCatalogue(
  device: Device,
  catalogue: Catalogue,
  signal?: AbortSignal,
): Promise<void> {
  const known = await device.read<Known>('kept', 'catalogue');
  const reached = await fetchChanges(device, catalogue, known?.as_of, signal);
  if (known && reached !== catalogue.size()) {
    // Products that were deleted are told by nothing but their number.
    await device.write({ store: 'kept', key: 'catalogue', value: undefined });
    await device.empty('products');
    await fetchChanges(device, catalogue, undefined, signal);
  }
}

/** Answers how many products the server counts. */
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
    // The next page is on its way while this one is written down.
    const next: Promise<Page> | null = page.next === null ? null : ask(page.next);
    next?.catch(() => undefined);
    for (const [id] of page.products) seen.add(id);
    catalogue.take(page);
    await device.write(...(await bucketsWith(device, page)));
    page = await next;
  }
  if (since === undefined) catalogue.keepOnly(seen);
  // Last, so that a load that was cut off begins anew.
  await device.write({ store: 'kept', key: 'catalogue', value: { as_of: first.as_of.toISOString(), head } });
  return head.products;
}

const bucketOf = (id: number) => Math.floor(id / perBucket);

/** The entries that a page changes, with what else they hold. */
async function bucketsWith(device: Device, page: Page): Promise<Write[]> {
  const touched = new Set([...page.products.map(([id]) => id), ...page.removed].map(bucketOf));
  const gone = new Set([...page.products.map(([id]) => id), ...page.removed]);
  const stays = ([id]: readonly [number, ...unknown[]]) => !gone.has(id);
  return Promise.all(
    [...touched].map(async bucket => {
      const kept = await device.read<Bucket>('products', bucket);
      const ofBucket = ([id]: readonly [number, ...unknown[]]) => bucketOf(id) === bucket;
      const value: Bucket = {
        bucket,
        removed: [],
        products: [
          ...((kept?.products ?? []) as CatalogueProduct[]).filter(stays),
          ...page.products.filter(ofBucket),
        ],
        group_prices: [...(kept?.group_prices ?? []).filter(stays), ...page.group_prices.filter(ofBucket)],
        breaks: [...(kept?.breaks ?? []).filter(stays), ...page.breaks.filter(ofBucket)],
      };
      return { store: 'products', key: bucket, value };
    }),
  );
}
