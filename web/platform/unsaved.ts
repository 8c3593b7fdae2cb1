import { useEffect, useEffectEvent } from 'react';
import { createStore } from './store';

// Called only on leaving, so that typing does not re-render the page.
export const unsaved = new Set<() => boolean>();

/** The open leave question; called with the user's answer. */
export const leaveQuestion = createStore<((leave: boolean) => void) | null>(null);

/** Marks the page as unsaved while `isUnsaved` returns true and the component is mounted. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const isUnsavedNow = useEffectEvent(isUnsaved);
  useEffect(() => {
    const ask = () => isUnsavedNow();
    unsaved.add(ask);
    return () => void unsaved.delete(ask);
  }, []);
}

export const hasUnsavedChanges = (): boolean => [...unsaved].some(isUnsaved => isUnsaved());

/**
 * Whether the user may leave: immediately when nothing would be lost, otherwise as they answer. A second attempt to
 * leave does not answer the open question.
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

/** Runs `leave` once the user may leave. */
export function leaving(leave: () => void): void {
  if (!hasUnsavedChanges()) return leave();
  void confirmLeave().then(isConfirmed => isConfirmed && leave());
}
