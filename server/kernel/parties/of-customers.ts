import { type RawBuilder, sql } from 'kysely';

/** Whether a document is of one of these customers, or of one that was merged into them since. */
export const isOfCustomers = (
  column: RawBuilder<unknown>,
  ids: readonly number[],
): RawBuilder<unknown> => sql`
  ${column} = any(array(select unnest(${[...ids]}::bigint[])
    union all select m.id from customers m where m.merged_into_id = any(${[...ids]}::bigint[])))`;
