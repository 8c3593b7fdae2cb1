import { useQuery } from '@tanstack/react-query';
import { dashboard, type WaitingKind } from '#domain/dashboard/dashboard.contract';
import { about, pollMs } from '../../platform/live-state';
import { contractQuery } from '../../platform/queries';
import { mustFinishSignIn, useUser } from '../../platform/session';
import { MenuCount } from '../../ui/menu-count';

/** Requests for approval are announced; decisions of others are seen within a minute. */
const waiting = {
  ...contractQuery(dashboard.waiting, { isUnattended: true }),
  meta: about('notifications'),
  refetchInterval: pollMs,
};

/** How much of these kinds waits for the user's decision. */
export function WaitingCount({ kinds }: { kinds: readonly WaitingKind[] }) {
  // Until a sign-in is finished, every call but the profile's is refused.
  const { data } = useQuery({ ...waiting, enabled: !mustFinishSignIn(useUser()) });
  const theirs = data?.data.filter(({ kind }) => kinds.includes(kind)) ?? [];
  return <MenuCount count={theirs.reduce((sum, { count }) => sum + count, 0)} words="waiting for you" />;
}
