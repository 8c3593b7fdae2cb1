import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from './store';

export type Shortcut = { readonly key: string; readonly label: string; readonly run: () => void };

/** The shortcuts of the current page; `?` lists them. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Registers a single-key shortcut while the component is mounted. Ignored while typing, and with Ctrl, Alt or Meta. */
export function useShortcut(key: string, label: string, run: () => void, enabled = true): void {
  const pressed = useEffectEvent(run);
  // Before the first paint, because a user who sees the button may press its key.
  useLayoutEffect(() => {
    if (!enabled) return;
    const shortcut = { key, label, run: () => pressed() };
    shortcuts.set([...shortcuts.get(), shortcut]);
    return () => shortcuts.set(shortcuts.get().filter(other => other !== shortcut));
  }, [key, label, enabled]);
}

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  // A check box takes no text, so shortcuts work after ticking one.
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

/** Whether Escape closes a dialog, a menu or a list of choices, and so nothing behind it. */
const closesPopup = ({ key, target }: KeyboardEvent) =>
  key === 'Escape' &&
  (document.querySelector('[aria-modal="true"]') !== null ||
    (target instanceof Element &&
      target.closest('[role="menu"],[role="dialog"],[role="listbox"],[aria-expanded="true"]') !== null));

/** Listens for shortcuts until the returned function is called. */
export function listenForShortcuts(): () => void {
  let isForPopup = false;
  // A popup may be gone when the key arrives at the document, so that is asked first.
  const onKeyFirst = (event: KeyboardEvent) => {
    isForPopup = closesPopup(event);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return;
    // An open dialog receives all keys, and a hidden page none.
    if (isForPopup || document.querySelector('[aria-modal="true"],[data-covered]')) return;
    const pressed = shortcuts.get().findLast(shortcut => shortcut.key === event.key);
    if (!pressed) return;
    event.preventDefault();
    pressed.run();
  };
  window.addEventListener('keydown', onKeyFirst, { capture: true });
  document.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener('keydown', onKeyFirst, { capture: true });
    document.removeEventListener('keydown', onKey);
  };
}
