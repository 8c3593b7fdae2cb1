import { sql } from 'kysely';
import type { CountryCode } from '#domain/countries/country';
import type { Pence } from '#domain/kernel/money';
import { type LockedParty, lockParty } from '../../kernel/parties';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { Reader, Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import type { SaleCustomer } from './sale-to-post';

/** The customer, with the fields a sale needs. */
export type Buyer = SaleCustomer & {
  readonly price_group_id: number | null;
  readonly payment_terms_days: number;
  readonly credit_limit: Pence | null;
  /** The default delivery address of a document. */
  readonly delivery_country: CountryCode;
};

/**
 * The customer, after merges; the walk-in customer by default. Locked until commit, so that they are not
 * erased or merged during a sale. 422 when missing or inactive.
 */
export const lockBuyer = (tx: Tx, customerId: number | null): Promise<Buyer> =>
  ask(tx, lockingBuyer(customerId));

/** The same, to be asked with other questions. */
export const lockingBuyer = (
  customerId: number | null,
): Question<Buyer & { readonly status: string }, Buyer> => ({
  statement: sql<Buyer & { readonly status: string }>`${preparedStatement}
    select c.id, c.name, nullif(concat_ws(E'\n', c.billing_address, c.billing_postcode), '') as address, c.vat_number,
      c.is_walk_in, c.price_group_id, c.payment_terms_days, c.credit_limit_pence as credit_limit,
      coalesce(c.delivery_country, c.country) as delivery_country, c.status
    from customers c
    where ${
      customerId === null
        ? sql`c.is_walk_in`
        : sql`c.id = (select coalesce(merged_into_id, id) from customers where id = ${customerId})`
    }
    for key share of c`,
  answer: ([buyer]) => {
    if (!buyer) throw invalid({ customer_id: 'This customer no longer exists. Choose another.' });
    if (buyer.status !== 'active')
      throw invalid({
        customer_id: `${buyer.name} is inactive. Make the customer active or choose another.`,
      });
    return buyer;
  },
});

export type BuyerLedger = { readonly party: LockedParty<'customer'>; readonly balance: Pence };

/** Locks the ledger of a named customer; the walk-in customer has none. */
export const lockBuyerLedger = async (tx: Tx, buyer: Buyer): Promise<BuyerLedger | null> =>
  buyer.is_walk_in ? null : lockParty(tx, { kind: 'customer', id: buyer.id });

/** The customer's price group today, after merges. */
export async function findPriceGroup(db: Reader, customerId: number): Promise<number | null> {
  const { rows } = await sql<{ price_group_id: number | null }>`
    select k.price_group_id from customers c join customers k on k.id = coalesce(c.merged_into_id, c.id)
    where c.id = ${customerId}`.execute(db);
  return rows[0]?.price_group_id ?? null;
}
