import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { labelOf, valueInWords } from './field-words';
import type { FormConflict } from './form-conflict';
import { mergeEdits } from './merge-edits';

type Overtaken<Values> = {
  readonly conflict: FormConflict | null;
  /** Merges the form with the record as it is now. Fields that both changed wait for a choice. */
  readonly merge: (theirs: Values) => void;
  readonly choose: (field: string, choice: 'mine' | 'theirs') => void;
  /** Focuses the first field that waits for a choice; false if none does. */
  readonly focusUnchosen: () => boolean;
  readonly takeTheirs: () => void;
  /** The merged edit is sent: the choices are made. */
  readonly settle: () => void;
};

/** An edit that another user's has overtaken: both are kept where they can be, and nothing is lost unseen (F12). */
export function useOvertaken<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initial: Values,
): Overtaken<Values> {
  /** The record that the edit began with. */
  const before = useRef(initial);
  const [conflict, setConflict] = useState<FormConflict | null>(null);
  const begin = (values: Values, theirs: Values) => {
    before.current = theirs;
    form.setValues(values);
    form.resetDirty(theirs);
  };
  return {
    conflict,
    merge: theirs => {
      const merged = mergeEdits(before.current, form.getValues(), theirs);
      const input = (field: string) => form.getInputNode(field as never);
      setConflict({
        taken: merged.taken.map(field => labelOf(input(field), field)),
        clashes: merged.clashes.map(({ field, mine, theirs: other }) => ({
          field,
          label: labelOf(input(field), field),
          mine: valueInWords(input(field), mine),
          theirs: valueInWords(input(field), other),
          choice: null,
          values: { mine, theirs: other },
        })),
      });
      begin(merged.values, theirs);
    },
    choose: (field, choice) => {
      const chosen = conflict?.clashes.find(clash => clash.field === field);
      if (!conflict || !chosen) return;
      form.setValues({ [field]: chosen.values[choice] } as Partial<Values>);
      const clashes = conflict.clashes.map(clash => (clash === chosen ? { ...clash, choice } : clash));
      setConflict({ ...conflict, clashes });
    },
    focusUnchosen: () => {
      const unchosen = conflict?.clashes.find(({ choice }) => choice === null);
      if (!unchosen) return false;
      document
        .querySelector<HTMLElement>('.form-conflict [role="radiogroup"]:not(:has(input:checked)) input')
        ?.focus();
      return true;
    },
    takeTheirs: () => {
      begin(before.current, before.current);
      setConflict(null);
    },
    settle: () => setConflict(null),
  };
}
