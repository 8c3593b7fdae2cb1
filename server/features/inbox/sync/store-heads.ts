import { sql } from 'kysely';
import { findPrefixes } from '../../../kernel/documents';
import type { Database } from '../../../platform/database/open-database';
import { inTransaction } from '../../../platform/database/transaction';
import { announceMail } from '../announce-mail';
import { numbersIn } from './document-numbers';
import type { MailHead } from './mail-head';

/** The columns of a header row. */
const columns =
  sql.raw(`uid bigint, message_id text, in_reply_to text, reference_ids text[], thread_key text, subject text,
  from_name text, from_address text, to_line text, received_at timestamptz, bytes bigint, seen boolean, answered boolean, flagged boolean,
  has_attachments boolean, search_text text, addresses jsonb, numbers text[]`);

/**
 * Stores headers of one folder. A known message gets its new number, others are added; repeating it has no
 * effect.
 */
export async function storeHeads(
  db: Database,
  folderId: number,
  heads: readonly MailHead[],
): Promise<{ added: number }> {
  if (heads.length === 0) return { added: 0 };
  return inTransaction(db, async tx => {
    const prefixes = await findPrefixes(tx);
    const rows = JSON.stringify(heads.map(head => ({ ...head, numbers: numbersIn(head.subject, prefixes) })));
    await sql`
      with incoming as (
        select *, row_number() over (partition by message_id, bytes, received_at order by uid) as nth
        from jsonb_to_recordset(${rows}::jsonb) as head (${columns})
      ), known as (
        select id, message_id, bytes, received_at,
          row_number() over (partition by message_id, bytes, received_at order by id) as nth
        from mail_messages where (folder_id = ${folderId} and uid is null and from_folder_id is null)
          or (from_folder_id = ${folderId} and from_uid is null)
      )
      update mail_messages m set uid = case when m.from_folder_id is null then i.uid end,
        from_uid = case when m.from_folder_id is null then null else i.uid end,
        seen = case when m.seen_here then m.seen else i.seen end,
        flagged = case when m.flagged_here then m.flagged else i.flagged end,
        answered = case when m.answered_here then m.answered else i.answered end
      from known k join incoming i on i.message_id is not distinct from k.message_id
        and i.bytes = k.bytes and i.received_at = k.received_at and i.nth = k.nth
      where m.id = k.id
        and not exists (select from mail_messages there where there.folder_id = ${folderId} and there.uid = i.uid)
        and not exists (select from mail_messages there where there.from_folder_id = ${folderId} and there.from_uid = i.uid)`.execute(
      tx,
    );
    const added = await sql<{ id: number }>`
      with incoming as (
        select * from jsonb_to_recordset(${rows}::jsonb) as head (${columns})
      ), added as (
        insert into mail_messages (folder_id, uid, message_id, in_reply_to, reference_ids, thread_key, subject, from_name,
          from_address, to_line, received_at, bytes, seen, answered, flagged, has_attachments, search_text,
          body_state)
        select ${folderId}, uid, message_id, in_reply_to, reference_ids, thread_key, subject, from_name, from_address, to_line,
          received_at, bytes, seen, answered, flagged, has_attachments, search_text,
          -- Our own email with a secret link, in whatever folder: its text must not be kept. It was queued under this id
          -- before it was sent, so the row is there.
          case when exists (select from emails e where e.message_id = split_part(i.message_id, '@', 1) and e.body_text is null)
            then 'withheld' else 'waiting' end
        from incoming i
        -- A message being moved out of here is identified by its target.
        where not exists (select from mail_messages m where m.from_folder_id = ${folderId} and m.from_uid = i.uid)
        order by received_at
        on conflict (folder_id, uid) do nothing
        returning id, uid
      ), addressed as (
        insert into mail_addresses (message_id, role, address)
        select a.id, e.role, e.address from added a join incoming i using (uid)
          cross join jsonb_to_recordset(i.addresses) as e (role text, address text)
        on conflict do nothing
      ), numbered as (
        insert into mail_numbers (message_id, number)
        select a.id, n from added a join incoming i using (uid) cross join unnest(i.numbers) as n
        on conflict do nothing
      )
      select id from added`.execute(tx);
    const ids = added.rows.map(({ id }) => id);
    if (ids.length > 0) {
      await joinThreads(tx, ids);
      await announceMail(tx);
    }
    // Counted once the folder is done, because each batch would count all earlier ones.
    await sql`update mail_folders set fetched = fetched + ${ids.length} where id = ${folderId}`.execute(tx);
    return { added: ids.length };
  });
}

/** A reply joins the conversation of its original. Messages arrive newest first, so both directions are checked. */
async function joinThreads(tx: Parameters<Parameters<typeof inTransaction>[1]>[0], ids: readonly number[]) {
  await sql`
    update mail_messages m set thread_key = answered.thread_key from mail_messages answered
    where m.id = any(${ids}) and m.in_reply_to is not null and answered.message_id = m.in_reply_to
      and answered.thread_key <> m.thread_key and m.reference_ids = '{}'`.execute(tx);
  await sql`
    update mail_messages m set thread_key = answered.thread_key from mail_messages answered
    where answered.id = any(${ids}) and m.thread_key = answered.message_id
      and answered.thread_key <> answered.message_id`.execute(tx);
  // A reply to one of our emails belongs to that conversation.
  await sql`
    update mail_messages m set thread_key = e.thread_key from emails e
    where m.id = any(${ids}) and e.thread_key is not null and m.in_reply_to like '%@%'
      and e.message_id = split_part(m.in_reply_to, '@', 1) and m.thread_key <> e.thread_key`.execute(tx);
}
