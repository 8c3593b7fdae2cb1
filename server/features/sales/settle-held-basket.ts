import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';

/** A basket that was held and is sold now waits no longer. One that is gone is no reason to refuse a sale. */
export async function settleHeldBasket(ctx: WriteContext, id: number): Promise<void> {
  await sql`
    update held_baskets set status = 'resumed', version = version + 1 where id = ${id} and status = 'held'`.execute(
    ctx.tx,
  );
}
