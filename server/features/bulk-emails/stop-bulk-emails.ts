import type { Tx } from '../../platform/database/open-database';
import { endBulkEmail, listRunning } from './bulk-emails.queries';

const reason = 'Stopped by a restore. This email may have been sent since.';
const problem =
  'Stopped by a restore. The remaining emails may have been sent since, so they are not sent again automatically.';

/** After a restore, ends every bulk email that was under way. Returns how many there were. */
export async function stopBulkEmails(tx: Tx, now: Date): Promise<number> {
  const running = await listRunning(tx);
  for (const id of running) await endBulkEmail(tx, id, { reason, problem, now });
  return running.length;
}
