import { useState } from 'react';
import { type Kept, useReload } from '../platform/reload';
import { useShortcut } from '../platform/shortcuts';
import type { Notices } from './notice';

type Terms = {
  /** "price group", as the button says it. */
  readonly one: string;
  /** What is read anew once something is saved: what this call reads, and everything below it. */
  readonly read: Kept;
  readonly mayAdd: boolean;
  readonly notices: Notices;
};

/** A list whose records are added and changed in a window over it: which one is open, and what follows when it is saved. */
export function useEditedInList<Row>({ one, read, mayAdd, notices }: Terms) {
  const reload = useReload(read);
  const [edited, edit] = useState<Row | 'new' | null>(null);
  const add = () => edit('new');
  const close = () => edit(null);
  useShortcut('n', `Add ${one}`, add, mayAdd);
  return {
    edited,
    edit,
    add,
    reload,
    window: {
      onClose: close,
      onSaved: () => {
        close();
        reload(() => notices.succeeded('Saved successfully!'));
      },
    },
  };
}
