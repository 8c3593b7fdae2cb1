/** What was typed before a field was there to receive it. */
export type KeysAhead = {
  /** The text so far, and whether Enter followed it. Ends the collecting. */
  readonly take: () => { readonly text: string; readonly isEntered: boolean };
};

/**
 * Collects the keys that are pressed while a field is being loaded. They would be lost, or taken for shortcuts of the
 * page. Escape gives up.
 */
export function collectKeys(giveUp: () => void): KeysAhead {
  let text = '';
  let isEntered = false;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') giveUp();
    else if (event.key === 'Enter') isEntered = true;
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return {
    take: () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      const taken = { text, isEntered };
      [text, isEntered] = ['', false];
      return taken;
    },
  };
}
