import { mustFinishSignIn, useUser } from '../../platform/session';
import { useWholeScreen } from '../../platform/whole-screen';
import { onDemand } from '../../ui/on-demand';
import { useUnread } from './unread';

const FailedCheckNotice = onDemand(async () => (await import('./failed-check-notice')).FailedCheckNotice, {
  ifNotLoaded: 'nothing',
});

/** Above every page while the last check of the books failed (R34). The till has the screen to itself. */
export function FailedCheck() {
  const isAlone = useWholeScreen();
  const isClosed = mustFinishSignIn(useUser());
  return !isClosed && !isAlone && <IfFailed />;
}

const IfFailed = () => useUnread()?.books_failed === true && <FailedCheckNotice />;
