import { countOf } from '#domain/kernel/count-of';
import type { ImportState, RowsToShow } from '#domain/imports/import.contract';
import type { Tone } from '../../ui/badge';

export const stateTones: Readonly<Record<ImportState, Tone>> = {
  reading: 'info',
  mapping: 'warning',
  checking: 'info',
  checked: 'warning',
  committing: 'info',
  paused: 'warning',
  done: 'success',
  undoing: 'info',
  undo_stopped: 'warning',
  undone: 'secondary',
  failed: 'danger',
};

export const outcomeWords: Readonly<Record<RowsToShow, string>> = {
  rejected: 'Rejected',
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  repeated: 'Duplicate',
  skipped: 'Skipped',
};

/** `"-3332591.961"` → "−£3,332,591.961", with all decimals. */
export function poundsOf(exact: string): string {
  const [whole = '0', decimals = '00'] = exact.replace('-', '').split('.');
  return `${exact.startsWith('-') ? '−' : ''}£${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

/** A duration in words: "40 seconds", "3 minutes". */
export function spanOf(seconds: number): string {
  if (seconds < 90) return countOf(Math.max(1, seconds), 'second');
  return countOf(Math.round(seconds / 60), 'minute');
}
