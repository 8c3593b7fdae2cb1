import { notes } from '#domain/notes/note.contract';
import { read, type Route, write } from '../../platform/http/route';
import { ensureCanViewRecord } from './noted-record';
import { listNotes } from './notes.queries';
import { createNote, editNote, removeNote } from './write-notes';

export const noteRoutes: Route[] = [
  read(notes.list, async ({ db, query, actor }) => {
    const record = { type: query.record_type, id: Number(query.record_id) };
    await ensureCanViewRecord(db, record, actor);
    return listNotes(db, record, query, actor);
  }),
  write(notes.create, ({ ctx, body }) => createNote(ctx, body)),
  write(notes.update, ({ ctx, params, body }) => editNote(ctx, params.id, body)),
  write(notes.remove, ({ ctx, params }) => removeNote(ctx, params.id)),
];
