import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type ImportContext, tidyName } from '../../kernel/imports';
import type { Party } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { keyOf, type OpeningDocument } from './opening-document';

/** Parties by the text of a cell; several where a name is not unique. */
export type NamedParties = ReadonlyMap<string, readonly { readonly id: number; readonly name: string }[]>;
type Found = { text: string; id: number; name: string };

/** Customers by number, email address or name. Merged and erased ones and the walk-in customer have no ledger. */
export async function findCustomersNamed(
  { tx }: ImportContext,
  names: readonly string[],
): Promise<NamedParties> {
  const { rows } = await sql<Found>`
    select named.text, c.id, customer_number(c.id) as name
    from jsonb_to_recordset(${wanted(names)}::jsonb) as named (text text, tidy text) cross join lateral (
      select id from customers where lower(email) = lower(named.tidy)
      union select id from customers where lower(name) = lower(named.tidy collate "en-GB-x-icu")
      union select id from customers where id = (substring(named.tidy from '^[Cc]-0*([1-9][0-9]{0,14})$'))::bigint) as match
    join customers c on c.id = match.id
    where c.merged_into_id is null and c.erased_at is null and not c.is_walk_in
    order by c.id for key share of c`.execute(tx);
  return byText(rows);
}

/** Suppliers by email address or name. */
export async function findSuppliersNamed(
  { tx }: ImportContext,
  names: readonly string[],
): Promise<NamedParties> {
  const { rows } = await sql<Found>`
    select named.text, s.id, s.name
    from jsonb_to_recordset(${wanted(names)}::jsonb) as named (text text, tidy text)
    join suppliers s on lower(s.name) = lower(named.tidy collate "en-GB-x-icu") or lower(s.email) = lower(named.tidy)
    order by s.id for share of s`.execute(tx);
  return byText(rows);
}

const wanted = (names: readonly string[]): string =>
  JSON.stringify([...new Set(names)].map(text => ({ text, tidy: tidyName(text) })));

function byText(rows: readonly Found[]): NamedParties {
  const named = new Map<string, Found[]>();
  for (const row of rows) named.set(row.text, [...(named.get(row.text) ?? []), row]);
  return named;
}

/** A document of the same number. */
export type EnteredBefore = {
  readonly kind: OpeningDocument['kind'];
  /** Not a bill from an order or one that was entered later. */
  readonly isOpening: boolean;
  readonly partyId: number;
  readonly date: CalendarDate;
  readonly dueOn: CalendarDate;
  readonly amount: Pence;
};

/** Documents with these numbers that are not reversed, by key. */
export async function findEnteredBefore(
  tx: Tx,
  party: Party['kind'],
  openings: readonly OpeningDocument[],
): Promise<ReadonlyMap<string, EnteredBefore>> {
  const numbers = openings.map(({ number }) => number.toLowerCase());
  const ids = [...new Set(openings.map(opening => opening.party.id))];
  const { rows } = await sql<EnteredBefore & { number: string }>`
    select kind, true as "isOpening", number, coalesce(customer_id, supplier_id) as "partyId", invoice_date as date, due_on as "dueOn",
      amount_pence as amount
    from opening_invoices where reversed_at is null and lower(number) = any(${numbers}::text[])
      and (${party} = 'customer' and customer_id is not null or ${party} = 'supplier' and supplier_id = any(${ids}::bigint[]))
    union all
    select 'bill', kind = 'opening', supplier_bill_number, supplier_id, bill_date, due_on, gross_pence
    from supplier_bills where ${party} = 'supplier' and reversed_at is null and supplier_id = any(${ids}::bigint[])
      and lower(supplier_bill_number) = any(${numbers}::text[])`.execute(tx);
  return new Map(
    rows.map(({ number, ...entered }) => [
      keyOf({ kind: entered.kind, number, party: { kind: party, id: entered.partyId } }),
      entered,
    ]),
  );
}
