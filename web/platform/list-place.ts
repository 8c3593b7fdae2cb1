import { type AnyRouter, type ParsedLocation, useMatch, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ListState } from './list-state';
import type { SearchParams } from './search-params';

/** The list that a record was opened from, as the API was asked for it. */
export type ListPlace = {
  /** The list's name: the path of its call. */
  readonly list: string;
  readonly query: Readonly<Record<string, string>>;
  /** Its page, with filters and sorting. */
  readonly page: { readonly path: string; readonly search: SearchParams };
};

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by a step to the next or previous record. */
    listPlace?: ListPlace;
  }
}

/** The list on screen. */
let onScreen: ListPlace | undefined;

/** Notes the list on screen, so that a record opened from it knows its neighbours. */
export function useListOnScreen({ name, query }: Pick<ListState, 'name' | 'query'>): void {
  const path = useMatch({ strict: false, select: match => match.pathname });
  const search = useSearch({ strict: false });
  useEffect(() => {
    onScreen = { list: name, query, page: { path, search } };
  });
}

const storageKey = 'list-places';
const maxStored = 30;
const places = new Map(storedPlaces());

function storedPlaces(): (readonly [string, ListPlace])[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is readonly [string, ListPlace] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const { list, query, page } = (entry[1] ?? {}) as Partial<ListPlace>;
  return typeof list === 'string' && typeof query === 'object' && typeof page === 'object';
}

/** Keeps the place for an entry of the tab's history, so that reloading the record keeps it too. */
function keep(entry: string, place: ListPlace): void {
  places.delete(entry);
  places.set(entry, place);
  for (const oldest of [...places.keys()].slice(0, -maxStored)) places.delete(oldest);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places]));
  } catch {
    // Without storage it lasts until the page is reloaded.
  }
}

/**
 * Remembers for each page opened from a list which list that was, whatever was clicked there. A record's form hands the
 * place on to the record.
 */
export function followLists(router: AnyRouter): () => void {
  return router.subscribe('onBeforeNavigate', ({ fromLocation: from, toLocation: to }) => {
    const steps = from ? indexOf(to) - indexOf(from) : -1;
    const place = from && (steps === 0 || steps === 1) ? placeAfter(from, to) : undefined;
    const { __TSR_key: entry } = to.state;
    if (place && entry !== undefined) keep(entry, place);
  });
}

const indexOf = ({ state: { __TSR_index: index } }: ParsedLocation): number => index;

function placeAfter(from: ParsedLocation, to: ParsedLocation): ListPlace | undefined {
  if (from.pathname === onScreen?.page.path) return to.pathname === from.pathname ? undefined : onScreen;
  return isSameRecord(from.pathname, to.pathname) ? placeAt(from) : undefined;
}

/** `/customers/view/7` and `/customers/edit/7`. */
function isSameRecord(path: string, other: string): boolean {
  const recordOf = (of: string) => [of.split('/')[1], /\/(\d+)(?:\/|$)/.exec(of)?.[1]].join(' ');
  return /\/\d/.test(path) && recordOf(path) === recordOf(other);
}

function placeAt({ state: { listPlace, __TSR_key: entry } }: ParsedLocation): ListPlace | undefined {
  return listPlace ?? (entry === undefined ? undefined : places.get(entry));
}

/** The list that the record on screen was opened from; undefined when it was opened from elsewhere. */
export function useListPlace(record: number): ListPlace | undefined {
  const router = useRouter();
  const read = () => ({ record, place: placeAt(router.latestLocation) });
  // Read once for each record: while the next page loads, the address is already that of the next page.
  const [known, setKnown] = useState(read);
  if (known.record === record) return known.place;
  const current = read();
  setKnown(current);
  return current.place;
}

/** The filters and sorting of the list at `path`, if the page on screen was opened from it: for the way back. */
export function useListSearch(path: string): SearchParams {
  const router = useRouter();
  const [page] = useState(() => placeAt(router.latestLocation)?.page);
  return page?.path === path ? page.search : {};
}
