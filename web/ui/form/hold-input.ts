const changing = ['beforeinput', 'keydown', 'mousedown', 'click'];

/** Whether an event leaves the form as it is: Tab, F5 or Ctrl+C, and the click that only moves the focus. */
const changesNothing = (event: Event): boolean =>
  event instanceof KeyboardEvent
    ? event.ctrlKey || event.metaKey || event.altKey || /^(Tab|F\d+)$/.test(event.key)
    : event.type === 'mousedown' && !(event.target instanceof HTMLSelectElement);

/**
 * Keeps a form as it was sent until it is saved: what is typed meanwhile would vanish with the answer, unseen. Disabled
 * fields would lose the focus. Returns the function that ends this.
 */
export function holdInput(form: HTMLElement | null): () => void {
  const hold = (event: Event) => {
    if (changesNothing(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of changing) form?.addEventListener(kind, hold, true);
  return () => {
    for (const kind of changing) form?.removeEventListener(kind, hold, true);
  };
}
