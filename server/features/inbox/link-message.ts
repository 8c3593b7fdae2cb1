import { sql } from 'kysely';
import type { inbox, RecordLink } from '#domain/emails/inbox.contract';
import type { BodyOf } from '#domain/kernel/call';
import { recordAudit } from '../../kernel/audit';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { announceMail } from './announce-mail';
import { getLinkedRecord, keyOfMessage, listLinks } from './record-links';

type Keyed = { message_key: string; subject: string; from_address: string };

/** Links a message to a record, recorded in its history. 409 if already linked. */
export async function linkMessage(
  ctx: WriteContext,
  id: number,
  { type, record_id }: BodyOf<typeof inbox.link>,
): Promise<{ data: RecordLink[] }> {
  const message = await findMessage(ctx.tx, id);
  const record = await getLinkedRecord(ctx.tx, ctx.actor, type, record_id);
  await refuseErased(ctx.tx, type, record_id);
  const { rows } = await sql<{ id: number }>`
    insert into mail_links (message_key, record_type, record_id, linked_by, linked_at)
    values (${message.message_key}, ${type}, ${record_id}, ${ctx.actor.id}, ${ctx.now})
    on conflict on constraint mail_links_are_made_once do nothing returning id`.execute(ctx.tx);
  if (rows.length === 0) throw conflict(`The message is already linked to ${record.name}.`);
  recordAudit(ctx, {
    action: 'email_linked',
    recordType: type,
    recordId: record_id,
    recordName: record.name,
    after: { message: message.subject, from: message.from_address },
  });
  await announceMail(ctx.tx);
  return { data: await listLinks(ctx.tx, ctx.actor, id) };
}

/** Locks the record of a person, so that a link either goes with their erasure or is refused after it. */
async function refuseErased(tx: Tx, type: RecordLink['type'], id: number): Promise<void> {
  if (type !== 'customer' && type !== 'employee') return;
  const { rows } = await sql<{ is_erased: boolean }>`
    select erased_at is not null as is_erased from ${sql.table(`${type}s`)} r where id = ${id} for key share of r`.execute(
    tx,
  );
  if (rows[0]?.is_erased) throw conflict('The personal data of this record has been erased. Choose another.');
}

/** Removes a link added by hand. Links by address or number stay. */
export async function unlinkMessage(
  ctx: WriteContext,
  { id, link_id }: { id: number; link_id: number },
): Promise<{ data: RecordLink[] }> {
  const message = await findMessage(ctx.tx, id);
  const { rows } = await sql<{ record_type: RecordLink['type']; record_id: number }>`
    select record_type, record_id from mail_links where id = ${link_id} and message_key = ${message.message_key}
    for update`.execute(ctx.tx);
  const link = ensureFound(rows[0], 'Link');
  const record = await getLinkedRecord(ctx.tx, ctx.actor, link.record_type, link.record_id);
  await sql`delete from mail_links where id = ${link_id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'email_unlinked',
    recordType: link.record_type,
    recordId: link.record_id,
    recordName: record.name,
    before: { message: message.subject, from: message.from_address },
  });
  await announceMail(ctx.tx);
  return { data: await listLinks(ctx.tx, ctx.actor, id) };
}

async function findMessage(db: Reader, id: number): Promise<Keyed> {
  const { rows } = await sql<Keyed>`
    select ${keyOfMessage} as message_key, m.subject, m.from_address from mail_messages m where m.id = ${id}`.execute(
    db,
  );
  return ensureFound(rows[0], 'Message');
}
