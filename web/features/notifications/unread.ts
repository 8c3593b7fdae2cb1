import { queryOptions, useQuery } from '@tanstack/react-query';
import { unreadNotifications } from '#domain/notifications/unread-notifications.contract';
import { about, liveIsUp, pollMs } from '../../platform/live-state';
import { contractQuery } from '../../platform/queries';
import { useStore } from '../../platform/store';

/** What the frame of every page shows. Polled, which does not keep the user signed in. */
const unreadQuery = queryOptions({
  ...contractQuery(unreadNotifications, { isUnattended: true }),
  meta: about('notifications'),
});

/** The count of the bell, and whether the books failed their last check; undefined until loaded. */
export function useUnread() {
  const isUp = useStore(liveIsUp);
  return useQuery({ ...unreadQuery, refetchInterval: isUp ? false : pollMs }).data;
}
