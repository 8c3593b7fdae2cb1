import { usePathname } from '../../platform/pathname';
import { mustFinishSignIn, useUser } from '../../platform/session';
import { onDemand } from '../../ui/on-demand';
import { useUnread } from './unread';

const FailedCheckNotice = onDemand(async () => (await import('./failed-check-notice')).FailedCheckNotice, {
  ifNotLoaded: 'nothing',
});

/** Above every page while the last check of the books failed (R34). The till has the screen to itself. */
export function FailedCheck() {
  const pathname = usePathname();
  const isClosed = mustFinishSignIn(useUser());
  return !isClosed && pathname !== '/sales/pos' && <IfFailed />;
}

const IfFailed = () => useUnread()?.books_failed === true && <FailedCheckNotice />;
