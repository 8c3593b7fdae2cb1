import { sql } from 'kysely';
import type { CountryCode } from '#domain/countries/country';
import { withReservedIds } from '../../platform/database/reserve-ids';
import type { WriteContext } from '../../platform/http/context';

type NamedCustomer = {
  readonly name: string;
  readonly address: string | null;
  readonly country: CountryCode;
  readonly tag: string;
  readonly notes: string;
};

/** Adds customers with little more than a name, all at once; returns them with their ids. The caller audits them. */
export async function addNamedCustomers<Customer extends NamedCustomer>(
  { tx, now }: WriteContext,
  customers: readonly Customer[],
): Promise<(Customer & { readonly id: number })[]> {
  const rows = await withReservedIds(tx, 'customers', customers);
  await sql`
    insert into customers (id, name, billing_address, country, tags, notes, created_at, updated_at) overriding system value
    select id, name, address, country, array[tag], notes, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, name text, address text, country text, tag text, notes text)`.execute(
    tx,
  );
  return rows;
}
