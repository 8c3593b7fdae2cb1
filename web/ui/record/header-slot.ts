import { createStore, useStore } from '../../platform/store';

const slot = createStore<HTMLElement | null>(null);

/** The ref of the free space in the page's top bar, where a record shows its place in the list. */
export const headerSlot = (element: HTMLElement | null): void => slot.set(element);

/** The space itself; null until the top bar is drawn. */
export const useHeaderSlot = (): HTMLElement | null => useStore(slot);
