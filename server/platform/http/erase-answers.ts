import { sql } from 'kysely';
import type { Tx } from '../database/open-database';

/** A kind of person: where their records are in the API, and the fields of answers that name one. */
type People = { readonly routes: string; readonly named: string };

/**
 * Empties the stored answers that name these people: of requests for their own record, and of documents that have them as a
 * field. The keys stay, so that a repeated request still has no second effect (rules K3, R12).
 */
export async function eraseAnswers(tx: Tx, { routes, named }: People, ids: readonly number[]): Promise<void> {
  // A document is the answer itself, or a part of it, such as the sale of an exchange.
  // A bulk email has an id of its own.
  // A list below a record, such as of its files, does not say whose it is: the answers of all such records are emptied.
  const person = `$.**{0 to 2}.${named} ? (@.id == $ids[*])`;
  await sql`
    update idempotency_keys set answer = null
    where answer is not null and (
      (route like ${`% ${routes}%`} and route not like '%/bulk-email' and answer -> 'id' = any(${ids.map(String)}::jsonb[]))
      or (route like ${`% ${routes}/{id}/%`} and jsonb_exists(answer, 'data'))
      or jsonb_path_exists(answer, ${person}::jsonpath, ${JSON.stringify({ ids })}::jsonb))`.execute(tx);
}

/** Empties the stored answers of a route that made these records, which are deleted with what was personal in them. */
export async function eraseAnswersOf(tx: Tx, route: string, ids: readonly number[]): Promise<void> {
  await sql`
    update idempotency_keys set answer = null
    where route = ${route} and answer -> 'id' = any(${ids.map(String)}::jsonb[])`.execute(tx);
}
