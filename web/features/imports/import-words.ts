import type { ImportState, RowOutcome } from '#domain/imports/import.contract';
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
  undone: 'secondary',
  failed: 'danger',
};

export const outcomeWords: Readonly<Record<RowOutcome, string>> = {
  rejected: 'Rejected',
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  repeated: 'Repeated',
};

/** 4812 and "row" → "4,812 rows". */
export const countOf = (count: number, one: string): string =>
  `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`;
