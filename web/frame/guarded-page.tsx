import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { passesGuard } from '#domain/kernel/access';
import { toast } from '../platform/notices';
import { useShownPath } from '../platform/shown-path';
import { useUser } from '../platform/session';
import { useStore } from '../platform/store';
import { onDemand } from '../ui/on-demand';
import { deniedPath } from './denied-path';
import { Redirect } from './redirect';

const NoAccess = onDemand(async () => (await import('./no-access')).NoAccess);
const DeniedPage = onDemand(async () => (await import('./denied-page')).DeniedPage);

/**
 * Shows a page to users its guard admits and redirects the others to the dashboard with an explanation
 * (R-07).
 */
export function GuardedPage({ children }: { children: ReactNode }) {
  const user = useUser();
  const path = useShownPath();
  const guard = useMatches({ select: matches => matches.at(-1)?.staticData.guard });
  const denied = useStore(deniedPath);
  const isDashboard = path === '/dashboard';
  if (guard && !passesGuard(user, guard) && !isDashboard) return <SentAway from={path ?? ''} />;
  return (
    <>
      {isDashboard && denied !== null && <DeniedPage path={denied} onClose={clearDenied} />}
      {!guard || passesGuard(user, guard) ? children : <NoAccess />}
    </>
  );
}

const clearDenied = () => deniedPath.set(null);

const SentAway = ({ from }: { from: string }) => (
  <Redirect
    to="/dashboard"
    onLeave={() => {
      deniedPath.set(from);
      toast.blank('You do not have access to that page.');
    }}
  />
);
