import { Textarea } from '@mantine/core';
import type { RefObject } from 'react';
import { maxNoteLength, type Note, notes } from '#domain/notes/note.contract';
import type { NotedRecordType } from '#domain/notes/noted-records';
import { request } from '../../platform/api';
import { leaving } from '../../platform/unsaved';
import { Form, useContractForm } from '../../ui/form/form';

type WriteProps = {
  record: { readonly record_type: NotedRecordType; readonly record_id: number };
  field: RefObject<HTMLTextAreaElement | null>;
  onDone: () => void;
};

/** Adds a note to the record. Ctrl+Enter adds it, and the field is ready for the next. */
export function NoteForm({ record, field, onDone }: WriteProps) {
  const form = useContractForm({
    schema: notes.create.body.pick({ body: true }),
    initial: { body: '' },
    send: (values, idempotencyKey) =>
      request(notes.create, { body: { ...record, ...values }, idempotencyKey, shownInPlace: true }),
    onDone: () => {
      form.form.setValues({ body: '' });
      field.current?.focus();
      onDone();
    },
    failure: 'Error',
  });
  return (
    <div className="no-print">
      <Form form={form} submitLabel="Add note" isSecondary>
        <Textarea
          label="Note"
          rows={2}
          maxLength={maxNoteLength}
          {...form.form.getInputProps('body')}
          ref={field}
        />
      </Form>
    </div>
  );
}

type EditProps = { note: Note; onDone: () => void; onCancel: () => void };

/** Edits a note in place. Escape discards the changes. */
export function NoteEditForm({ note, onDone, onCancel }: EditProps) {
  const form = useContractForm({
    schema: notes.update.body,
    initial: { body: note.body, version: note.version },
    send: body => request(notes.update, { params: { id: note.id }, body, shownInPlace: true }),
    onDone,
    failure: 'Error',
  });
  const cancel = () => leaving(onCancel);
  return (
    <Form form={form} submitLabel="Save" onCancel={cancel}>
      <Textarea
        label="Edit note"
        rows={Math.min(12, note.body.split('\n').length + 2)}
        maxLength={maxNoteLength}
        onKeyDown={event => event.key === 'Escape' && cancel()}
        {...form.form.getInputProps('body')}
        ref={typeAtItsEnd}
      />
    </Form>
  );
}

/** The cursor goes to the end, so that the user can type on at once. */
function typeAtItsEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
