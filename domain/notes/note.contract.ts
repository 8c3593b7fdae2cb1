import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, idFilter, requiredLongText, version } from '../kernel/fields';
import { pageOf, paging } from '../kernel/list-query';
import { notedRecordTypes, showsAnyRecord } from './noted-records';

export const maxNoteLength = 4000;

const recordType = z.enum(notedRecordTypes, 'Choose a type of record that has notes.');
const body = requiredLongText('Note', maxNoteLength);

const note = z.object({
  id,
  record_type: recordType,
  record_id: id,
  body: z.string(),
  author: z.object({ id, name: z.string() }),
  created_at: instant,
  edited_at: instant.nullable(),
  version,
  /** Whether the requesting user wrote it. */
  can_edit: z.boolean(),
  can_delete: z.boolean(),
});

const readAccess = canAny(...showsAnyRecord);
/** Which records it applies to depends on the record itself. */
const writeAccess = can('create_note');

/**
 * Notes on records. Anyone who can open a record can read its notes, and add to them with the permission to write
 * notes. Notes are in no export.
 */
export const notes = {
  list: call('GET', '/notes', {
    summary: 'List the notes on a record, newest first',
    access: readAccess,
    query: z.strictObject({ record_type: recordType, record_id: idFilter, ...paging }),
    reply: pageOf(note),
  }),
  create: call('POST', '/notes', {
    summary: 'Add a note to a record',
    access: writeAccess,
    body: z.strictObject({ record_type: recordType, record_id: id, body }),
    reply: note,
  }),
  update: call('PUT', '/notes/{id}', {
    summary: 'Edit your own note',
    access: writeAccess,
    body: z.strictObject({ body, version: version.optional() }),
    reply: note,
  }),
  remove: call('DELETE', '/notes/{id}', {
    summary: 'Delete your own note (administrators can delete any note)',
    access: writeAccess,
    reply: done,
  }),
};
export type Note = z.output<typeof note>;
