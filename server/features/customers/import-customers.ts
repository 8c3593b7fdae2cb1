import { sql } from 'kysely';
import * as z from 'zod';
import { countryOf } from '#domain/countries/country';
import { enteredFields, refuseContradictions } from '#domain/customers/customer-fields';
import { tidyPostcode } from '#domain/customers/postcode';
import { id } from '#domain/kernel/fields';
import { maxPence, penceFromPounds } from '#domain/kernel/money';
import {
  type CellError,
  type ImportContext,
  type ImportedRow,
  type Importer,
  isAddedByFile,
  plainImporter,
  type PlainTerms,
  type PreparedRow,
  readAmount,
  readTermsDays,
  type StoredPlain,
  storedOf,
  tidyName,
} from '../../kernel/imports';
import type { Tx } from '../../platform/database/open-database';

const columns = {
  name: 'text',
  kind: 'text',
  contact_person: 'text',
  email: 'text',
  phone: 'text',
  billing_address: 'text',
  billing_postcode: 'text',
  country: 'text',
  delivery_address: 'text',
  delivery_postcode: 'text',
  delivery_country: 'text',
  vat_number: 'text',
  tax_number: 'text',
  payment_terms_days: 'bigint',
  credit_limit_pence: 'bigint',
  price_group_id: 'bigint',
  tags: 'text[]',
  notes: 'text',
  status: 'text',
} as const;

/** The checks of the form, except consent, which a file cannot give. */
const schema = z
  .strictObject({
    ...enteredFields,
    credit_limit_pence: z
      .int()
      .min(0, 'Enter an amount of zero or more.')
      .max(maxPence, 'Enter a smaller limit.')
      .nullish()
      .transform(pence => pence || null),
    price_group_id: id.nullish(),
  })
  .superRefine(refuseContradictions);

async function prepare({ tx }: ImportContext, rows: readonly ImportedRow[]): Promise<PreparedRow[]> {
  const groups = await findPriceGroups(
    tx,
    rows.flatMap(({ values }) => values.price_group ?? []),
  );
  return rows.map(row => prepared(row, groups));
}

/** The ids of price groups by lower-case name. Locks them, so that they cannot be deleted in between. */
async function findPriceGroups(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select g.id, g.name from price_groups g
    where lower(g.name) = any(select lower(wanted collate "en-GB-x-icu") from unnest(${names.map(tidyName)}::text[]) wanted)
    order by g.id for key share`.execute(tx);
  return new Map(rows.map(group => [group.name.toLowerCase(), group.id]));
}

/** Cells as the contract takes them. A row with a contact person and no kind is a company. */
function prepared({ number, values }: ImportedRow, groups: ReadonlyMap<string, number>): PreparedRow {
  const {
    credit_limit,
    price_group,
    payment_terms_days,
    tags,
    kind,
    status,
    contact_person,
    country,
    delivery_country,
    ...texts
  } = values;
  const errors: CellError[] = [];
  const read: Record<string, unknown> = { ...texts };
  if (contact_person !== undefined) read.contact_person = contact_person;
  if (kind !== undefined) read.kind = kind.toLowerCase();
  else if (contact_person !== undefined) read.kind = 'company';
  if (status !== undefined) read.status = status.toLowerCase();
  for (const [field, text] of [
    ['country', country],
    ['delivery_country', delivery_country],
  ] as const) {
    if (text === undefined) continue;
    const code = countryOf(text);
    if (code === null)
      errors.push({ field, message: `${text} is not a recognised country. Enter its name or code.` });
    else read[field] = code;
  }
  if (tags !== undefined) read.tags = tags.split(/[,;]/).filter(tag => tag.trim() !== '');
  const days = readTermsDays(payment_terms_days);
  Object.assign(read, days.read);
  errors.push(...days.errors);
  if (price_group !== undefined) {
    const group = groups.get(tidyName(price_group).toLowerCase());
    if (group === undefined)
      errors.push({
        field: 'price_group',
        message: `There is no price group called ${price_group}. Add it first.`,
      });
    else read.price_group_id = group;
  }
  if (credit_limit !== undefined) {
    const amount = readAmount(credit_limit);
    if ('problem' in amount) errors.push({ field: 'credit_limit', message: amount.problem });
    else read.credit_limit_pence = penceFromPounds(amount.value);
  }
  return { number, values: read, errors };
}

type Row = { n: number; id: number; version: number } & Record<
  Exclude<keyof typeof columns, 'tags'>,
  string | number | null
> & { tags: string[] };

const lowered = (text: unknown) => (typeof text === 'string' ? text.trim().toLowerCase() : '');
const postcodeOf = (text: unknown) => (typeof text === 'string' ? tidyPostcode(tidyName(text)) : '');

/**
 * Matches by email address, else by name and postcode, ignoring case. Without a postcode the name alone
 * matches, if neither side has an email address. Merged and erased customers never match.
 */
async function find(ctx: ImportContext, rows: readonly PreparedRow[]): Promise<Map<number, StoredPlain[]>> {
  const names = rows.map(({ number, values }) => ({
    n: number,
    name: tidyName(values.name),
    email: lowered(values.email) || null,
    postcode: postcodeOf(values.billing_postcode) || null,
  }));
  const { rows: found } = await sql<Row>`
    select wanted.n, c.id, c.version, ${sql.join(Object.keys(columns).map(name => sql.ref(`c.${name}`)))}
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as wanted (n integer, name text, email text, postcode text)
    cross join lateral (
      select e.id from customers e where lower(e.email) = wanted.email
      union select p.id from customers p
      where lower(p.name) = lower(wanted.name collate "en-GB-x-icu") and (p.billing_postcode = wanted.postcode
        or (p.billing_postcode is null and wanted.postcode is null and p.email is null and wanted.email is null))) as same
    join customers c on c.id = same.id
    where c.merged_into_id is null and c.erased_at is null
    order by c.id for no key update of c`.execute(ctx.tx);
  const byRow = new Map<number, StoredPlain[]>();
  for (const row of found) {
    if (isAddedByFile(ctx, row.id)) continue;
    const sameRow = byRow.get(row.n) ?? [];
    sameRow.push(storedOf(terms, row));
    byRow.set(row.n, sameRow);
  }
  for (const { n, email } of names) {
    const byEmail = byRow.get(n)?.filter(({ values }) => lowered(values.email) === email) ?? [];
    if (byEmail.length > 0) byRow.set(n, byEmail);
  }
  return byRow;
}

const terms: PlainTerms = {
  table: 'customers',
  columns,
  recordType: 'customer',
  noun: 'customer',
  schema,
  fieldOf: { credit_limit_pence: 'credit_limit', price_group_id: 'price_group' },
  prepare,
  find,
  // A household may share an email address, so names must match too.
  choose: (found, { values }) => {
    const same = found.filter(stored => lowered(stored.values.name) === lowered(tidyName(values.name)));
    return same.length === 1 ? same[0] : undefined;
  },
  several: count =>
    `${count} customers have this email address, or this name and postcode. Merge them first, or skip this row.`,
  keysOf: ({ name, email, billing_postcode }) => [
    ...(email ? [`email ${lowered(email)}`] : []),
    ...(billing_postcode || !email ? [`name ${lowered(name)} ${lowered(billing_postcode)}`] : []),
  ],
  workSince: [
    { table: 'record_notes', column: 'customer_id', words: 'notes' },
    { table: 'record_files', column: 'customer_id', words: 'attachments' },
  ],
};

/** Imports customers, matching existing ones by email address, or by name and postcode. */
export const customerImporter: Importer = plainImporter(terms);
