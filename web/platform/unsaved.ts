import { useEffect, useEffectEvent } from 'react';
import { createStore } from './store';

/** Whether something would be lost. Of what is kept while the page stays, another filter or view of it loses nothing. */
type IsUnsaved = (isSamePage: boolean) => boolean;

// Called only on leaving, so that typing does not re-render the page.
export const unsaved = new Set<IsUnsaved>();

/** The open leave question; called with the user's answer. */
export const leaveQuestion = createStore<((leave: boolean) => void) | null>(null);

/** Marks the page as unsaved while `isUnsaved` returns true and the component is mounted. */
export function useUnsaved(isUnsaved: IsUnsaved): void {
  const isUnsavedNow = useEffectEvent(isUnsaved);
  useEffect(() => {
    const ask: IsUnsaved = isSamePage => isUnsavedNow(isSamePage);
    unsaved.add(ask);
    return () => void unsaved.delete(ask);
  }, []);
}

export const hasUnsavedChanges = (isSamePage = false): boolean =>
  [...unsaved].some(isUnsaved => isUnsaved(isSamePage));

/**
 * Whether the user may leave: immediately when nothing would be lost, otherwise as they answer. A second attempt to
 * leave does not answer the open question.
 */
export async function confirmLeave(isSamePage = false): Promise<boolean> {
  if (!hasUnsavedChanges(isSamePage)) return true;
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
