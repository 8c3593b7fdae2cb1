import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { MessageRow, RecordLink } from '#domain/emails/inbox.contract';
import type { Permission } from '#domain/kernel/permissions';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { forbidden, found } from '../../platform/http/refusal';
import { shownOfMessage } from './list-messages';

type RecordType = RecordLink['type'];

/** The right that each kind of record is looked at with: mail leads nobody to a name they may not see. */
const rightOf: Readonly<Record<RecordType, Permission>> = {
  supplier: 'view_supplier',
  customer: 'view_customer',
  purchase_order: 'view_purchaseorder',
  sale: 'view_sale',
};
const nouns: Readonly<Record<RecordType, string>> = {
  supplier: 'Supplier',
  customer: 'Customer',
  purchase_order: 'Purchase order',
  sale: 'Invoice',
};
const mostLinks = 20;
const mostMessages = 50;

/** The records that a message belongs to: by the addresses it is from and to, and by the documents it names. */
export async function listLinks(db: Reader, actor: Actor, messageId: number): Promise<RecordLink[]> {
  const { rows } = await sql<RecordLink>`
    select distinct 'supplier' as type, s.id, s.name from mail_addresses a
      join suppliers s on lower(s.email) = a.address where a.message_id = ${messageId}
    union
    select 'customer', c.id, c.name from mail_addresses a
      join customers c on lower(c.email) = a.address where a.message_id = ${messageId}
    union
    select 'purchase_order', p.id, p.po_number from mail_numbers n
      join purchase_orders p on p.po_number = n.number where n.message_id = ${messageId}
    union
    select 'sale', s.id, s.number from mail_numbers n
      join sales s on s.number = n.number where n.message_id = ${messageId}
    order by type, name limit ${mostLinks}`.execute(db);
  return rows.filter(({ type }) => hasPermission(actor, rightOf[type]));
}

/** The newest messages that belong to a record. 403 for who may not look at the record, 404 when there is none. */
export async function listOfRecord(
  db: Reader,
  actor: Actor,
  { type, id }: { type: RecordType; id: number },
): Promise<{ data: MessageRow[] }> {
  if (!hasPermission(actor, rightOf[type]))
    throw forbidden('You do not have the right to do this. Ask an administrator for it.');
  const key = found(await keyOf(db, type, id), nouns[type]);
  if (key.value === null) return { data: [] };
  const named =
    key.by === 'address'
      ? sql`select message_id from mail_addresses where address = ${key.value} group by message_id`
      : sql`select message_id from mail_numbers where number = ${key.value}`;
  const { rows } = await sql<MessageRow>`
    select ${shownOfMessage} from mail_messages m
    where m.id in (select message_id from (${named}) named order by message_id desc limit 500)
    order by m.received_at desc, m.id desc limit ${mostMessages}`.execute(db);
  return { data: rows };
}

type Key = { by: 'address' | 'number'; value: string | null };

async function keyOf(db: Reader, type: RecordType, id: number): Promise<Key | undefined> {
  const columns = {
    supplier: sql`select lower(email) as value from suppliers`,
    customer: sql`select lower(email) as value from customers`,
    purchase_order: sql`select po_number as value from purchase_orders`,
    sale: sql`select number as value from sales`,
  };
  const { rows } = await sql<{ value: string | null }>`${columns[type]} where id = ${id}`.execute(db);
  const [row] = rows;
  return row && { by: type === 'supplier' || type === 'customer' ? 'address' : 'number', value: row.value };
}
