import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { type CacheableCall, useReload } from '../../platform/reload';
import { useUnsaved } from '../../platform/unsaved';
import type { SaveResult, TextValues } from './save-fields';
import { type LastEdit, notifySaved } from './saved-edit';

/** To the next or the previous cell that can be edited. */
export type Step = 1 | -1;

export type CellEdit = {
  readonly values: TextValues;
  readonly change: (field: string, value: string) => unknown;
  readonly busy: boolean;
  readonly isChanged: boolean;
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
  readonly save: (step?: Step) => Promise<void>;
  readonly cancel: () => void;
  /** Ends an edit without changes, because the focus is elsewhere. */
  readonly leave: () => void;
};

type Terms = {
  /** The fields with their labels and values as shown. */
  readonly fields: readonly { readonly name: string; readonly label: string; readonly value: string }[];
  /** What is edited, such as "Phone of Meridian Foods". */
  readonly what: string;
  readonly list: CacheableCall;
  readonly lastEdit: LastEdit;
  readonly body: RefObject<HTMLElement | null>;
  /** In the cell. */
  readonly anchor: RefObject<Element | null>;
  readonly send: (base: TextValues, typed: TextValues) => Promise<SaveResult>;
  /** Ends the edit, and goes on to another cell of the row, or to the row unless the focus is elsewhere already. */
  readonly onEnd: (next?: Step | 'elsewhere') => void;
};

type Problem = Pick<CellEdit, 'errors' | 'message'>;
const noProblem: Problem = { errors: {}, message: null };

/** The edit of a cell. What is typed stays until it is saved or cancelled, whatever happens meanwhile. */
export function useCellEdit({ fields, what, list, anchor, send, onEnd, ...table }: Terms): CellEdit {
  const reload = useReload(list);
  /** What another user has saved meanwhile, once it is known. */
  const [overtakenBy, setOvertakenBy] = useState<TextValues | null>(null);
  const base = overtakenBy ?? Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const [entered, setEntered] = useState<TextValues>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(noProblem);
  const isOver = useRef(false);
  const typed = Object.fromEntries(Object.entries(entered).filter(([name, value]) => value !== base[name]));
  const isChanged = Object.keys(typed).length > 0;
  useUnsaved(() => isChanged && !isOver.current);
  useTellLost(
    anchor,
    () => isChanged && !isOver.current && `${what} was not saved: ${Object.values(typed).join(', ')}`,
  );

  const end: typeof onEnd = next => {
    isOver.current = true;
    onEnd(next);
  };
  const overtaken = (names: readonly string[], now: TextValues) => {
    setOvertakenBy(now);
    const both = fields.filter(({ name }) => names.includes(name));
    const words = both.map(({ name, label }) => `${label} to “${now[name]}”`);
    setProblem({
      ...noProblem,
      message: `Another user changed ${words.join(' and ')}. Save again to replace it, or cancel to keep it.`,
    });
  };
  const save = async (step?: Step) => {
    if (busy) return;
    if (!isChanged) return end(step);
    setBusy(true);
    setProblem(noProblem);
    try {
      const result = await send(base, typed);
      if (result.is === 'saved') {
        isOver.current = true;
        return reload(() => {
          notifySaved({ what, undo: result.undo, reload, ...table });
          onEnd(step);
        });
      }
      if (result.is === 'overtaken') overtaken(result.fields, result.values);
      else setProblem(refusal(result.errors, base));
    } catch (error) {
      setProblem({ ...noProblem, message: failure(error) });
    }
    setBusy(false);
  };
  return {
    ...problem,
    values: { ...base, ...entered },
    busy,
    isChanged,
    change: (field, value) => busy || setEntered({ ...entered, [field]: value }),
    save,
    leave: () => end('elsewhere'),
    cancel: () => {
      end();
      // Another user's value may not be shown yet.
      if (problem.message !== null) reload();
    },
  };
}

/** A refused field that is not in the cell has no place for its message but beside the others. */
function refusal(errors: Readonly<Record<string, string>>, shown: TextValues): Problem {
  const others = Object.entries(errors).filter(([field]) => !(field in shown));
  return {
    errors,
    message:
      others.length === 0
        ? null
        : `${others.map(([, message]) => message).join(' ')} Edit the whole record to change this.`,
  };
}

const failure = (error: unknown): string =>
  error instanceof ApiError && error.status === 0
    ? `${error.message} Your change is not saved.`
    : messageOf(error, 'The change could not be saved. Try again.');

/** The row may leave the page while it is edited, because another user has changed the record. */
function useTellLost(anchor: RefObject<Element | null>, lost: () => string | false): void {
  const lostNow = useEffectEvent(lost);
  useEffect(() => {
    const shown = anchor.current?.closest('table');
    return () => {
      const words = shown?.isConnected && lostNow();
      if (words) toast.error(words);
    };
  }, [anchor]);
}
