import { useCallback, useSyncExternalStore } from 'react';

/** A line of a document form; its key identifies it while others are added and removed. */
export type KeyedLine = { readonly key: string };

/**
 * The lines of a document form. Each row subscribes to its own line: a key typed in one of five hundred renders that
 * row and the totals, and nothing else (finding F11). Lines are never changed in place, so an unchanged one is the same
 * object.
 */
export type LineStore<Line extends KeyedLine> = {
  readonly lines: () => readonly Line[];
  readonly line: (key: string) => Line | undefined;
  /** In order; the same array until lines are added, removed or replaced by others. */
  readonly keys: () => readonly string[];
  /** The position of a line; -1 if it is gone. */
  readonly placeOf: (key: string) => number;
  readonly change: (key: string, changes: Partial<Line>) => void;
  readonly set: (lines: readonly Line[]) => void;
  readonly onLine: (key: string, listener: () => void) => () => void;
  readonly onKeys: (listener: () => void) => () => void;
  /** Called after every change. */
  readonly onAny: (listener: () => void) => () => void;
};

export function createLineStore<Line extends KeyedLine>(first: readonly Line[]): LineStore<Line> {
  let lines = first;
  let keys = keysOf(first);
  let places = placesOf(keys);
  const [ofLines, ofKeys, ofAny] = [createListeners(), createListeners(), createListeners()];
  const set = (next: readonly Line[]) => {
    const before = lines;
    const known = places;
    lines = next;
    const nextKeys = keysOf(next);
    const isReplaced = nextKeys.length !== keys.length || nextKeys.some((key, at) => key !== keys[at]);
    if (isReplaced) {
      keys = nextKeys;
      places = placesOf(nextKeys);
    }
    for (const line of next) {
      const place = known.get(line.key);
      if (place !== undefined && before[place] !== line) ofLines.notify(line.key);
    }
    if (isReplaced) ofKeys.notify(all);
    ofAny.notify(all);
  };
  return {
    lines: () => lines,
    line: key => lines[places.get(key) ?? -1],
    keys: () => keys,
    placeOf: key => places.get(key) ?? -1,
    change: (key, changes) => {
      const at = places.get(key);
      const line = at === undefined ? undefined : lines[at];
      if (at === undefined || !line) return;
      lines = lines.with(at, { ...line, ...changes });
      ofLines.notify(key);
      ofAny.notify(all);
    },
    set,
    onLine: ofLines.add,
    onKeys: listener => ofKeys.add(all, listener),
    onAny: listener => ofAny.add(all, listener),
  };
}

const keysOf = (lines: readonly KeyedLine[]): readonly string[] => lines.map(({ key }) => key);
const placesOf = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, at) => [key, at]));

const all = '';

function createListeners() {
  const byKey = new Map<string, Set<() => void>>();
  return {
    add: (key: string, listener: () => void) => {
      const listeners = byKey.get(key) ?? new Set();
      byKey.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byKey.get(key) === listeners) byKey.delete(key);
      };
    },
    notify: (key: string) => {
      for (const listener of byKey.get(key) ?? []) listener();
    },
  };
}

/** The line of a row, which renders when it changes. Undefined once it is removed. */
export function useLine<Line extends KeyedLine>(store: LineStore<Line>, key: string): Line | undefined {
  const subscribe = useCallback((listener: () => void) => store.onLine(key, listener), [store, key]);
  return useSyncExternalStore(subscribe, () => store.line(key));
}

export const useLineKeys = <Line extends KeyedLine>(store: LineStore<Line>): readonly string[] =>
  useSyncExternalStore(store.onKeys, store.keys);

/** All lines: renders at every change, so it is for totals. */
export const useLines = <Line extends KeyedLine>(store: LineStore<Line>): readonly Line[] =>
  useSyncExternalStore(store.onAny, store.lines);
