import { deniedMessage, maxNotices, noticesNeeded } from '../platform/notices';
import { openQuestion } from '../platform/confirm';
import { identityQuestion } from '../platform/confirm-identity';
import { useStore } from '../platform/store';
import { onDemand } from '../ui/on-demand';

const Notifications = onDemand(async () => (await import('./notifications')).Notifications);
const AccessDenied = onDemand(async () => (await import('./access-denied')).AccessDenied);
const QuestionDialog = onDemand(async () => (await import('./question-dialog')).QuestionDialog);
const ConfirmIdentity = onDemand(
  async () => (await import('../features/session/confirm-identity-dialog')).ConfirmIdentityDialog,
);

/** Renders notifications, the 'Access Denied' dialog, confirmations and the request to confirm who the user is, from the first one on. */
export function NoticeArea() {
  const needed = useStore(noticesNeeded);
  const denied = useStore(deniedMessage);
  const isAsking = useStore(openQuestion) !== null;
  const isIdentityAsked = useStore(identityQuestion) !== null;
  return (
    <>
      {needed && <Notifications limit={maxNotices} />}
      {denied !== null && <AccessDenied message={denied} onClose={() => deniedMessage.set(null)} />}
      {isAsking && <QuestionDialog />}
      {isIdentityAsked && <ConfirmIdentity />}
    </>
  );
}
