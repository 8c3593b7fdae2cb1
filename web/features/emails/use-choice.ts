import { useState } from 'react';

/** The selected messages of a list. */
export type Choice = {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Selects the range from the last selected message to this one, as for a Shift-click. */
  readonly extend: (id: number, all: readonly number[]) => void;
  readonly choose: (ids: readonly number[]) => void;
  readonly clear: () => void;
};

type Chosen = { readonly of: string; readonly ids: ReadonlySet<number>; readonly last: number | null };

/** The selection belongs to one list and is cleared when the folder changes. */
export function useChoice(list: string): Choice {
  const [kept, setKept] = useState<Chosen>({ of: list, ids: new Set(), last: null });
  const chosen = kept.of === list ? kept : { of: list, ids: new Set<number>(), last: null };
  return {
    ids: chosen.ids,
    toggle: id => {
      const ids = new Set(chosen.ids);
      if (!ids.delete(id)) ids.add(id);
      setKept({ of: list, ids, last: id });
    },
    extend: (id, all) => {
      const [one, other] = [all.indexOf(chosen.last ?? id), all.indexOf(id)];
      const between = all.slice(Math.max(0, Math.min(one, other)), Math.max(one, other) + 1);
      setKept({ of: list, ids: new Set([...chosen.ids, ...between]), last: id });
    },
    choose: ids => setKept({ of: list, ids: new Set(ids), last: null }),
    clear: () => setKept({ of: list, ids: new Set(), last: null }),
  };
}
