/** The message of the line that has the focus; null without one. */
export function focusedMessage(): number | null {
  const id = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id;
  return id === undefined ? null : Number(id);
}
