import { useEffect, useEffectEvent } from 'react';
import { createStore } from './store';

// Asked at the moment of leaving, so that no page draws itself again with each letter that is typed.
const unsaved = new Set<() => boolean>();

/** The question whether to leave while it is open: called with the answer. */
export const leaveQuestion = createStore<((leave: boolean) => void) | null>(null);

/** Has the page count as unsaved while `isUnsaved` says so and the component is there. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const answer = useEffectEvent(isUnsaved);
  useEffect(() => {
    const ask = () => answer();
    unsaved.add(ask);
    return () => void unsaved.delete(ask);
  }, []);
}

export const hasUnsavedChanges = (): boolean => [...unsaved].some(isUnsaved => isUnsaved());

/**
 * Whether what is on the screen may go: at once when nothing would be lost, else as the person answers. While the
 * question is open, a second attempt to leave is no answer to it.
 */
export async function confirmLeave(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true;
  if (leaveQuestion.get()) return false;
  return new Promise(resolve => {
    leaveQuestion.set(leave => {
      leaveQuestion.set(null);
      resolve(leave);
    });
  });
}

/** Does what takes the screen away, once that may happen. */
export function leaving(leave: () => void): void {
  if (!hasUnsavedChanges()) return leave();
  void confirmLeave().then(may => may && leave());
}
