import { useState } from 'react';

/** The messages that are chosen in a list. */
export type Choice = {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
  /** Everything from the one that was chosen last up to this one, as a click with Shift does it. */
  readonly extend: (id: number, all: readonly number[]) => void;
  readonly choose: (ids: readonly number[]) => void;
  readonly clear: () => void;
};

type Chosen = { readonly of: string; readonly ids: ReadonlySet<number>; readonly last: number | null };

/** Belongs to one list: in another folder nothing is chosen. */
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
