import { useEffectEvent, useLayoutEffect } from 'react';
import { createScanner } from '../platform/scanner';
import { isTyping } from '../platform/shortcuts';

// As many fast keys in a row are no shortcuts of the page any more.
const certainlyScanned = 3;

/** Opens what is scanned on a page. */
export function PageScans({ onScan }: { onScan: (code: string) => void }): null {
  const scanned = useEffectEvent(onScan);
  useLayoutEffect(() => listenForPageScans(code => scanned(code)), []);
  return null;
}

/** The tills take every scan themselves. */
const isTill = () => window.location.pathname.startsWith('/sales/pos');
const isCovered = () => document.querySelector('[aria-modal="true"],[data-covered]') !== null;

/**
 * Listens for a scanner while the cursor is in no field and no dialog is open. What is scanned into a field stays there.
 * Keys of a single letter work as before: only those that can be nothing but a scan are kept from the page.
 */
function listenForPageScans(onScan: (code: string) => void): () => void {
  let scanner = createScanner();
  let fast = 0;
  let code = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.repeat || isTyping(event.target) || isTill() || isCovered()) {
      scanner = createScanner();
      return;
    }
    const result = scanner.key(event.key, event.timeStamp);
    if (result.kind === 'scan' && isCode(result.code)) {
      event.preventDefault();
      event.stopPropagation();
      return onScan(result.code);
    }
    if (result.kind === 'pass' && result.begins) [fast, code] = [0, event.key];
    if (result.kind !== 'hold') return;
    fast += 1;
    code += event.key;
    if (fast < certainlyScanned || !isCode(code)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}

/** One key pressed again and again, as to move through rows, is no code. */
const isCode = (code: string) => new Set(code).size > 1;
