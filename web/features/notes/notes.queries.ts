import { queryOptions } from '@tanstack/react-query';
import { notes } from '#domain/notes/note.contract';
import type { NotedRecordType } from '#domain/notes/noted-records';
import { previousWhileLoading } from '../../platform/queries';
import { afterAnyWrite } from '../../platform/reload';

type Noted = { readonly record_type: NotedRecordType; readonly record_id: number };

/** The newest notes on a record. */
export const notesOn = (record: Noted, shown: number) =>
  queryOptions({
    ...previousWhileLoading(notes.list, {
      query: { ...record, record_id: String(record.record_id), per_page: String(shown) },
    }),
    meta: afterAnyWrite,
  });
