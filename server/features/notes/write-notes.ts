import { sql } from 'kysely';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { type Note, type notes } from '#domain/notes/note.contract';
import { notedRecords } from '#domain/notes/noted-records';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { forbidden, ensureFound } from '../../platform/http/refusal';
import { ensureCanViewRecord, lockRecord, type RecordRef } from './noted-record';
import { findNote, lockNote, noteColumnsFor } from './notes.queries';

/** Adds a note to a record the user can see. 403 or 404 as for the record, 409 if it was erased or merged. */
export async function createNote(ctx: WriteContext, body: BodyOf<typeof notes.create>): Promise<Note> {
  const record = { type: body.record_type, id: body.record_id };
  await ensureCanViewRecord(ctx.tx, record, ctx.actor);
  const recordName = await lockRecord(ctx.tx, record);
  const { id } = await ctx.tx
    .insertInto('record_notes')
    .values({
      record_type: record.type,
      record_id: record.id,
      body: body.body,
      author_id: ctx.actor.id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  audit(ctx, 'noted', { ...record, recordName }, { after: body.body });
  return noteOf(ctx, id);
}

/** Edits a note: its author only, 409 if it has changed. */
export async function editNote(
  ctx: WriteContext,
  id: number,
  { body, version }: BodyOf<typeof notes.update>,
): Promise<Note> {
  const { note, record } = await noteToChange(ctx, id);
  if (note.author.id !== ctx.actor.id)
    throw forbidden('Only the author can edit a note. Add your own note instead.');
  ensureCurrent(noteColumnsFor(ctx.actor)(note), version, 'Note');
  await sql`
    update record_notes set body = ${body}, edited_at = ${ctx.now}, version = version + 1 where id = ${id}`.execute(
    ctx.tx,
  );
  audit(ctx, 'note_edited', record, { before: note.body, after: body });
  return noteOf(ctx, id);
}

/** Deletes a note: its author or an administrator. */
export async function removeNote(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const { note, record } = await noteToChange(ctx, id);
  if (note.author.id !== ctx.actor.id && !passesRecordRule('othersNotesDelete', ctx.actor))
    throw forbidden('Only the author or an administrator can delete a note.');
  await sql`delete from record_notes where id = ${id}`.execute(ctx.tx);
  audit(ctx, 'note_deleted', record, { before: note.body });
  return { message: 'Deleted successfully!' };
}

/**
 * A note on a record the user can see. The record is locked first, in the same order as erasure and merging.
 */
async function noteToChange(ctx: WriteContext, id: number) {
  const stored = ensureFound(await findNote(ctx.tx, id), 'Note');
  const ref: RecordRef = { type: stored.record_type, id: stored.record_id };
  await ensureCanViewRecord(ctx.tx, ref, ctx.actor);
  const recordName = await lockRecord(ctx.tx, ref);
  const note = ensureFound(await lockNote(ctx.tx, id), 'Note');
  return { note, record: { ...ref, recordName } };
}

const noteOf = async (ctx: WriteContext, id: number): Promise<Note> =>
  noteColumnsFor(ctx.actor)(ensureFound(await findNote(ctx.tx, id), 'Note'));

/**
 * Records the change in the audit log. Notes about people may have to be erased and the log cannot be, so for those it
 * keeps only the length.
 */
function audit(
  ctx: WriteContext,
  action: string,
  record: RecordRef & { readonly recordName: string },
  words: { readonly before?: string; readonly after?: string },
): void {
  const { isPersonal } = notedRecords[record.type];
  const facts = (text: string | undefined) =>
    text === undefined ? null : isPersonal ? { characters: text.length } : { note: text };
  recordAudit(ctx, {
    action,
    recordType: record.type,
    recordId: record.id,
    recordName: record.recordName,
    before: facts(words.before),
    after: facts(words.after),
  });
}
