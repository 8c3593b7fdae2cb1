import { sql } from 'kysely';
import type { CustomerChoice, PossibleDuplicate } from '#domain/customers/customer.contract';
import { maxFilterIds } from '#domain/kernel/list-query';
import { tidyPostcode } from '#domain/customers/postcode';
import type { Reader } from '../../platform/database/open-database';
import { isAmong } from '../../platform/database/page-of';
import { isInUse, matches } from './customers.queries';

const maxChoices = 20;
const maxLookAlikes = 5;

/** Finds customers for a form or a filter: active ones first, then by name; at most twenty, or all with the given ids. */
export async function searchCustomers(
  db: Reader,
  { text, id }: { text: string; id?: readonly number[] | undefined },
): Promise<{ data: CustomerChoice[] }> {
  const condition = id ? isAmong(sql`c.id`, id) : sql`${isInUse} and ${matches(text)}`;
  const { rows } = await sql<CustomerChoice>`
    select c.id, customer_number(c.id) as number, c.name, c.status, c.is_walk_in, c.email, c.billing_postcode
    from customers c where ${condition} order by c.status, c.name, c.id limit ${sql.lit(id ? maxFilterIds : maxChoices)}`.execute(
    db,
  );
  return { data: rows };
}

type Entered = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly postcode: string;
  readonly except?: number | undefined;
};

/**
 * Customers with the same email address, phone number, or name and postcode as the one being entered. Called
 * while typing, so each of the three has its own index.
 */
export async function findPossibleDuplicates(
  db: Reader,
  entered: Entered,
): Promise<{ data: PossibleDuplicate[] }> {
  const name = entered.name.replaceAll(/\s+/gu, ' ') || null;
  const postcode = tidyPostcode(entered.postcode) || null;
  const sameEmail = sql`lower(c.email) = lower(${entered.email || null}::text)`;
  const samePhone = sql`phone_digits(c.phone) = phone_digits(${entered.phone || null}::text)`;
  const sameName = sql`(lower(c.name) = lower(${name}::text collate "en-GB-x-icu") and c.billing_postcode = ${postcode}::text)`;
  const { rows } = await sql<PossibleDuplicate>`
    select c.id, customer_number(c.id) as number, c.name, c.status, array_remove(array[
        case when ${sameEmail} then 'email' end, case when ${samePhone} then 'phone' end,
        case when ${sameName} then 'name_and_postcode' end], null) as same
    from customers c
    where ${isInUse} and not c.is_walk_in and c.id is distinct from ${entered.except ?? null}::bigint
      and c.id in (select c.id from customers c where ${sameEmail} union all
        select c.id from customers c where ${samePhone} union all select c.id from customers c where ${sameName})
    order by c.id limit ${sql.lit(maxLookAlikes)}`.execute(db);
  return { data: rows };
}
