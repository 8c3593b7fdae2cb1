import type { BulkState } from '#domain/bulk-changes/bulk-change.contract';
import type { Tone } from '../../ui/badge';

export const stateTones: Readonly<Record<BulkState, Tone>> = {
  running: 'info',
  done: 'success',
  undoing: 'info',
  undone: 'secondary',
};
