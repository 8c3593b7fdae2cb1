import { useRef, useState } from 'react';
import { quantity, textFromQuantity } from '#domain/kernel/quantity';
import type { CountLine } from '#domain/stock/stock-count.contract';
import { ApiError, messageOf } from '../../platform/api-error';
import { useUnsaved } from '../../platform/unsaved';
import { typedQuantity } from '../../ui/form/typed-figures';
import type { Counting } from './use-counting';

/**
 * The quantity field of one product: what is typed until it is saved, and why it could not be. A count that another
 * user entered meanwhile is replaced only by a second attempt, after the message has named it (F12).
 */
export function useCountField(line: CountLine, enter: Counting) {
  const [typed, setTyped] = useState<string | null>(null);
  // What the field showed when the user began to type: a refresh may bring another user's count meanwhile.
  const [replaces, setReplaces] = useState(line.counted);
  const [problem, setProblem] = useState<string | null>(null);
  // Leaving the field once more is no decision: the count is typed again, or entered again.
  const isRefused = useRef(false);
  const isSending = useRef(false);
  const saved = line.counted === null ? '' : textFromQuantity(line.counted);
  useUnsaved(
    () => typed !== null && typedQuantity(typed) !== saved && (problem !== null || !isSending.current),
  );
  const reset = () => {
    isRefused.current = false;
    setProblem(null);
    setTyped(null);
  };
  const save = async () => {
    const entered = typedQuantity(typed ?? saved);
    if (typed === null || entered === saved) return reset();
    if (isRefused.current) return;
    const over = {
      product_id: line.product_id,
      replaces: replaces === null ? null : textFromQuantity(replaces),
    };
    isSending.current = true;
    try {
      await enter(
        entered === '' ? { ...over, how: 'clear' } : { ...over, how: 'set', quantity: entered },
        () => setProblem('Not confirmed yet. It is sent again until there is an answer.'),
      );
      setProblem(null);
      // The user may have typed on while it was being saved. The field itself writes ".5" as "0.5".
      setTyped(now => (now !== null && typedQuantity(now) === entered ? null : now));
    } catch (error) {
      setProblem(messageOf(error, 'Not saved. Try again.'));
      // The message names the other user's count, so the next attempt replaces that one.
      const theirs = quantity.safeParse(error instanceof ApiError ? error.current : undefined);
      if (theirs.success) {
        setReplaces(theirs.data);
        isRefused.current = true;
      }
    } finally {
      isSending.current = false;
    }
  };
  return {
    shown: typed ?? saved,
    problem,
    type: (value: string) => {
      isRefused.current = false;
      if (typed === null) setReplaces(line.counted);
      setTyped(value);
    },
    save,
    /** Enter means it, also without another figure. */
    enterAgain: () => {
      isRefused.current = false;
    },
    reset,
  };
}
