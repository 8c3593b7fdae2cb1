import { useRouter } from '@tanstack/react-router';
import { decideGuard, passesGuard } from '#domain/kernel/access';
import { missingWords } from '#domain/kernel/access-words';
import { useUser } from './session';

/** Whether the user can open a page. Links that lead nowhere are not rendered. */
export function useCanOpen(): (path: string) => boolean {
  const router = useRouter();
  const user = useUser();
  return path => {
    const [, , page] = router.getMatchedRoutes(path);
    if (page === undefined) return false;
    const guard = page.options.staticData?.guard;
    return guard === undefined || passesGuard(user, guard);
  };
}

/** What the user is missing to open a page: “View users and roles”. Blank if nothing is known to be missing. */
export function useMissingFor(path: string): string {
  const router = useRouter();
  const user = useUser();
  const [, , page] = router.getMatchedRoutes(path);
  const guard = page?.options.staticData?.guard;
  return guard === undefined ? '' : missingWords(decideGuard(guard, user));
}
