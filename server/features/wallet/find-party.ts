import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import type { Statement } from '#domain/wallet/wallet.contract';
import type { Party } from '../../kernel/parties';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';

type Facts = Statement['party'];

/** The party of a ledger. 404 if there is no such customer or supplier. */
export async function findParty(db: Reader, { kind, id }: Party): Promise<Facts> {
  if (kind === 'customer') {
    const { closed, ...customer } = ensureFound(await findCustomerFacts(db, id), 'Customer');
    return { kind, ...customer, closed };
  }
  const supplier = await db
    .selectFrom('suppliers')
    .select(['id', 'name', 'email', 'address'])
    .where('id', '=', id)
    .executeTakeFirst();
  return {
    kind,
    ...ensureFound(supplier, 'Supplier'),
    number: null,
    credit_limit: null,
    closed: null,
    is_erased: false,
  };
}

type CustomerFacts = Omit<Facts, 'kind'>;

// Merged and erased customers keep their entries; the walk-in customer cannot have any.
const closed = sql<string | null>`
  case when c.is_walk_in then 'The walk-in customer has no ledger. Choose a named customer.'
    when c.erased_at is not null then '“' || c.name || '” has been erased, so only what is still open can be settled here.'
    when c.merged_into_id is not null then '“' || c.name || '” was merged into “' || m.name || '” ('
      || customer_number(m.id) || '). Post to that customer instead.' end`;

const findCustomerFacts = async (db: Reader, id: number): Promise<CustomerFacts | undefined> =>
  (
    await sql<CustomerFacts & { credit_limit: Pence | null }>`
      select c.id, c.name, customer_number(c.id) as number, c.email, nullif(concat_ws(e'\n', c.billing_address, c.billing_postcode), '') as address,
        c.credit_limit_pence as credit_limit, ${closed} as closed,
        c.erased_at is not null and c.merged_into_id is null as is_erased
      from customers c left join customers m on m.id = c.merged_into_id where c.id = ${id}`.execute(db)
  ).rows[0];
