import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { passesGuard } from '#domain/kernel/access';
import { toast } from '../platform/notices';
import { useUser } from '../platform/session';
import { onDemand } from '../ui/on-demand';
import { Redirect } from './redirect';

const NoAccess = onDemand(async () => (await import('./no-access')).NoAccess);

/** Shows a page to those its guard lets through; sends the others to the dashboard, or says so there. */
export function GuardedPage({ children }: { children: ReactNode }) {
  const user = useUser();
  const page = useMatches().at(-1);
  const guard = page?.staticData.guard;
  if (!guard || passesGuard(user, guard)) return children;
  return page.pathname === '/dashboard' ? <NoAccess /> : <SentAway />;
}

const SentAway = () => (
  <Redirect to="/dashboard" onLeave={() => toast.blank('You do not have access to that page.')} />
);
