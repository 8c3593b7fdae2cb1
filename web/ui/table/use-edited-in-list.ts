import { useState } from 'react';
import { type CacheableCall, useReload } from '../../platform/reload';
import { useShortcut } from '../../platform/shortcuts';
import type { Notices } from '../notice';

type Terms = {
  /** "price group", as on the button. */
  readonly one: string;
  /** The call to refetch after saving, with everything below its path. */
  readonly read: CacheableCall;
  readonly canAdd: boolean;
  readonly notices: Notices;
};

/** A list whose records are added and edited in a dialog. */
export function useEditedInList<Row>({ one, read, canAdd, notices }: Terms) {
  const reload = useReload(read);
  const [edited, edit] = useState<Row | 'new' | null>(null);
  const add = () => edit('new');
  const close = () => edit(null);
  useShortcut('n', `Add ${one}`, add, canAdd);
  return {
    edited,
    edit,
    add,
    reload,
    dialogProps: {
      onClose: close,
      // The dialog stays until the list is read again: opened once more before that, a row would be the one of before.
      onSaved: () =>
        new Promise<void>(resolve => {
          reload(() => {
            close();
            notices.succeeded('Saved successfully!');
            resolve();
          });
        }),
    },
  };
}
