const passing = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Gives the focus back to where it was before a window or a menu took it, once that is gone from the page with the focus
 * in it. The kit does so for windows that it closes, not for those that are taken away. Until the answered function is called.
 */
export function giveFocusBack(): () => void {
  let opener: HTMLElement | null = null;
  let visited: Element | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    visited = target.closest(passing);
    if (!visited) opener = target;
  };
  const gone = new MutationObserver(() => {
    if (!visited || visited.isConnected || document.activeElement !== document.body) return;
    visited = null;
    // What led to the window may be gone as well: a row that it deleted.
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', onFocus);
  gone.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    gone.disconnect();
  };
}

const fields = 'input:not([type="hidden"], [type="file"]), select, textarea';

/** Begins a window at the first field of its form, unless it begins elsewhere of its own: not at its closing button. */
export function beginAtFirstField(form: HTMLFormElement | null): void {
  const shown = form?.closest('[role="dialog"]');
  if (!form || !shown || shown.querySelector('[data-autofocus]')) return;
  const first = [...form.querySelectorAll<HTMLElement>(fields)].find(field => !field.matches(':disabled'));
  if (!first) return;
  // The kit looks for this when it takes the focus into the window; where it has done so already, it is too late for that.
  first.dataset.autofocus = 'true';
  if (shown.contains(document.activeElement) && !document.activeElement?.matches(fields)) first.focus();
}
