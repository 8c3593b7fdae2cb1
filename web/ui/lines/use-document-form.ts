import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../platform/api';
import { useUser } from '../../platform/session';
import { type TabDraft, useTabDraft } from '../../platform/tab-draft';
import { type ContractForm, type ContractFormOptions, useContractForm } from '../form/form';
import { createLineStore, type KeyedLine, type LineStore } from './line-store';
import { type OutsideValues, useOutsideLines } from '../form/outside-values';

type WithLines<Line> = Record<string, unknown> & { lines: Line[] };

/** Unsaved changes to a document. */
export type DocumentDraft<Values> = {
  readonly values: Values;
  /** The document as it was when they were begun, to merge them with another user's (F12); null for a new one. */
  readonly before: Values | null;
  /** The key of the requests that save it: what was sent before the browser closed is not posted twice (R12). */
  readonly key?: string | null;
};

type Options<Values extends WithLines<Line>, Line extends KeyedLine, Reply> = Omit<
  ContractFormOptions<Values, Reply>,
  'initial' | 'began' | 'outside' | 'isKept' | 'attempt'
> & {
  /** What the draft is of, and the record that it changes. */
  readonly draft: { readonly of: string; readonly id: number | 'new' };
  /** The document as it is stored, or a blank one. */
  readonly record: () => Values;
} & (
    | { readonly blankLine: () => Line; readonly restoreLines?: undefined }
    /** The lines of a stored draft, in a form whose lines are those of another record. */
    | { readonly restoreLines: (stored: readonly Line[]) => Line[]; readonly blankLine?: undefined }
  );

export type DocumentForm<Values, Line extends KeyedLine> = {
  readonly form: ContractForm<Values>;
  readonly lines: LineStore<Line>;
  readonly autosave: TabDraft<DocumentDraft<Values>>;
  /** Whether something was typed since the form was opened or restored. */
  readonly isTouched: boolean;
  /** When the changes that were restored had been stored; null if there are none. */
  readonly restoredAt: number | null;
  readonly startAfresh: () => void;
  /** Loads the changes that another tab left. */
  readonly takeOffered: () => void;
};

/**
 * The form of a document. Its lines are stored apart from its other fields, so that a key renders one line (F11).
 * Unsaved changes are kept in this browser, so that a closed tab, an expired session or a power cut loses nothing. The
 * document changes only when it is saved: no number is taken and no revision is made before that.
 */
export function useDocumentForm<Values extends WithLines<Line>, Line extends KeyedLine, Reply>({
  draft,
  record: recordNow,
  blankLine,
  restoreLines = stored => (blankLine ? withNewKeys(stored, blankLine) : [...stored]),
  ...options
}: Options<Values, Line, Reply>): DocumentForm<Values, Line> {
  const autosave = useTabDraft<DocumentDraft<Values>>(
    `${draft.of}-draft:${useUser().id}:${draft.id}`,
    stored => readDraft(stored, restoreLines),
  );
  const { restored, offered } = autosave;
  const [isRestored, setRestored] = useState(restored !== null);
  const [record] = useState(recordNow);
  const initial = restored?.values.values ?? record;
  const [lines] = useState(() => createLineStore<Line>(initial.lines));
  const { attempt, continueWith } = useKeptKey(autosave);
  const form = useContractForm<Values, Reply>({
    ...options,
    initial,
    began: restored?.values.before ?? record,
    // The lines are those of `Values`, which the compiler cannot know of a generic type.
    outside: useOutsideLines(lines) as unknown as OutsideValues<Values>,
    attempt,
    isKept: () => autosave.kept.get() !== 'failed',
    onDone: reply => {
      autosave.forget();
      return options.onDone(reply);
    },
  });
  const edits = useEdits(lines, form.form.isDirty(), () =>
    autosave.keep({
      values: form.form.getValues(),
      before: draft.id === 'new' ? null : form.before(),
      key: attempt.current,
    }),
  );
  const load = (values: Values, before: Values, key: string | null = newIdempotencyKey()) => {
    continueWith(key);
    form.form.setValues(values);
    form.beginWith(before);
  };
  return {
    form,
    lines,
    autosave,
    isTouched: edits.isTouched,
    restoredAt: isRestored && restored ? restored.savedAt : null,
    startAfresh: () => {
      const fresh = recordNow();
      load(fresh, fresh);
      form.form.resetDirty();
      autosave.drop();
      edits.forget();
      setRestored(false);
    },
    takeOffered: () => {
      if (offered) load(offered.values.values, offered.values.before ?? record, offered.values.key);
      autosave.take();
    },
  };
}

/** The key of the requests that save the document. */
function useKeptKey({ restored, name }: Pick<TabDraft<DocumentDraft<unknown>>, 'restored' | 'name'>) {
  const [first] = useState(() => restored?.values.key ?? newIdempotencyKey());
  const attempt = useRef<string | null>(first);
  const known = useRef(name);
  useEffect(() => {
    // A duplicated tab enters a document of its own.
    if (known.current !== name) attempt.current = newIdempotencyKey();
    known.current = name;
  }, [name]);
  const continueWith = (key: string | null) => {
    attempt.current = key;
  };
  return { attempt, continueWith };
}

/** Keeps what was edited: after each change of a line, and when the form renders with changes of other fields. */
function useEdits<Line extends KeyedLine>(lines: LineStore<Line>, isDirty: boolean, keep: () => void) {
  const [areLinesTouched, touchLines] = useState(false);
  const isTouched = areLinesTouched || isDirty;
  const onLinesChanged = useEffectEvent(() => {
    touchLines(true);
    keep();
  });
  useEffect(() => lines.onAny(() => onLinesChanged()), [lines]);
  useEffect(() => {
    if (isTouched) keep();
  });
  return { isTouched, forget: () => touchLines(false) };
}

/** Earlier versions stored the values alone. */
const readDraft = <Values extends WithLines<Line>, Line extends KeyedLine>(
  stored: DocumentDraft<Values> | Values,
  restoreLines: (lines: readonly Line[]) => Line[],
): DocumentDraft<Values> => {
  const draft: DocumentDraft<Values> = isDraft(stored) ? stored : { values: stored, before: null };
  return { ...draft, values: { ...draft.values, lines: restoreLines(draft.values.lines) } };
};

/** Keys are numbered per page, so a stored key could clash with a new one. */
const withNewKeys = <Line extends KeyedLine>(lines: readonly Line[], blankLine: () => Line): Line[] =>
  lines.map(line => ({ ...blankLine(), ...line, key: blankLine().key }));

const isDraft = <Values extends object>(
  stored: DocumentDraft<Values> | Values,
): stored is DocumentDraft<Values> => 'values' in stored;
