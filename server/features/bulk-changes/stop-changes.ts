import type { Tx } from '../../platform/database/open-database';
import { finishStep, interruptUndoing, listUnderWay, refuseRest } from './bulk-changes.queries';

const stopped = 'Stopped by a restore. The remaining records were not changed.';
const undoStopped = 'Undoing was stopped by a restore. Choose Undo to continue.';

/**
 * After a restore, ends every bulk change that was under way: it is often what the restore was meant to undo. Returns
 * how many there were.
 */
export async function stopBulkChanges(tx: Tx, now: Date): Promise<number> {
  const underWay = await listUnderWay(tx);
  for (const change of underWay)
    if (change.state === 'undoing') await interruptUndoing(tx, change.id, undoStopped);
    else {
      await refuseRest(tx, change, stopped);
      await finishStep(tx, change, now);
    }
  return underWay.length;
}
