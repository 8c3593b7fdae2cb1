import { useState } from 'react';
import { type CacheableCall, useReload } from '../../platform/reload';
import { useNotice } from '../notice';

/** The dialog open on a record's page, and what follows once it has changed the record: `changes` are read again. */
export function useRecordDialogs<Dialog>(...changes: readonly CacheableCall[]) {
  const notices = useNotice();
  const reload = useReload(...changes);
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = () => setOpen(null);
  return {
    notices,
    reload,
    open,
    setOpen,
    close,
    changed: (message?: string) => {
      close();
      reload(() => message && notices.succeeded(message));
    },
  };
}
