const passing = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Returns the focus to where it was before a dialog or menu that is removed while focused. The library does so for
 * dialogs that it closes, not for those that are unmounted. Active until the returned function is called.
 */
export function giveFocusBack(): () => void {
  let opener: HTMLElement | null = null;
  let visited: Element | null = null;
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    visited = target.closest(passing);
    if (!visited) opener = target;
  };
  const removal = new MutationObserver(() => {
    if (!visited || visited.isConnected || document.activeElement !== document.body) return;
    visited = null;
    // The opener may be gone too, such as the row that was deleted.
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  });
  document.addEventListener('focusin', onFocus);
  removal.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocus);
    removal.disconnect();
  };
}

const fields = 'input:not([type="hidden"], [type="file"]), select, textarea';

/** Starts a dialog at the first field of its form instead of its close button, unless it sets the focus itself. */
export function focusFirstField(form: HTMLFormElement | null): void {
  const shown = form?.closest('[role="dialog"]');
  if (!form || !shown) return;
  const first =
    shown.querySelector<HTMLElement>('[data-autofocus]') ??
    [...form.querySelectorAll<HTMLElement>(fields)].find(field => !field.matches(':disabled'));
  if (!first) return;
  // The library looks for this attribute when it moves the focus into the dialog; if it has done so already, set the
  // focus here.
  first.dataset.autofocus = 'true';
  if (shown.contains(document.activeElement) && !document.activeElement?.matches(fields)) first.focus();
}
