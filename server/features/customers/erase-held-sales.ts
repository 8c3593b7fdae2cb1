import { sql } from 'kysely';
import { eraseHeldSaleAudits, findNamesIn } from '../../kernel/audit';
import { basketWithoutPerson, neutralName } from '../../kernel/tills';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

/** Held for these customers, or sold or quoted to them. */
export const isHeldFor = (ids: readonly number[]) => sql`(h.customer_id = any(${ids}::bigint[])
  or h.client_id in (select s.client_id from sales s where s.customer_id = any(${ids}::bigint[]))
  or h.client_id in (select r.client_id from quote_revisions r where r.customer_id = any(${ids}::bigint[])))`;

/**
 * Held sales keep their number and goods, and lose the customer's name and what was typed for them. A till proposes the name of
 * the customer for the basket, which keeps it when it is held again for another: those of the same name lose it too. Returns
 * the emptied entries of the audit log (decision 181). Names are read, so they must still be there.
 */
export async function eraseHeldSales(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  ids: readonly number[],
): Promise<number[]> {
  const names = await findNames(tx, ids);
  const { rows } = await sql<{ id: number }>`
    select h.id from held_baskets h
    where ${isHeldFor(ids)} or lower(h.name) = any(${names}::text[])
      or (h.worth_most ->> 'customer_id')::bigint = any(${ids}::bigint[])
    order by h.id for update of h`.execute(tx);
  const baskets = rows.map(({ id }) => id);
  const emptied = await eraseHeldSaleAudits(tx, baskets, now);
  await sql`
    update till_events t set note = ${neutralName} || substr(t.note, char_length(h.name) + 1) from held_baskets h
    where h.id = any(${baskets}::bigint[]) and t.kind = 'basket_voided' and starts_with(t.note, h.name || ': ')
      and (t.client_id = h.client_id or t.recorded_at = h.ended_at)`.execute(tx);
  await sql`
    update held_baskets h set name = ${neutralName}, version = version + 1 where id = any(${baskets}::bigint[])`.execute(
    tx,
  );
  await sql`
    update held_baskets h set basket = ${basketWithoutPerson(sql`h.basket`)}
    where ${isHeldFor(ids)}`.execute(tx);
  return emptied;
}

/** Their names, also earlier ones, in lower case. */
async function findNames(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from customers where id = any(${ids}::bigint[])`.execute(tx);
  const names = rows.map(({ name }) => name);
  for (const id of ids) names.push(...(await findNamesIn(tx, 'customer', id)));
  return names.map(name => name.toLowerCase());
}
