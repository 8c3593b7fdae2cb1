import { sql } from 'kysely';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';

type Settled = { readonly held_basket_id?: number | null | undefined; readonly client_id: string };

/**
 * Marks the held sale as sold, if it is the one that this sale completes: a basket keeps its id when it is held and
 * resumed, on any till. A missing one, or another one, does not prevent the sale and stays as it is.
 */
export async function settleHeldBasket(
  ctx: WriteContext,
  { held_basket_id: id, client_id }: Settled,
  { number }: { readonly number: string },
): Promise<void> {
  if (id == null) return;
  const { rows } = await sql<{ name: string }>`
    update held_baskets set status = 'resumed', ended_by = ${ctx.actor.id}, ended_at = ${ctx.now}, version = version + 1
    where id = ${id} and client_id = ${client_id} and status = 'held' returning name`.execute(ctx.tx);
  for (const { name } of rows)
    recordAudit(ctx, {
      action: 'resumed',
      recordType: 'held_basket',
      recordId: id,
      recordName: name,
      after: { sale: number },
    });
}
