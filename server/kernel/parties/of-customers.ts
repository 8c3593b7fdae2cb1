import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

type OfCustomers = { readonly customer_id?: readonly number[] | undefined };

/**
 * The filter of a list, with those that were merged into its customers since: their documents are theirs now. It is read
 * before the list, because the planner knows how many documents customers have only if it knows which ones.
 */
export async function withMergedCustomers<Filter extends OfCustomers>(
  db: Reader,
  filter: Filter,
): Promise<Filter> {
  if (!filter.customer_id) return filter;
  const { rows } = await sql<{ id: number }>`
    select id from customers where merged_into_id = any(${[...filter.customer_id]}::bigint[])`.execute(db);
  return { ...filter, customer_id: [...filter.customer_id, ...rows.map(({ id }) => id)] };
}
