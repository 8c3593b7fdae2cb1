import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import type { pos, TillCustomer } from '#domain/pos/pos.contract';
import type { Reader } from '../../platform/database/open-database';
import { type Changes, nextOf, pageSize } from './catalogue.queries';

/**
 * A page of customers who can be sold to by name, or of all changed since. The walk-in customer needs no
 * name.
 */
export async function findTillCustomers(db: Reader, { since, after = 0 }: Changes) {
  const { rows } = await sql<TillCustomer & { is_active: boolean }>`
    select id, customer_number(id) as number, name, phone, billing_postcode as postcode,
      coalesce(delivery_address, billing_address) as delivery_address,
      coalesce(delivery_country, country) as delivery_country, price_group_id,
      credit_limit_pence is not null as has_credit, payment_terms_days, status = 'active' as is_active
    from customers
    where id > ${after} and not is_walk_in and ${since ? sql`updated_at >= ${since}` : sql`status = 'active'`}
    order by id limit ${sql.lit(pageSize)}`.execute(db);
  return {
    removed: rows.filter(row => !row.is_active).map(row => row.id),
    next: nextOf(rows),
    customers: rows.filter(row => row.is_active),
  };
}

export async function countTillCustomers(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from customers where status = 'active' and not is_walk_in`.execute(db);
  return rows[0]?.count ?? 0;
}

type Account = ReplyOf<typeof pos.account>;

/** A customer's account today; undefined when there is none. */
export async function findAccount(db: Reader, id: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select coalesce(b.balance_pence, 0)::bigint as balance, c.credit_limit_pence as credit_limit,
      coalesce((select sum(i.amount_pence - i.allocated_pence) from party_items i
        where i.customer_id = c.id and i.side = 'credit' and i.allocated_pence < i.amount_pence), 0)::bigint as wallet
    from customers o join customers c on c.id = coalesce(o.merged_into_id, o.id)
      left join party_balances b on b.customer_id = c.id where o.id = ${id}`.execute(db);
  return rows[0];
}
