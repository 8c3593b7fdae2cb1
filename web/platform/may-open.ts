import { useRouter } from '@tanstack/react-router';
import { passesGuard } from '#domain/kernel/access';
import { useUser } from './session';

/** Whether the signed-in person may open the page at an address; a link that would lead nowhere is not made. */
export function useMayOpen(): (path: string) => boolean {
  const router = useRouter();
  const user = useUser();
  return path => {
    const [, , page] = router.getMatchedRoutes(path);
    if (page === undefined) return false;
    const guard = page.options.staticData?.guard;
    return guard === undefined || passesGuard(user, guard);
  };
}
