import type { ErrorReply } from '#domain/kernel/error-codes';
import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { CatalogueEntry, FoundEntry } from '../engine/catalogue';
import type { StockLevel } from '../engine/stock';

export type RefusedSync = {
  readonly kind: 'refused';
  /** 0 without an answer. */
  readonly status: number;
  readonly reply: Partial<ErrorReply>;
};

/** The products that changed; null when all were loaded again. */
type Changed = { readonly kind: 'changed'; readonly ids: readonly number[] | null };

/** What the server says of the catalogue as a whole, and how many milliseconds its clock is ahead of this device's. */
type CatalogueNews = { readonly head: CatalogueHead; readonly serverAhead: number };

/** As sent to the page: with the stock last reported, or null without a report. */
type Stocked<Entry> = Entry & { readonly stock: StockLevel | null };
export type KnownEntry = Stocked<CatalogueEntry>;
export type FoundProduct = Stocked<FoundEntry>;

/** What the page can ask the catalogue's worker. */
export type CatalogueCalls = {
  readonly sync: (token: string | null) => (Changed & CatalogueNews) | RefusedSync;
  readonly syncStock: (token: string | null) => Changed | RefusedSync;
  /** A complete barcode or SKU. */
  readonly scan: (code: string) => FoundProduct | null;
  /** Null when a newer search has made this one stale. */
  readonly search: (text: string) => readonly FoundProduct[] | null;
  /** The first result, however many searches follow. */
  readonly best: (text: string) => FoundProduct | null;
  /** Null for those without a category. */
  readonly category: (id: number | null) => readonly KnownEntry[];
  /** Null for a product that is no longer sold. */
  readonly entries: (ids: readonly number[]) => readonly (KnownEntry | null)[];
};

export type CatalogueCall = keyof CatalogueCalls;
export type InputOf<Call extends CatalogueCall> = Parameters<CatalogueCalls[Call]>[0];
export type OutputOf<Call extends CatalogueCall> = ReturnType<CatalogueCalls[Call]>;

export type CatalogueRequest = {
  [Call in CatalogueCall]: { readonly id: number; readonly call: Call; readonly input: InputOf<Call> };
}[CatalogueCall];

export type CatalogueReply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: string };
