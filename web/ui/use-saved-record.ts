import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayOpen } from '../platform/may-open';
import { toast } from '../platform/notices';
import { asText, type PageAddress } from '../platform/page-path';
import { type Kept, useReload } from '../platform/reload';
import { useNotice } from './notice';

type Places<Saved> = {
  /** What is read anew: what this call reads, and everything below it. */
  readonly read: Kept;
  readonly list: PageAddress;
  readonly page: (saved: Saved) => PageAddress;
  readonly words: (saved: Saved) => string;
};

/**
 * Where a form page leads once its record is saved: to the record's page, which says that it is saved. Who may not open
 * that stays, is told the same, and adds the next one; and who gives up lands on a page that they may open, too.
 */
export function useSavedRecord<Saved>({ read, list, page, words }: Places<Saved>) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const reload = useReload(read);
  const notices = useNotice();
  const [times, setTimes] = useState(0);
  // Who cancels or has saved has said so; nobody asks again whether to leave.
  const go = (to: PageAddress) => void navigate({ to: asText(to), ignoreBlocker: true });
  const mayOpenPage = (record: Saved) => mayOpen(page(record));
  const toList = () => go(mayOpen(list) ? list : '/');
  return {
    notices,
    /** How often something was saved: a form with this key begins anew. */
    times,
    mayOpenPage,
    toList,
    toPage: (record: Saved) => (mayOpenPage(record) ? go(page(record)) : toList()),
    onSaved: (saved: Saved) => {
      reload();
      setTimes(times + 1);
      if (!mayOpenPage(saved)) return notices.succeeded(words(saved));
      toast.success(words(saved));
      go(page(saved));
    },
  };
}
