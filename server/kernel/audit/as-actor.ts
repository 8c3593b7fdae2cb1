import type { Tx } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { anonymousActor, contextWithoutRequest, type WriteContext } from '../../platform/http/context';
import { writeAudits } from './write-audits';

/**
 * Runs a use case as a user at a given time, and writes its audit entries, as a route would. Work that is dated back has
 * its audit entries at the time they are written.
 */
export async function asActor<T>(
  tx: Tx,
  actor: Actor | undefined,
  now: Date,
  useCase: (ctx: WriteContext) => Promise<T>,
  writtenAt = now,
): Promise<T> {
  const ctx = contextWithoutRequest(tx, actor ?? anonymousActor, now);
  const result = await useCase(ctx);
  await writeAudits(tx, { ...ctx, now: writtenAt }, ctx.audits);
  return result;
}
