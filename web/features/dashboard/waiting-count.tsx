import { useQuery } from '@tanstack/react-query';
import { waiting, type WaitingKind, waitingRights } from '#domain/dashboard/waiting.contract';
import { hasAllPermissions } from '#domain/kernel/access';
import { about, pollMs } from '../../platform/live-state';
import { contractQuery } from '../../platform/queries';
import { mustFinishSignIn, useUser } from '../../platform/session';
import { MenuCount } from '../../ui/menus/menu-count';

/** Requests for approval are announced; decisions of others are seen within a minute. */
const whatWaits = {
  ...contractQuery(waiting, { isUnattended: true }),
  meta: about('notifications'),
  refetchInterval: pollMs,
};

/** How much of these kinds waits for the user's decision. */
export function WaitingCount({ kinds }: { kinds: readonly WaitingKind[] }) {
  const user = useUser();
  // Nothing waits for users who may decide nothing. Until a sign-in is finished, every call but the profile's is refused.
  const isAsked = kinds.some(kind => hasAllPermissions(user, waitingRights[kind])) && !mustFinishSignIn(user);
  const { data } = useQuery({ ...whatWaits, enabled: isAsked });
  const theirs = data?.data.filter(({ kind }) => kinds.includes(kind)) ?? [];
  return <MenuCount count={theirs.reduce((sum, { count }) => sum + count, 0)} words="waiting for you" />;
}
