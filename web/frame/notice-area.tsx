import { deniedMessage, mostNotices, noticesNeeded } from '../platform/notices';
import { useStore } from '../platform/store';
import { onDemand } from '../ui/on-demand';

const Notifications = onDemand(async () => (await import('./notifications')).Notifications);
const AccessDenied = onDemand(async () => (await import('./access-denied')).AccessDenied);

/** Where notifications and the 'Access Denied' window appear, once there is a first one. */
export function NoticeArea() {
  const needed = useStore(noticesNeeded);
  const denied = useStore(deniedMessage);
  return (
    <>
      {needed && <Notifications limit={mostNotices} />}
      {denied !== null && <AccessDenied message={denied} onClose={() => deniedMessage.set(null)} />}
    </>
  );
}
