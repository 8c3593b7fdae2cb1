import { type RawBuilder, sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { MessageRow, RecordLink } from '#domain/emails/inbox.contract';
import type { Permission } from '#domain/kernel/permissions';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { forbidden, ensureFound } from '../../platform/http/refusal';
import { shownOfMessage } from './list-messages';

type RecordType = RecordLink['type'];
type RecordKind = {
  /** The permission to see the record: mail reveals no name that the user cannot see. */
  readonly right: Permission;
  readonly noun: string;
  readonly table: string;
  readonly name: string;
  /** How messages are found: by address or number. Null if only linked by hand. */
  readonly by: 'address' | 'number' | null;
};

const kinds: Readonly<Record<RecordType, RecordKind>> = {
  supplier: { right: 'view_supplier', noun: 'Supplier', table: 'suppliers', name: 'name', by: 'address' },
  customer: { right: 'view_customer', noun: 'Customer', table: 'customers', name: 'name', by: 'address' },
  purchase_order: {
    right: 'view_purchaseorder',
    noun: 'Purchase order',
    table: 'purchase_orders',
    name: 'po_number',
    by: 'number',
  },
  sale: { right: 'view_sale', noun: 'Invoice', table: 'sales', name: 'number', by: 'number' },
  employee: { right: 'view_employee', noun: 'Employee', table: 'employees', name: 'name', by: null },
  expense: { right: 'view_expense', noun: 'Expense', table: 'expenses', name: 'number', by: 'number' },
  quote: { right: 'view_sale', noun: 'Quote', table: 'quotes', name: 'number', by: 'number' },
};
const types = Object.keys(kinds) as RecordType[];
const maxLinks = 40;
const maxMessages = 50;

/** The identity of a message, whatever folder it is in. */
export const keyOfMessage = sql`mail_message_key(m.message_id, m.received_at, m.bytes, m.from_address)`;

/** A record by id. 403 without permission, 404 if there is none. */
export async function getLinkedRecord(
  db: Reader,
  actor: Actor,
  type: RecordType,
  id: number,
): Promise<{ name: string }> {
  const { right, noun, table, name } = kinds[type];
  if (!hasPermission(actor, right))
    throw forbidden('You do not have permission to do this. Ask an administrator.');
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)} where id = ${id}`.execute(db);
  return ensureFound(rows[0], noun);
}

/** The records of a message: by address, by document number, and linked by hand. */
export async function listLinks(db: Reader, actor: Actor, messageId: number): Promise<RecordLink[]> {
  const shown = types.filter(type => hasPermission(actor, kinds[type].right));
  if (shown.length === 0) return [];
  const selects = shown.flatMap(type => [foundBy(type, messageId), linkedTo(type, messageId)]);
  const { rows } = await sql<RecordLink>`
    select type, id, name, max(link_id) as link_id
    from (${sql.join(
      selects.filter(select => select !== null),
      sql` union all `,
    )}) links
    group by type, id, name order by type, name, id limit ${maxLinks}`.execute(db);
  return rows;
}

function foundBy(type: RecordType, messageId: number): RawBuilder<unknown> | null {
  const { table, name, by } = kinds[type];
  if (by === null) return null;
  const columns = sql`${sql.lit(type)} as type, r.id, r.${sql.ref(name)} as name, null::bigint as link_id`;
  return by === 'address'
    ? sql`select ${columns} from mail_addresses a join ${sql.table(table)} r on lower(r.email) = a.address
        where a.message_id = ${messageId}`
    : sql`select ${columns} from mail_numbers n join ${sql.table(table)} r on r.${sql.ref(name)} = n.number
        where n.message_id = ${messageId}`;
}

/** A merged customer counts as the one it was merged into. */
function linkedTo(type: RecordType, messageId: number): RawBuilder<unknown> {
  const { table, name } = kinds[type];
  const record =
    type === 'customer'
      ? sql`(select coalesce(c.merged_into_id, c.id) from customers c where c.id = l.record_id)`
      : sql`l.record_id`;
  return sql`select ${sql.lit(type)} as type, r.id, r.${sql.ref(name)} as name, l.id as link_id
    from mail_messages m join mail_links l on l.message_key = ${keyOfMessage} and l.record_type = ${sql.lit(type)}
      join ${sql.table(table)} r on r.id = ${record} where m.id = ${messageId}`;
}

/** The newest messages of a record. 403 without permission, 404 if there is none. */
export async function listOfRecord(
  db: Reader,
  actor: Actor,
  { type, id }: { type: RecordType; id: number },
): Promise<{ data: MessageRow[] }> {
  await getLinkedRecord(db, actor, type, id);
  const { rows } = await sql<MessageRow>`
    select ${shownOfMessage} from mail_messages m
    where m.id in (${sql.join(
      [messagesOf(type, id), linkedMessages(type, id)].filter(select => select !== null),
      sql` union `,
    )})
    order by m.received_at desc, m.id desc limit ${maxMessages}`.execute(db);
  return { data: rows };
}

function messagesOf(type: RecordType, id: number): RawBuilder<unknown> | null {
  const { table, name, by } = kinds[type];
  if (by === null) return null;
  const named =
    by === 'address'
      ? sql`select a.message_id from mail_addresses a join ${sql.table(table)} r on lower(r.email) = a.address
          where r.id = ${id} group by a.message_id`
      : sql`select n.message_id from mail_numbers n join ${sql.table(table)} r on r.${sql.ref(name)} = n.number where r.id = ${id}`;
  return sql`(select message_id from (${named}) named order by message_id desc limit 500)`;
}

const linkedMessages = (type: RecordType, id: number): RawBuilder<unknown> => sql`
  select m.id from mail_links l join mail_messages m on ${keyOfMessage} = l.message_key
  where l.record_type = ${type} and l.record_id ${
    type === 'customer'
      ? sql`in (select c.id from customers c where c.id = ${id} or c.merged_into_id = ${id})`
      : sql`= ${id}`
  }`;
