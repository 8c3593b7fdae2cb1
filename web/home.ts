import { passesGuard } from '#domain/kernel/access';
import { navigation } from './navigation';
import type { PagePath } from './platform/page-path';
import { useUser } from './platform/session';

/** Where a person begins: the dashboard, or else the first entry of the menu that is theirs, or their own profile. */
export function useHome(): { readonly path: PagePath; readonly label: string } {
  const user = useUser();
  const first = navigation
    .flatMap(group => group.items)
    // The till stands alone, without the menu: nobody begins there who wants to look around.
    .find(({ path, guard }) => path !== '/sales/pos' && passesGuard(user, guard));
  return first ?? { path: '/profile', label: 'Profile' };
}
