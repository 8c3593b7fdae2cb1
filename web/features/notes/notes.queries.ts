import { notes } from '#domain/notes/note.contract';
import type { NotedRecordType } from '#domain/notes/noted-records';
import { keptWhileAsking } from '../../platform/queries';

type Noted = { readonly record_type: NotedRecordType; readonly record_id: number };

/** The newest notes on a record. */
export const notesOn = (record: Noted, shown: number) =>
  keptWhileAsking(notes.list, {
    query: { ...record, record_id: String(record.record_id), per_page: String(shown) },
  });
