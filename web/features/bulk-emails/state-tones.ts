import type { BulkEmailState } from '#domain/bulk-emails/bulk-email.contract';
import type { Tone } from '../../ui/badge';

export const stateTones: Readonly<Record<BulkEmailState, Tone>> = {
  running: 'info',
  done: 'success',
  stopped: 'warning',
};
