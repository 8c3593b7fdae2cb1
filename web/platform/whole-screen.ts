import { useLayoutEffect } from 'react';
import { useShownPath } from './shown-path';
import { createStore, useStore } from './store';

/** How many parts on screen need the header and the menu even at the address of the till. */
const framed = createStore(0);

/** Whether the page has the whole screen, without header and menu: the till has. */
export const useWholeScreen = (): boolean => {
  const isFramed = useStore(framed) > 0;
  return useShownPath() === '/sales/pos' && !isFramed;
};

/** Keeps the header and the menu around what is shown instead of the till. */
export function useFrameAround(): void {
  useLayoutEffect(() => {
    framed.set(framed.get() + 1);
    return () => framed.set(framed.get() - 1);
  }, []);
}
