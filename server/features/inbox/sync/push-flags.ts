import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { askServer, ImapRefused } from '../../../platform/imap';
import type { SyncParts, FolderToPush } from './sync-parts';

const atATime = 500;

/** The marks, their flags on the server, and the columns for changes made here. */
const marks = [
  { column: 'seen', here: 'seen_here', flag: '\\Seen' },
  { column: 'flagged', here: 'flagged_here', flag: '\\Flagged' },
  { column: 'answered', here: 'answered_here', flag: '\\Answered' },
] as const;
type Mark = (typeof marks)[number];

/** Sends marks made here to the server. */
export async function pushFlags(parts: SyncParts, client: ImapFlow, folder: FolderToPush): Promise<void> {
  for (const mark of marks) await pushMark(parts, client, folder, mark);
}

async function pushMark(
  { db }: SyncParts,
  client: ImapFlow,
  folder: FolderToPush,
  { column, here, flag }: Mark,
): Promise<void> {
  const { rows } = await sql<{ id: number; uid: number; value: boolean }>`
    select id, coalesce(from_uid, uid) as uid, ${sql.ref(column)} as value from mail_messages
    where (from_folder_id = ${folder.id} or (from_folder_id is null and folder_id = ${folder.id}))
      and ${sql.ref(here)} and coalesce(from_uid, uid) is not null
    order by id limit ${atATime}`.execute(db);
  for (const value of [true, false]) {
    const marked = rows.filter(row => row.value === value);
    if (marked.length === 0) continue;
    const range = marked.map(({ uid }) => uid).join(',');
    const ids = marked.map(({ id }) => id);
    const refused = await setFlag(client, folder.path, range, flag, value);
    // A newer mark is sent next time. A refused one is reset to the server's state; but what was answered is answered.
    const problem = column === 'answered' ? null : refused;
    await sql`
      update mail_messages set ${sql.ref(here)} = false, ${sql.ref(column)} = ${problem === null ? value : !value},
        refusal = coalesce(${problem === null ? null : `The message could not be marked. ${problem}`}, refusal)
      where id = any(${ids}::bigint[]) and ${sql.ref(column)} = ${value}`.execute(db);
  }
}

/** Null once the server has applied it, or the reason for refusing. */
async function setFlag(
  client: ImapFlow,
  path: string,
  range: string,
  flag: string,
  value: boolean,
): Promise<string | null> {
  const lock = await client.getMailboxLock(path);
  try {
    await askServer(client, () =>
      value
        ? client.messageFlagsAdd(range, [flag], { uid: true })
        : client.messageFlagsRemove(range, [flag], { uid: true }),
    );
    return null;
  } catch (error) {
    if (error instanceof ImapRefused) return error.message;
    throw error;
  } finally {
    lock.release();
  }
}
