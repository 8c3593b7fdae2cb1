import type { Tx } from '../../platform/database/open-database';
import { failStep, findImport, listPosting } from './imports.queries';
import { isWorking, stateAfter } from './state-after';

const stopped = 'Stopped by a restore. Nothing was imported or undone by this step.';
const partlyStopped = 'Paused by a restore. The work done so far is kept. Continue if you still need it.';

/**
 * After a restore, stops every import that was being carried out or undone: it is often what the restore was meant to
 * undo. Reading and checking a file change no records, so they go on. Returns how many were stopped.
 */
export async function stopImports(tx: Tx): Promise<number> {
  let count = 0;
  for (const id of await listPosting(tx)) {
    const imported = await findImport(tx, id);
    if (!imported || !isWorking(imported.state)) continue;
    const { back, isPartly } = stateAfter(imported.state, imported);
    await failStep(tx, id, imported.state, back, isPartly ? partlyStopped : stopped);
    count++;
  }
  return count;
}
