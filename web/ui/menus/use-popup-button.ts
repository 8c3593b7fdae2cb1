import { useCallback, useRef, useState } from 'react';

/**
 * Whether the popup of a button is open. The button is rendered again with the popup and without it, so the focus that
 * was in the popup is given to the new button when it closes (F109).
 */
export function usePopupButton() {
  const [isOpen, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  const button = useCallback((node: HTMLButtonElement | null) => {
    if (!node || !takesFocus.current) return;
    takesFocus.current = false;
    node.focus({ preventScroll: true });
  }, []);
  const close = useCallback(() => {
    const { activeElement } = document;
    // Not if an action has moved the focus elsewhere.
    takesFocus.current = activeElement === document.body || popup.current?.contains(activeElement) === true;
    setOpen(false);
  }, []);
  return { isOpen, button, popup, close, toggle: isOpen ? close : () => setOpen(true) };
}
