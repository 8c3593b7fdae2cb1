import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { ApiError, messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import type { Undo } from './save-fields';
import './saved-edit.css';

/** Undoes the last edit of a table, as long as the table is on screen. */
export type LastEdit = RefObject<{ readonly undo: () => void; readonly close: () => void } | null>;

type Saved = {
  /** What was edited, such as "Phone of Meridian Foods". */
  what: string;
  undo: Undo | null;
  lastEdit: LastEdit;
  body: RefObject<HTMLElement | null>;
  reload: (whenShown?: () => void) => void;
};

/** Reports that an edit is saved, with a button to undo it, which replaces the one of the edit before. */
export function notifySaved({ what, undo, lastEdit, body, reload }: Saved): void {
  lastEdit.current?.close();
  lastEdit.current = null;
  if (!undo) return toast.success(`${what} saved`);
  const offer = (message: string, color: 'success' | 'red') => {
    const close = toast.withAction(<Offer message={message} body={body} onUndo={() => last.undo()} />, color);
    const last = {
      close,
      undo: () => {
        // Twice at once is one undo.
        if (lastEdit.current !== last) return;
        lastEdit.current = null;
        close();
        void putBack();
      },
    };
    lastEdit.current = last;
  };
  const putBack = async () => {
    try {
      const result = await undo();
      reload(() =>
        result === 'undone'
          ? toast.success(`${what} restored`)
          : toast.error(`Another user has changed this record since. ${what} was not restored.`),
      );
    } catch (error) {
      const message = `${what} was not restored. ${reasonOf(error)}`;
      const canRetry = error instanceof ApiError && error.status === 0 && !lastEdit.current;
      if (canRetry) offer(message, 'red');
      else toast.error(message);
    }
  };
  offer(`${what} saved`, 'success');
}

/** What is wrong with the former value now, such as a name that another record has taken. */
const reasonOf = (error: unknown): string =>
  (error instanceof ApiError && Object.values(error.errors).flat().join(' ')) ||
  (error instanceof ApiError && error.status === 0 ? error.message : messageOf(error, 'Edit it again.'));

type OfferProps = { message: string; body: Saved['body']; onUndo: () => void };

const Offer = ({ message, body, onUndo }: OfferProps) => (
  <span className="saved-edit">
    {message}
    <Button
      size="compact-sm"
      variant="default"
      // The row keeps the focus.
      onMouseDown={event => event.preventDefault()}
      onClick={({ currentTarget }) => {
        // The button goes, and the focus with it.
        if (currentTarget === document.activeElement)
          body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
        onUndo();
      }}
    >
      Undo
    </Button>
  </span>
);
