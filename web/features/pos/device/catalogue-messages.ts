import type { ErrorReply } from '#domain/kernel/error-codes';
import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { CatalogueEntry, FoundEntry } from '../engine/catalogue';

/** What a fetch of changes brought. */
export type Synced =
  | {
      readonly kind: 'changed';
      readonly head: CatalogueHead;
      /** The products that changed; null when all were loaded again. */
      readonly ids: readonly number[] | null;
    }
  | {
      readonly kind: 'refused';
      /** 0 without an answer. */
      readonly status: number;
      readonly reply: Partial<ErrorReply>;
    };

/** What the page can ask the catalogue's worker. */
export type CatalogueCalls = {
  readonly sync: (token: string | null) => Synced;
  /** A complete barcode or SKU. */
  readonly scan: (code: string) => FoundEntry | null;
  /** Null when a newer search has made this one stale. */
  readonly search: (text: string) => readonly FoundEntry[] | null;
  readonly category: (id: number) => readonly CatalogueEntry[];
  /** Null for a product that is no longer sold. */
  readonly entries: (ids: readonly number[]) => readonly (CatalogueEntry | null)[];
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
