import { deniedMessage, maxNotices, noticesNeeded } from '../platform/notices';
import { openQuestion } from '../platform/confirm';
import { useStore } from '../platform/store';
import { onDemand } from '../ui/on-demand';

const Notifications = onDemand(async () => (await import('./notifications')).Notifications);
const AccessDenied = onDemand(async () => (await import('./access-denied')).AccessDenied);
const QuestionDialog = onDemand(async () => (await import('./question-dialog')).QuestionDialog);

/** Renders notifications, the 'Access Denied' dialog and confirmations, from the first one on. */
export function NoticeArea() {
  const needed = useStore(noticesNeeded);
  const denied = useStore(deniedMessage);
  const isAsking = useStore(openQuestion) !== null;
  return (
    <>
      {needed && <Notifications limit={maxNotices} />}
      {denied !== null && <AccessDenied message={denied} onClose={() => deniedMessage.set(null)} />}
      {isAsking && <QuestionDialog />}
    </>
  );
}
