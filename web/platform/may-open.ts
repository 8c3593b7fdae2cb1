import { useRouter } from '@tanstack/react-router';
import { passesGuard } from '#domain/kernel/access';
import { useUser } from './session';

/** Whether the user can open a page. Links that lead nowhere are not rendered. */
export function useCanOpen(): (path: string) => boolean {
  const router = useRouter();
  const user = useUser();
  return path => {
    const [pathname = ''] = path.split('?');
    const [, , page] = router.getMatchedRoutes(pathname);
    if (page === undefined) return false;
    const guard = page.options.staticData?.guard;
    return guard === undefined || passesGuard(user, guard);
  };
}
