import { useState } from 'react';

/** The selected messages of a list. */
export type Selection = {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Selects the range from the last selected message to this one, as for a Shift-click. */
  readonly extend: (id: number, all: readonly number[]) => void;
  readonly choose: (ids: readonly number[]) => void;
  readonly clear: () => void;
};

type StoredSelection = {
  readonly listKey: string;
  readonly ids: ReadonlySet<number>;
  readonly last: number | null;
};

/** The selection belongs to one list and is cleared when the folder changes. */
export function useSelection(list: string): Selection {
  const [stored, setStored] = useState<StoredSelection>({ listKey: list, ids: new Set(), last: null });
  const chosen = stored.listKey === list ? stored : { of: list, ids: new Set<number>(), last: null };
  return {
    ids: chosen.ids,
    toggle: id => {
      const ids = new Set(chosen.ids);
      if (!ids.delete(id)) ids.add(id);
      setStored({ listKey: list, ids, last: id });
    },
    extend: (id, all) => {
      const [one, other] = [all.indexOf(chosen.last ?? id), all.indexOf(id)];
      const between = all.slice(Math.max(0, Math.min(one, other)), Math.max(one, other) + 1);
      setStored({ listKey: list, ids: new Set([...chosen.ids, ...between]), last: id });
    },
    choose: ids => setStored({ listKey: list, ids: new Set(ids), last: null }),
    clear: () => setStored({ listKey: list, ids: new Set(), last: null }),
  };
}
