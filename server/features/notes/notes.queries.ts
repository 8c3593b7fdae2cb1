import { sql } from 'kysely';
import type { Note } from '#domain/notes/note.contract';
import { isAdministrator } from '#domain/kernel/access';
import type { Reader, Tx } from '../../platform/database/open-database';
import { askPage, pageLimit } from '../../platform/database/page-of';
import type { Actor } from '../../platform/http/actor';
import type { RecordRef } from './noted-record';

type Stored = Omit<Note, 'can_edit' | 'can_delete'>;
type Paging = { readonly page: number; readonly per_page: number };

const columns = sql`n.id, n.record_type, n.record_id, n.body, n.created_at, n.edited_at, n.version,
  jsonb_build_object('id', u.id, 'name', u.name) as author`;

/** A note as this user sees it. */
export const noteColumnsFor =
  (actor: Actor) =>
  (note: Stored): Note => {
    const isOwn = note.author.id === actor.id;
    return { ...note, can_edit: isOwn, can_delete: isOwn || isAdministrator(actor) };
  };

export async function listNotes(db: Reader, { type, id }: RecordRef, paging: Paging, actor: Actor) {
  const found = await askPage(db, paging, {
    rows: sql<Stored>`
      select ${columns} from record_notes n join users u on u.id = n.author_id
      where n.record_type = ${type} and n.record_id = ${id} order by n.id desc ${pageLimit(paging)}`,
    total: sql<{ total: number }>`
      select count(*) as total from record_notes where record_type = ${type} and record_id = ${id}`,
  });
  return { ...found, data: found.data.map(noteColumnsFor(actor)) };
}

export async function findNote(db: Reader, id: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select ${columns} from record_notes n join users u on u.id = n.author_id where n.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a note until the commit. */
export async function lockNote(tx: Tx, id: number): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select ${columns} from record_notes n join users u on u.id = n.author_id where n.id = ${id} for update of n`.execute(
    tx,
  );
  return rows[0];
}
