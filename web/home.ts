import { passesGuard } from '#domain/kernel/access';
import { navigation } from './navigation';
import type { PagePath } from './platform/page-path';
import { useUser } from './platform/session';

/** The user's start page: the dashboard, or else the first menu entry they can open, or their profile. */
export function useHome(): { readonly path: PagePath; readonly label: string } {
  const user = useUser();
  const first = navigation
    .flatMap(group => group.items)
    // The till has no menu, so it is never the start page.
    .find(({ path, guard }) => path !== '/sales/pos' && passesGuard(user, guard));
  return first ?? { path: '/profile', label: 'Profile' };
}
