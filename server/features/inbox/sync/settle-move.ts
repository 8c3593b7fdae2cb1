import { sql } from 'kysely';
import { writeAudits } from '../../../kernel/audit';
import { inTransaction } from '../../../platform/database/transaction';
import { anonymousActor } from '../../../platform/http/context';
import { announceMail } from '../announce-mail';
import type { SyncParts } from './sync-parts';

/** A moved message, with its new number if the server reported it. */
export type Landed = { readonly id: number; readonly uid: number | null };

/**
 * Records that messages are in a folder now. A newer move is carried out from there. Without a number the
 * message is recognised when the folder is synced.
 */
export async function settleMove({ db }: SyncParts, targetId: number, landed: readonly Landed[]) {
  if (landed.length === 0) return;
  const rows = JSON.stringify(landed);
  await inTransaction(db, async tx => {
    // Already found there before it was recognised.
    await sql`
      delete from mail_messages m using jsonb_to_recordset(${rows}::jsonb) as l (id bigint, uid bigint)
      where m.folder_id = ${targetId} and m.uid = l.uid and m.id <> l.id`.execute(tx);
    await sql`
      update mail_messages m set
        uid = case when m.folder_id = ${targetId} then l.uid end,
        from_folder_id = case when m.folder_id = ${targetId} then null else ${targetId}::bigint end,
        from_uid = case when m.folder_id = ${targetId} then null else l.uid end,
        copied_to_id = null, copied_after = null
      from jsonb_to_recordset(${rows}::jsonb) as l (id bigint, uid bigint) where m.id = l.id`.execute(tx);
    await announceMail(tx);
  });
}

/** A message the server refused to move returns to its folder with the reason. */
export async function returnMessages({ db, clock }: SyncParts, ids: readonly number[], reason: string) {
  if (ids.length === 0) return;
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ id: number; subject: string }>`
      update mail_messages set folder_id = coalesce(from_folder_id, folder_id), uid = coalesce(from_uid, uid),
        from_folder_id = null, from_uid = null, copied_to_id = null, copied_after = null,
        refusal = ${`The message could not be moved. ${reason}`}
      where id = any(${[...ids]}::bigint[]) returning id, subject`.execute(tx);
    await announceMail(tx);
    await writeAudits(
      tx,
      { actor: anonymousActor, now: clock(), requestId: '', address: '' },
      rows.map(({ id, subject }) => ({
        action: 'move_refused',
        recordType: 'received_email',
        recordId: id,
        recordName: subject,
        after: { reason },
        actor: { id: null, name: 'Counterfoil' },
      })),
    );
  });
}
