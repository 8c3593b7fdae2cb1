import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';

/** Stores that this user took part in a stocktake, whoever counts its lines later (rule P15). */
export const noteCounter = (ctx: WriteContext, id: number) =>
  sql`
  insert into stock_count_counters (stock_count_id, user_id) values (${id}, ${ctx.actor.id}) on conflict do nothing`.execute(
    ctx.tx,
  );

/** Everyone who took part in a stocktake: who started it, and who ever counted, cleared or valued a line. */
export async function countersOf(ctx: WriteContext, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from stock_count_counters where stock_count_id = ${id}
    union select started_by from stock_counts where id = ${id}`.execute(ctx.tx);
  return rows.map(row => row.id);
}
