import { useLocation } from '@tanstack/react-router';
import { useUnread } from '../platform/unread-notifications';
import { onDemand } from '../ui/on-demand';

const FailedCheckNotice = onDemand(
  async () => (await import('../features/books/failed-check-notice')).FailedCheckNotice,
  { ifNotLoaded: 'nothing' },
);

/** Above every page while the last check of the books failed (R34). The till has the screen to itself. */
export function FailedCheck() {
  const { pathname } = useLocation();
  const hasFailed = useUnread()?.books_failed === true;
  return hasFailed && pathname !== '/sales/pos' && <FailedCheckNotice />;
}
