import { type RawBuilder, sql } from 'kysely';
import type { CustomerKind, CustomerState } from '#domain/customers/customer-fields';
import type {
  BalanceFilter,
  Customer,
  CustomerName,
  CustomerRow,
  CustomerTotals,
} from '#domain/customers/customer.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { SortOrder } from '#domain/kernel/list-query';
import { onlyRow } from '../../platform/database/only-row';
import type { Reader, Tx } from '../../platform/database/open-database';
import {
  askPage,
  containing,
  idsIn,
  inOrder,
  isAmong,
  oneOf,
  pageLimit,
  where,
} from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';
import { preparedStatement } from '../../platform/database/prepared-statement';

export type CustomerFilter = {
  readonly search?: string | undefined;
  readonly status?: readonly CustomerState[] | undefined;
  readonly kind?: CustomerKind | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly standing?: BalanceFilter | undefined;
  readonly ids?: string | undefined;
  readonly sort_by: 'name' | 'number' | 'created_at' | 'owed' | 'wallet';
  readonly sort_order: SortOrder;
};

/** The columns that are written. */
export type CustomerValues = Omit<
  Customer,
  | 'id'
  | 'number'
  | 'is_walk_in'
  | 'merged_into'
  | 'erased_at'
  | 'erased_reason'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'price_group'
> & { readonly price_group_id: number | null };

const columns = sql`c.id, customer_number(c.id) as number, c.name, c.kind, c.contact_person, c.email, c.phone,
  c.billing_address, c.billing_postcode, c.country, c.delivery_address, c.delivery_postcode, c.delivery_country, c.vat_number, c.tax_number,
  c.payment_terms_days, c.credit_limit_pence as credit_limit, c.consent, c.consent_at, c.consent_by, c.tags, c.notes,
  c.status, c.is_walk_in, c.erased_at, c.erased_reason, c.version, c.created_at, c.updated_at,
  (select jsonb_build_object('id', m.id, 'number', customer_number(m.id), 'name', m.name)
    from customers m where m.id = c.merged_into_id) as merged_into,
  (select jsonb_build_object('id', g.id, 'name', g.name) from price_groups g where g.id = c.price_group_id) as price_group`;

/** Neither merged nor erased: what lists, forms and searches show by default. */
export const isInUse = sql`c.merged_into_id is null and c.erased_at is null`;

const states: Readonly<Record<CustomerState, RawBuilder<unknown>>> = {
  active: sql`${isInUse} and c.status = 'active'`,
  inactive: sql`${isInUse} and c.status = 'inactive'`,
  merged: sql`c.merged_into_id is not null and c.erased_at is null`,
  erased: sql`c.erased_at is not null`,
};

/** Contains the text; phone numbers match in any format. */
export function matches(text: string): RawBuilder<unknown> {
  const contains = sql`c.search_text like ${containing(text.toLowerCase())}`;
  return /^[\d\s()+.-]{5,}$/.test(text)
    ? sql`(${contains} or c.search_text like '%' || phone_digits(${text}) || '%')`
    : contains;
}

/** Who has an open item: cheaper than the sums, which are above zero for the same customers. */
const withOpenItem = (items: RawBuilder<unknown>) =>
  sql`c.id in (select customer_id from party_items where allocated_pence < amount_pence and ${items})`;
const standings = (today: CalendarDate): Readonly<Record<BalanceFilter, RawBuilder<unknown>>> => ({
  owing: withOpenItem(sql`side = 'debit'`),
  overdue: withOpenItem(sql`side = 'debit' and coalesce(due_on, business_date) < ${today}`),
  in_credit: withOpenItem(sql`side = 'credit'`),
});

const conditions = (filter: CustomerFilter, today: CalendarDate): RawBuilder<unknown> =>
  where(
    filter.status ? oneOf(filter.status, state => states[state]) : isInUse,
    filter.ids !== undefined && isAmong(sql`c.id`, idsIn(filter.ids)),
    filter.search !== undefined && matches(filter.search),
    filter.kind && sql`c.kind = ${filter.kind}`,
    filter.tag && sql`c.tags && ${filter.tag.map(tag => tag.toLowerCase())}::text[]`,
    filter.standing && standings(today)[filter.standing],
  );

/** The sums of open items (rules W4, W5). */
const openSums = (today: CalendarDate) => sql`
  coalesce(sum(amount_pence - allocated_pence) filter (where side = 'debit'), 0)::bigint as owed,
  coalesce(sum(amount_pence - allocated_pence) filter (where side = 'debit' and coalesce(due_on, business_date) < ${today}), 0)::bigint as overdue,
  coalesce(sum(amount_pence - allocated_pence) filter (where side = 'credit'), 0)::bigint as wallet`;

/** For every customer at once: open items are few compared with all items. */
const openOf = (today: CalendarDate) => sql`left join (
  select customer_id, ${openSums(today)}
  from party_items where allocated_pence < amount_pence and customer_id is not null group by customer_id
) open_now on open_now.customer_id = c.id`;

/** For the few customers of a page, one by one. */
const openOfEach = (today: CalendarDate) => sql`cross join lateral (
  select ${openSums(today)} from party_items where allocated_pence < amount_pence and customer_id = c.id
) open_now`;
const openColumns = sql`coalesce(open_now.owed, 0)::bigint as owed, coalesce(open_now.overdue, 0)::bigint as overdue,
  coalesce(open_now.wallet, 0)::bigint as wallet`;

/** Balances need permission to see the ledger, because sorting and filtering by them also reveals them. */
export type ListVisibility = { readonly withBalances: boolean; readonly today: CalendarDate };

const listed = ({ withBalances, today }: ListVisibility) =>
  withBalances
    ? { columns: sql`${columns}, ${openColumns}`, open: openOf(today), openOfEach: openOfEach(today) }
    : { columns, open: sql``, openOfEach: sql`` };

const needsBalances = ({ sort_by }: CustomerFilter): boolean => sort_by === 'owed' || sort_by === 'wallet';

const order = (filter: CustomerFilter) =>
  inOrder(
    {
      name: sql`c.name`,
      number: idColumn,
      created_at: sql`c.created_at`,
      owed: sql`coalesce(open_now.owed, 0)`,
      wallet: sql`coalesce(open_now.wallet, 0)`,
    },
    filter,
    filter.sort_by === 'number' ? idColumn : sql`c.id`,
  );
// Numbers are ids, so no second sort column is needed.
const idColumn = sql`c.id`;

export async function listCustomers(
  db: Reader,
  query: CustomerFilter & { page: number; per_page: number },
  visibility: ListVisibility,
) {
  const seen = listed(visibility);
  const { today } = visibility;
  // The page is cut first; the rest is looked up for its rows only.
  const open = needsBalances(query) ? seen.open : sql``;
  return askPage(db, query, {
    rows: asked => sql<CustomerRow>`
      select ${seen.columns} from (
        select c.* from customers c ${open} ${conditions(asked, today)} ${order(asked)} ${pageLimit(asked)}
      ) c ${seen.openOfEach} ${order(asked)}`,
    total: sql<{ total: number }>`select count(*) as total from customers c ${conditions(query, today)}`,
  });
}

/** The balances of all customers that match the filter. */
export async function totalCustomers(
  db: Reader,
  filter: CustomerFilter,
  today: CalendarDate,
): Promise<CustomerTotals> {
  const { rows } = await sql<CustomerTotals>`
    select coalesce(sum(open_now.owed), 0)::bigint as owed, coalesce(sum(open_now.overdue), 0)::bigint as overdue,
      coalesce(sum(open_now.wallet), 0)::bigint as wallet
    from customers c ${openOf(today)} ${conditions(filter, today)}`.execute(db);
  return onlyRow(rows);
}

/** Every customer that matches the filter, in order, in batches. */
export function streamCustomers(
  db: Reader,
  filter: CustomerFilter,
  visibility: ListVisibility,
): AsyncIterable<CustomerRow> {
  const seen = listed(visibility);
  return streamRows<CustomerRow>(
    db,
    sql`select ${seen.columns} from customers c ${seen.open} ${conditions(filter, visibility.today)} ${order(filter)}`,
  );
}

/** All customers that match the filter, by id. */
export async function findCustomersForChange(
  db: Reader,
  filter: CustomerFilter,
  visibility: ListVisibility,
): Promise<{ id: number; version: number }[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    select c.id, c.version from customers c ${conditions(filter, visibility.today)} order by c.id`.execute(
    db,
  );
  return rows;
}

/** Customers by their ids. */
export async function loadCustomers(db: Reader, ids: readonly number[]): Promise<Customer[]> {
  const { rows } = await sql<Customer>`
    select ${columns} from customers c where c.id = any(${[...ids]}::bigint[]) order by c.id`.execute(db);
  return rows;
}

export async function findCustomer(db: Reader, id: number): Promise<Customer | undefined> {
  const { rows } =
    await sql<Customer>`${preparedStatement} select ${columns} from customers c where c.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

/** Locks customers until the commit in order of id, and reads them. */
export async function lockCustomers(tx: Tx, ids: readonly number[]): Promise<Map<number, Customer>> {
  const { rows } = await sql<Customer>`
    select ${columns} from customers c where c.id = any(${ids}::bigint[]) order by c.id for update of c`.execute(
    tx,
  );
  return new Map(rows.map(row => [row.id, row]));
}

export const lockCustomer = async (tx: Tx, id: number): Promise<Customer | undefined> =>
  (await lockCustomers(tx, [id])).get(id);

/** Customers merged into a customer, oldest first. */
export async function listMergedInto(db: Reader, id: number): Promise<CustomerName[]> {
  const { rows } = await sql<CustomerName>`${preparedStatement}
    select c.id, customer_number(c.id) as number, c.name from customers c
    where c.merged_into_id = ${id} order by c.id`.execute(db);
  return rows;
}

/** The tags in use, in alphabetical order. Tags of merged and erased customers do not count. */
export async function listTags(db: Reader): Promise<{ data: { tag: string; customers: number }[] }> {
  const { rows } = await sql<{ tag: string; customers: number }>`
    select tag, count(*) as customers from customers c cross join lateral unnest(c.tags) as tag
    where ${isInUse} and c.tags <> '{}' group by tag order by tag`.execute(db);
  return { data: rows };
}

const assigned = (values: CustomerValues) => {
  const { credit_limit, ...others } = values;
  return { ...others, credit_limit_pence: credit_limit, tags: sql<string[]>`${values.tags}::text[]` };
};

export async function insertCustomer(tx: Tx, values: CustomerValues, now: Date): Promise<Customer> {
  const { id } = await tx
    .insertInto('customers')
    .values({ ...assigned(values), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return (await findCustomer(tx, id)) as Customer;
}

export async function updateCustomer(
  tx: Tx,
  id: number,
  values: CustomerValues,
  now: Date,
): Promise<Customer> {
  await tx
    .updateTable('customers')
    .set({ ...assigned(values), version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute();
  return (await findCustomer(tx, id)) as Customer;
}

export async function deleteCustomer(tx: Tx, id: number): Promise<void> {
  await sql`delete from customers where id = ${id}`.execute(tx);
}

/** Points customers to the one they were merged into and makes them inactive. */
export async function pointMerged(tx: Tx, ids: readonly number[], keptId: number, now: Date): Promise<void> {
  await sql`
    update customers set merged_into_id = ${keptId}, status = 'inactive', version = version + 1, updated_at = ${now}
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Removes all personal data. The number stays, so that documents still identify the customer. */
export async function blankCustomers(
  tx: Tx,
  ids: readonly number[],
  reason: string,
  now: Date,
): Promise<void> {
  await sql`
    update customers set name = 'Erased customer ' || id, kind = 'person', contact_person = null, email = null, phone = null,
      billing_address = null, billing_postcode = null, delivery_address = null, delivery_postcode = null, delivery_country = null,
      vat_number = null, tax_number = null, credit_limit_pence = null, price_group_id = null, consent = 'not_asked', consent_at = null,
      consent_by = null, tags = '{}', notes = null, status = 'inactive', erased_at = ${now}, erased_reason = ${reason},
      version = version + 1, updated_at = ${now}
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Whether the customer's ledger has open items: debts or unused credit. */
export async function hasOpenItems(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from party_items where customer_id = ${id} and allocated_pence < amount_pence limit 1`.execute(tx);
  return rows.length > 0;
}

/** The total balance of customers (positive if they owe us), and the number of their open documents. */
export async function findLedgerState(
  tx: Tx,
  ids: readonly number[],
): Promise<{ balance: Pence; open_items: number; held: number }> {
  const { rows } = await sql<{ balance: Pence; open_items: number; held: number }>`
    select (select coalesce(sum(balance_pence), 0)::bigint from party_balances where customer_id = any(${ids}::bigint[])) as balance,
      (select count(*) from party_items where customer_id = any(${ids}::bigint[]) and allocated_pence < amount_pence) as open_items,
      (select count(*) from held_baskets where customer_id = any(${ids}::bigint[]) and status = 'held') as held`.execute(
    tx,
  );
  return rows[0] ?? { balance: 0 as Pence, open_items: 0, held: 0 };
}
