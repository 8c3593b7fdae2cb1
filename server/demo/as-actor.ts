import { writeAudits } from '../kernel/audit';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import { anonymousActor, type WriteContext } from '../platform/http/context';

/** Runs a use case as a user at a given time, and writes its audit entries, as a route would. */
export async function asActor<T>(
  tx: Tx,
  actor: Actor | undefined,
  now: Date,
  useCase: (ctx: WriteContext) => Promise<T>,
): Promise<T> {
  const ctx: WriteContext = {
    tx,
    actor: actor ?? anonymousActor,
    now,
    requestId: '',
    address: '',
    userAgent: '',
    audits: [],
    // There are no caches to invalidate yet.
    afterCommit: () => undefined,
  };
  const result = await useCase(ctx);
  await writeAudits(tx, ctx, ctx.audits);
  return result;
}
