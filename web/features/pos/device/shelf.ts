import type { KnownProducts } from '../engine/known-products';
import type { KnownEntry } from './catalogue-messages';
import { device } from './database';

/**
 * The products last on screen or in the basket, stored by themselves: the till shows its first tiles and prices a
 * restored basket from these, while the worker still reads the catalogue.
 */
type StoredShelf = {
  readonly entries: readonly KnownEntry[];
  /** The products of each category shown, in order; null for those without one. */
  readonly tiles: readonly (readonly [number | null, readonly number[]])[];
};

const key = 'shelf';
const maxEntries = 500;
const pauseMs = 2000;

export type Tiles = Map<number | null, readonly number[]>;

/** Puts the stored products on the shelf. */
export async function loadShelf(known: KnownProducts, tiles: Tiles): Promise<void> {
  const stored = await device.read<StoredShelf>('kept', key);
  for (const entry of stored?.entries ?? []) known.take(entry.product.id, entry);
  for (const [category, ids] of stored?.tiles ?? [])
    if (known.missing(ids).length === 0) tiles.set(category, ids);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Stores the shelf a moment later, so that scans do not wait for the disk. */
export function storeShelf(known: KnownProducts, tiles: Tiles): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const entries = known
      .ids()
      .slice(-maxEntries)
      .flatMap(id => known.entry(id) ?? []);
    const value: StoredShelf = { entries, tiles: Array.from(tiles) };
    // Without it the tiles only come later next time.
    device.write({ store: 'kept', key, value }).catch(() => undefined);
  }, pauseMs);
}
