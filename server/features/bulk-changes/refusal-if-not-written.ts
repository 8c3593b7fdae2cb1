import type { WriteContext } from '../../platform/http/context';
import { refusalInSavepoint } from '../../platform/http/refusal-in-savepoint';

/** Writes one record in a savepoint. A broken rule concerns this record only: its reason; null when it was written. */
export async function refusalIfNotWritten(
  ctx: WriteContext,
  write: () => Promise<void>,
): Promise<string | null> {
  const written = await refusalInSavepoint(ctx, write);
  return 'refusal' in written ? written.refusal.message : null;
}
