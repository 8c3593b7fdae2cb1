/**
 * Ctrl+Enter sends the form that has the focus, from any of its fields. Listens on the document, because a React
 * handler on the form would also see the keys of a dialog opened from it.
 */
export function sendFormsOnCtrlEnter(): void {
  document.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(event.target instanceof Element))
      return;
    const form = event.target.closest('form');
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector<HTMLButtonElement>('[type="submit"]');
    if (button?.matches(':disabled, [data-disabled], [data-loading]')) return;
    form.requestSubmit(button);
  });
}
