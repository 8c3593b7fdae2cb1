import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { relativeTime } from '#domain/kernel/relative-time';
import type { Note } from '#domain/notes/note.contract';
import { LinkedText } from '../../ui/linked-text';
import { RowAction } from '../../ui/table/row-action';
import { NoteEditForm } from './note-form';

type Props = {
  note: Note;
  now: Date;
  canWrite: boolean;
  onChanged: () => void;
  onRemove: (id: number) => void;
};

/** One note: its author, time and text as typed, and for its author the actions to change it. */
export function NoteItem({ note, now, canWrite, onChanged, onRemove }: Props) {
  const [isEditing, setEditing] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const close = () => {
    setEditing(false);
    // Returns the focus to the Edit button once it is shown again.
    requestAnimationFrame(() => item.current?.querySelector('button')?.focus());
  };
  const name = `note by ${note.author.name}, ${relativeTime(note.created_at, now)}`;
  return (
    <li ref={item} className="note">
      <div className="note-head">
        <strong>{note.author.name}</strong>
        <Ago at={note.created_at} now={now} />
        {note.edited_at && (
          <span title={formatMoment(note.edited_at)} className="note-edited">
            edited
          </span>
        )}
        {canWrite && !isEditing && (
          <span className="note-actions no-print">
            {note.can_edit && (
              <RowAction icon={Pencil} label="Edit" of={name} onClick={() => setEditing(true)} />
            )}
            {note.can_delete && (
              <RowAction icon={Trash2} label="Delete" of={name} onClick={() => onRemove(note.id)} danger />
            )}
          </span>
        )}
      </div>
      {isEditing ? (
        <NoteEditForm
          note={note}
          onCancel={close}
          onDone={() => {
            close();
            onChanged();
          }}
        />
      ) : (
        <p className="note-words">
          <LinkedText text={note.body} />
        </p>
      )}
    </li>
  );
}

const Ago = ({ at, now }: { at: Date; now: Date }) => (
  <time className="figures" dateTime={at.toISOString()} title={formatMoment(at)}>
    {relativeTime(at, now)}
  </time>
);
