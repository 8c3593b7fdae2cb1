import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { maxPageSize } from '#domain/kernel/list-query';
import { notes } from '#domain/notes/note.contract';
import type { NotedRecordType } from '#domain/notes/noted-records';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, removeAfterConfirming, useNotice } from '../../ui/notice';
import { useReload } from '../../platform/reload';
import { NoteForm } from './note-form';
import { NoteItem } from './note-item';
import './notes.css';
import { notesOn } from './notes.queries';

type Props = {
  record: { readonly record_type: NotedRecordType; readonly record_id: number };
  canWrite: boolean;
};

const shownAtFirst = 10;
const shownMore = 50;

/** The notes on a record, newest first, with the field for a new one above them. */
export function NotesCard({ record, canWrite: takesNotes }: Props) {
  const canWrite = useAccess().canCall(notes.create) && takesNotes;
  const notices = useNotice();
  const reload = useReload(notes.list);
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState(shownAtFirst);
  const page = useQuery(notesOn(record, shown));
  const now = useMinutes();
  const remove = (id: number) =>
    void removeAfterConfirming(notices, {
      question: 'Delete this note?',
      send: () => request(notes.remove, { params: { id }, shownInPlace: true }),
      failure: 'Error',
      onDone: () => {
        reload();
        // The focused button disappears with its note.
        field.current?.focus();
      },
    });
  return (
    <Card title="Activity">
      <NoticeAlert notices={notices} />
      {canWrite && <NoteForm record={record} field={field} onDone={reload} />}
      {page.data ? (
        <>
          <NoteList
            empty={
              canWrite ? 'No notes yet. Notes are visible to everyone who can open this record.' : 'No notes.'
            }
          >
            {page.data.data.map(note => (
              <NoteItem
                key={note.id}
                note={note}
                now={now}
                canWrite={canWrite}
                onChanged={reload}
                onRemove={remove}
              />
            ))}
          </NoteList>
          {page.data.total > page.data.data.length && shown < maxPageSize && (
            <Button
              variant="default"
              size="xs"
              mt={12}
              onClick={() => setShown(Math.min(shown + shownMore, maxPageSize))}
            >
              Show earlier notes ({(page.data.total - page.data.data.length).toLocaleString('en-GB')})
            </Button>
          )}
        </>
      ) : (
        page.isError && <LoadFailure page={page} />
      )}
    </Card>
  );
}

/** The current time, updated every minute, so that "5 minutes ago" stays right while a page is open. */
function useMinutes(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(ticking);
  }, []);
  return now;
}

const NoteList = ({ children, empty }: { children: readonly ReactNode[]; empty: string }) =>
  children.length === 0 ? (
    <p className="notes-empty">{empty}</p>
  ) : (
    <ol className="notes" aria-label="Notes">
      {children}
    </ol>
  );
