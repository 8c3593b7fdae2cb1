import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/**
 * Deletes what the audit log says about records of a person, with the salts, so that it cannot be found by trying
 * (F53). Hashes, seals and the entry of the erasure itself stay. Other entries are not touched.
 */
export async function eraseAudits(
  tx: Tx,
  recordType: 'customer' | 'employee' | 'session' | 'user',
  recordIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update audit_log set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    where record_type = ${recordType} and record_id = any(${recordIds}::bigint[]) and action <> 'erased' and erased_at is null`.execute(
    tx,
  );
}

/**
 * Empties the entries of customers' sales into which earlier versions wrote names and addresses: to whom an invoice was sent or
 * made out, and those of reviewed exceptions, which named the customer. All that such an entry said is deleted, since it is
 * salted and sealed as a whole; who did it and when stays. Other entries of the sale are not touched.
 */
export async function eraseSaleAudits(tx: Tx, customerIds: readonly number[], now: Date): Promise<void> {
  await sql`
    update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    from sales s
    where s.customer_id = any(${customerIds}::bigint[]) and a.record_type = 'sale' and a.record_id = s.id and a.erased_at is null
      and (a.action = 'emailed' and a.after ? 'to' or a.before ? 'invoice_to' or a.after ? 'invoice_to'
        or a.action = 'reviewed_exception')`.execute(tx);
  // A sale to another customer, sent with a quote for one of these.
  await sql`
    update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    from sale_exceptions e join quotes q on e.words like q.number || ' is for %'
    where q.customer_id = any(${customerIds}::bigint[]) and e.kind = 'quote'
      and a.record_type = 'sale' and a.record_id = e.sale_id and a.erased_at is null and a.action = 'reviewed_exception'`.execute(
    tx,
  );
}

/**
 * Empties the entries of held sales, which name them as the till did, and of voiding them at a till. Returns their numbers, as
 * for a person who is named in entries of other records.
 */
export async function eraseHeldSaleAudits(
  tx: Tx,
  basketIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    where a.erased_at is null and (a.record_type = 'held_basket' and a.record_id = any(${basketIds}::bigint[])
      or a.record_type = 'till_session' and a.action = 'basket_voided' and (a.record_id, a.after ->> 'note') in (
        select t.session_id, t.note from till_events t join held_baskets h on starts_with(t.note, h.name || ': ')
          and (t.client_id = h.client_id or t.recorded_at = h.ended_at)
        where h.id = any(${basketIds}::bigint[]) and t.kind = 'basket_voided'))
    returning a.id`.execute(tx);
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Deletes the name and the addresses of a user from what they did (F106). */
export async function eraseActor(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`
    update audit_log set actor = 'Erased user ' || actor_id, address = null, actor_salt = null, actor_erased_at = ${now}
    where actor_id = ${userId} and actor_erased_at is null`.execute(tx);
}

/** Someone who is erased: their account, and every name and email address the audit log knows them by. */
type Named = {
  readonly userId: number | null;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
};

/** The names in the entries of a record, which are read before the entries are emptied. */
export async function findNamesIn(
  tx: Tx,
  recordType: 'customer' | 'employee' | 'user',
  id: number,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct said.name from audit_log a
    cross join lateral (values (a.record_name), (a.before ->> 'name'), (a.after ->> 'name')) as said (name)
    where a.record_type = ${recordType} and a.record_id = ${id} and a.erased_at is null and a.action <> 'erased'
      and said.name is not null`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The email addresses in the entries of a record, also read before. */
export async function findAddressesIn(
  tx: Tx,
  recordType: 'employee' | 'user',
  id: number,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct lower(said.address) as address from audit_log a
    cross join lateral (values (a.before ->> 'email'), (a.after ->> 'email')) as said (address)
    where a.record_type = ${recordType} and a.record_id = ${id} and a.erased_at is null and a.action <> 'erased'
      and said.address is not null`.execute(tx);
  return rows.map(({ address }) => address);
}

/**
 * Empties the entries of other records that name a person: what earlier versions wrote about the manager or account of an
 * employee, who approved a basket, who was signed in on a device or became its cashier and to whom an email was sent
 * again; their API tokens; and attempts to sign in or register that found no account. Returns their numbers, which the
 * entry of the erasure lists, so that the log can be checked.
 */
export async function eraseEntriesNaming(tx: Tx, person: Named, now: Date): Promise<number[]> {
  const rows = [
    ...(await eraseNamesOfOthers(tx, person, now)),
    ...(await eraseOwnWords(tx, person, now)),
    ...(await eraseUnknownCallers(tx, person, now)),
  ];
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

type Emptied = readonly { readonly id: number }[];

async function eraseNamesOfOthers(tx: Tx, { userId, names }: Named, now: Date): Promise<Emptied> {
  const isNamed = sql`any(${names}::text[])`;
  const { rows } = await sql<{ id: number }>`
    update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    where a.erased_at is null and (
      a.record_type = 'employee' and a.action <> 'erased' and (a.before ->> 'manager' = ${isNamed} or a.after ->> 'manager' = ${isNamed}
        or a.before ->> 'account' = ${isNamed} or a.after ->> 'account' = ${isNamed})
      or a.record_type = 'basket' and a.action = 'approved' and a.after ->> 'approved_by' = ${isNamed}
        and a.record_name in (select client_id::text from approvals where approved_by = ${userId})
      or a.record_type in ('session', 'till_session') and a.action in ('approved', 'signed_in_by_pin')
        and a.after ->> 'at_device_of' = ${isNamed}
      or a.record_type = 'till_session' and a.action = 'cashier_changed' and a.after ->> 'note' = ${isNamed})
    returning a.id`.execute(tx);
  return rows;
}

/** What they called their API tokens, and emails to them that were sent again. */
async function eraseOwnWords(tx: Tx, { userId, addresses }: Named, now: Date): Promise<Emptied> {
  const { rows } = await sql<{ id: number }>`
    update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now}
    where a.erased_at is null and (a.record_type = 'api_token' and a.actor_id = ${userId}
      or a.record_type = 'email' and a.action = 'email_retried' and lower(a.after ->> 'to') = any(${addresses}::text[]))
    returning a.id`.execute(tx);
  return rows;
}

/** Attempts under a name or an address of theirs for which there was no account: the caller goes by what they entered. */
async function eraseUnknownCallers(tx: Tx, { names, addresses }: Named, now: Date): Promise<Emptied> {
  const { rows } = await sql<{ id: number }>`
    update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = ${now},
      actor = 'Erased user', address = null, actor_salt = null, actor_erased_at = ${now}
    where a.erased_at is null and a.actor_erased_at is null and a.record_id is null and a.actor_id is null
      and a.action in ('sign-in_refused', 'registration_refused')
      and (a.record_name = any(${names}::text[]) or lower(a.record_name) = any(${addresses}::text[])
        or lower(a.after ->> 'email') = any(${addresses}::text[]))
    returning a.id`.execute(tx);
  return rows;
}
