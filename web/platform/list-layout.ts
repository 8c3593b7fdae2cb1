import { createStore, useStore } from './store';

/** How the table of a list is shown, as text as in an address. */
export type ListLayout = {
  /** The order of the columns, dotted; a hidden one starts with a hyphen: `name.-created.status`. */
  readonly columns?: string | undefined;
  /** The widths chosen for columns, in pixels and dotted: `name~260.status~120`. */
  readonly widths?: string | undefined;
  readonly density?: string | undefined;
  readonly per_page?: string | undefined;
};

export const layoutNames = ['columns', 'widths', 'density', 'per_page'] as const;
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** Raised when the format changes; layouts of another version are dropped. */
const schemaVersion = 1;
const storageKey = 'list-layouts';
type Layouts = Readonly<Record<string, ListLayout>>;

/** The layouts that the user of this browser chose without saving a view, by list (decision 100). */
const layouts = createStore<Layouts>(readLayouts());

function readLayouts(): Layouts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return {};
    const { version, lists } = kept as { version?: unknown; lists?: unknown };
    return version === schemaVersion && typeof lists === 'object' && lists !== null ? (lists as Layouts) : {};
  } catch {
    return {};
  }
}

/** The layout last chosen for a list. Values that are no text are ignored. */
export function useKeptLayout(list: string): ListLayout {
  const kept = useStore(layouts)[list];
  return Object.fromEntries(
    layoutNames.flatMap(name => (typeof kept?.[name] === 'string' ? [[name, kept[name]]] : [])),
  );
}

export function keepLayout(list: string, layout: ListLayout): void {
  const { [list]: _before, ...others } = layouts.get();
  const next = Object.keys(layout).length === 0 ? others : { ...others, [list]: layout };
  layouts.set(next);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ version: schemaVersion, lists: next }));
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
