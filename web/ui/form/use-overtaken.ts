import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { fieldClash, lineClash, lineSentences } from './conflict-words';
import type { FormConflict } from './form-conflict';
import { type LineFields, type MergedEdits, mergeEdits } from './merge-edits';
import { type FormLine, withLine } from '../lines/merge-lines';

type Choice = 'mine' | 'theirs';

type Overtaken<Values> = {
  readonly conflict: FormConflict | null;
  /** The record that the edit began with. */
  readonly before: () => Values;
  /** The edit began with another record: its values were stored earlier, and are loaded again. */
  readonly beginWith: (before: Values) => void;
  /** Merges the form with the record as it is now. What both changed waits for a choice. */
  readonly merge: (theirs: Values) => void;
  readonly choose: (field: string, choice: Choice) => void;
  /** Focuses the first choice that is not made; false if all are. */
  readonly focusUnchosen: () => boolean;
  readonly takeTheirs: () => void;
  /** The merged edit is sent: the choices are made. */
  readonly settle: () => void;
};

/** Merges this edit with another user's newer one (F12). */
export function useOvertaken<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  began: Values,
  lineFields: LineFields = {},
): Overtaken<Values> {
  const before = useRef(began);
  const [conflict, setConflict] = useState<FormConflict | null>(null);
  /** Puts the value of a choice into the form, by the choice's field. */
  const [apply, setApply] = useState<ReadonlyMap<string, (choice: Choice) => void>>(new Map());
  const begin = (values: Values, theirs: Values) => {
    before.current = theirs;
    form.setValues(values);
    form.resetDirty(theirs);
  };
  return {
    conflict,
    before: () => before.current,
    beginWith: record => {
      before.current = record;
    },
    merge: theirs => {
      const merged = mergeEdits(before.current, form.getValues(), theirs, lineFields);
      begin(merged.values, theirs);
      setConflict(conflictOf(form, merged, lineFields));
      setApply(choicesOf(form, merged));
    },
    choose: (field, choice) => {
      apply.get(field)?.(choice);
      setConflict(
        known =>
          known && {
            ...known,
            clashes: known.clashes.map(clash => (clash.field === field ? { ...clash, choice } : clash)),
          },
      );
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

function conflictOf<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  merged: MergedEdits<Values>,
  lineFields: LineFields,
): FormConflict {
  const node = (field: string) => form.getInputNode(field as never);
  return {
    taken: merged.taken.map(field => fieldClash(node, { field, mine: null, theirs: null }).label),
    lines: lineSentences(merged, lineFields),
    clashes: [
      ...merged.clashes.map(clash => fieldClash(node, clash)),
      ...merged.lines.flatMap(({ field, lines, clashes }) => {
        const rules = lineFields[field];
        if (!rules) return [];
        const placeOf = (key: string) => lines.findIndex(line => line.key === key) + 1;
        return clashes.map(clash => lineClash({ field, place: placeOf(clash.key) }, clash, rules));
      }),
    ],
  };
}

/** What each choice does to the form. */
function choicesOf<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  { clashes, lines }: MergedEdits<Values>,
): ReadonlyMap<string, (choice: Choice) => void> {
  const put = (field: string, value: unknown) => form.setValues({ [field]: value } as Partial<Values>);
  return new Map<string, (choice: Choice) => void>([
    ...clashes.map(
      clash =>
        [
          clash.field,
          (choice: Choice) => put(clash.field, choice === 'mine' ? clash.mine : clash.theirs),
        ] as const,
    ),
    ...lines.flatMap(({ field, clashes: ofLines }) =>
      ofLines.map(clash => {
        const linesNow = () => form.getValues()[field] as readonly FormLine[];
        const choose = (choice: Choice) =>
          put(field, withLine(linesNow(), clash, choice === 'mine' ? clash.mine : clash.theirs));
        return [`${field} ${clash.key}`, choose] as const;
      }),
    ),
  ]);
}
