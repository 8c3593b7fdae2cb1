import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCanOpen } from '../../platform/may-open';
import { toast } from '../../platform/notices';
import { asText, type PageAddress } from '../../platform/page-path';
import { type CacheableCall, useReload } from '../../platform/reload';
import { useNotice } from '../notice';

type Places<Saved> = {
  /** The call to refetch, with everything below its path. */
  readonly read: CacheableCall;
  readonly list: PageAddress;
  readonly page: (saved: Saved) => PageAddress;
  readonly words: (saved: Saved) => string;
};

/**
 * Where a form leads after saving: to the record's page, with a confirmation. Users who cannot open it stay
 * on the form and can add another; on cancel they go to a page they can open.
 */
export function useSavedRecord<Saved>({ read, list, page, words }: Places<Saved>) {
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  const reload = useReload(read);
  const notices = useNotice();
  const [times, setTimes] = useState(0);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  // After Save or Cancel the leave question is not asked.
  const go = (to: PageAddress) => void navigate({ to: asText(to), ignoreBlocker: true });
  const canOpenPage = (record: Saved) => canOpen(page(record));
  const toList = () => go(canOpen(list) ? list : '/');
  return {
    notices,
    /** Counts saves; used as a key to reset the form. */
    times,
    canOpenPage,
    toList,
    toPage: (record: Saved) => (canOpenPage(record) ? go(page(record)) : toList()),
    onSaved: (saved: Saved) => {
      setTimes(times + 1);
      // Shown once the form is that of the saved record, so that nothing typed after reading it is lost.
      if (!canOpenPage(saved)) return reload(() => notices.succeeded(words(saved)));
      reload();
      toast.success(words(saved));
      // Who has left the form meanwhile stays where they are.
      if (isOpen.current) go(page(saved));
    },
  };
}
