import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { KeyedLine, LineStore } from '../lines/line-store';

/** Values of a form that its fields subscribe to by themselves, so that a change does not render the whole form. */
export type OutsideValues<Values> = {
  readonly read: () => Partial<Values>;
  readonly write: (values: Partial<Values>) => void;
  readonly isDirty: () => boolean;
  /** They, or those given, are what the record holds. */
  readonly resetDirty: (values?: Partial<Values>) => void;
};

/** The lines of a document form as its outside value `lines`. */
export function useOutsideLines<Line extends KeyedLine>(
  store: LineStore<Line>,
): OutsideValues<{ lines: Line[] }> {
  const [outside] = useState(() => {
    let clean = store.lines();
    return {
      read: () => ({ lines: store.lines() as Line[] }),
      write: ({ lines }: { lines?: Line[] }) => lines && store.set(lines),
      // Lines typed and typed back count as changed: comparing all of them at each key would take long.
      isDirty: () => store.lines() !== clean,
      resetDirty: (values?: { lines?: Line[] }) => {
        clean = values?.lines ?? store.lines();
      },
    };
  });
  return outside;
}

/** The values without those that are kept outside. */
export function insideOnly<Values extends Record<string, unknown>>(
  values: Values,
  outside: OutsideValues<Values> | undefined,
): Values {
  if (!outside) return values;
  const names = new Set(Object.keys(outside.read()));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name))) as Values;
}

/** The form as if it held the outside values too. They are current when it renders, and do not make it render. */
export function withOutside<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  outside: OutsideValues<Values> | undefined,
): UseFormReturnType<Values> {
  if (!outside) return form;
  const getValues = (): Values => ({ ...form.getValues(), ...outside.read() });
  return {
    ...form,
    values: getValues(),
    getValues,
    setValues: next => {
      const change = next as Partial<Values> | ((before: Values) => Partial<Values>);
      const values = typeof change === 'function' ? change(getValues()) : change;
      form.setValues(insideOnly(values as Values, outside));
      outside.write(values);
    },
    isDirty: path => (path === undefined ? form.isDirty() || outside.isDirty() : form.isDirty(path)),
    resetDirty: values => {
      form.resetDirty(values && insideOnly(values, outside));
      outside.resetDirty(values);
    },
  };
}
