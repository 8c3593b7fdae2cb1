import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';

/** Marks the held sale as sold. A missing one does not prevent the sale. */
export async function settleHeldBasket(ctx: WriteContext, id: number): Promise<void> {
  await sql`
    update held_baskets set status = 'resumed', version = version + 1 where id = ${id} and status = 'held'`.execute(
    ctx.tx,
  );
}
