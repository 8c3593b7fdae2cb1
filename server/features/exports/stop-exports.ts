import type { Tx } from '../../platform/database/open-database';
import { failRunning } from './exports.queries';

/** After a restore, gives up every export that was being made. Returns how many there were. */
export const stopExports = (tx: Tx, now: Date): Promise<number> =>
  failRunning(tx, 'Stopped by a restore. Export again.', now);
