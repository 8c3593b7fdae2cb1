/** What was typed before a field was there to receive it. */
export type KeysAhead = {
  /** The text so far. Ends the collecting. */
  readonly take: () => {
    readonly text: string;
    /** Whether Enter followed it. */
    readonly isEntered: boolean;
    /** Whether it was scanned on a page. */
    readonly isScanned: boolean;
  };
};

/**
 * Collects the keys that are pressed while a field is being loaded. They would be lost, or taken for shortcuts of the
 * page. Escape gives up. A code that was scanned is the first of them.
 */
export function collectKeys(giveUp: () => void, scanned = ''): KeysAhead {
  let text = scanned;
  let isEntered = scanned !== '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') giveUp();
    else if (event.key === 'Enter') isEntered = true;
    else if (event.key === 'Backspace') text = text.slice(0, -1);
    else if (event.key.length !== 1) return;
    else if (isEntered) [text, isEntered] = [event.key, false];
    else text += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return {
    take: () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      const taken = { text, isEntered, isScanned: scanned !== '' };
      [text, isEntered] = ['', false];
      return taken;
    },
  };
}
