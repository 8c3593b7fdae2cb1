import { createScanner, maxPauseMs } from '../../../platform/scanner';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Before = { readonly field: Field; readonly value: string };

const fieldOf = (element: Element | null): Field | null =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;

let lastHeld = Number.NEGATIVE_INFINITY;

/** Runs the command of a single letter, unless it is the first letter of a scanned code. */
export function unlessScanned(run: () => void): void {
  const pressed = performance.now();
  setTimeout(() => {
    if (lastHeld < pressed) run();
  }, maxPauseMs + 15);
}

/**
 * Listens for a scanner wherever the cursor is. Scanned codes reach no field. Fast typing that was no scan is
 * put into the field it was meant for.
 */
export function listenForScans(onScan: (code: string) => void): () => void {
  const scanner = createScanner();
  let before: Before | null = null;
  // The part of a code that already reached the page, when its first letter opened a field.
  let passed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const bring = (text: string) => {
    insert(text);
    passed += text;
  };
  const release = (at: number) => {
    const text = scanner.release(at);
    if (text) bring(text);
    // Not finished. Check again when the pause is over.
    if (text === null) timer = setTimeout(() => release(performance.now()), maxPauseMs);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // The time of the key press, not the time a busy page handled it.
    const at = event.timeStamp;
    clearTimeout(timer);
    const late = scanner.release(at);
    if (late) bring(late);
    const field = fieldOf(document.activeElement);
    const result = scanner.key(event.key, at);
    if (result.kind === 'pass') {
      if (result.late) bring(result.late);
      if (result.begins) passed = '';
      if (event.key.length === 1) passed += event.key;
      if (result.begins) before = field && { field, value: field.value };
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    lastHeld = at;
    if (result.kind === 'hold') {
      timer = setTimeout(() => release(performance.now()), maxPauseMs + 5);
      return;
    }
    if (before?.field.isConnected) setValue(before.field, before.value);
    else if (field?.value.endsWith(passed))
      setValue(field, field.value.slice(0, -passed.length || undefined));
    before = null;
    onScan(result.code);
  };
  document.addEventListener('keydown', onKey, true);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKey, true);
  };
}

function insert(text: string): void {
  const field = fieldOf(document.activeElement);
  if (!field || field.readOnly || field.disabled) return;
  field.setRangeText(
    text,
    field.selectionStart ?? field.value.length,
    field.selectionEnd ?? field.value.length,
    'end',
  );
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Simulates typing: React listens to the event and compares with the value it knows. */
function setValue(field: Field, value: string): void {
  field.setRangeText(value, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
