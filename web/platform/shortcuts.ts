import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from './store';

export type Shortcut = { readonly key: string; readonly label: string; readonly run: () => void };

/** The keys that work on the page as it stands; `?` lists them. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Lets a single key do something while the component is on the page. Not while typing, nor with Ctrl, Alt or Meta. */
export function useShortcut(key: string, label: string, run: () => void, enabled = true): void {
  const pressed = useEffectEvent(run);
  // Before the page is painted: whoever sees the button may press its key.
  useLayoutEffect(() => {
    if (!enabled) return;
    const shortcut = { key, label, run: () => pressed() };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter(other => other !== shortcut));
  }, [key, label, enabled]);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  // A check box takes no letters: whoever has just ticked one goes on by the keys.
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

/** Listens for the keys of the page, until the answered function is called. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return;
    // A window in front of the page has the keys to itself.
    if (document.querySelector('[aria-modal="true"]')) return;
    const wanted = shortcuts.get().findLast(shortcut => shortcut.key === event.key);
    if (!wanted) return;
    event.preventDefault();
    wanted.run();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
