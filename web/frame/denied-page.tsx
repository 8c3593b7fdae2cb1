import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { decideGuard } from '#domain/kernel/access';
import { missingWords } from '#domain/kernel/access-words';
import { useUser } from '../platform/session';
import { DeniedAlert } from '../ui/denied-alert';
import { placeOf } from './place';

/** Explains why the user was sent to the dashboard, until they move on. */
export function DeniedPage({ path, onClose }: { path: string; onClose: () => void }) {
  useEffect(() => onClose, [onClose]);
  const name = placeOf(path)?.item.label;
  const missing = useMissingFor(path);
  return (
    <DeniedAlert onClose={onClose}>
      {`You do not have access to ${name ? `${name} (${path})` : path}. ${missing && `It needs ${missing}. `}Ask an administrator if you need it.`}
    </DeniedAlert>
  );
}

/** What the user is missing to open a page: “View users and roles”. Blank if nothing is known to be missing. */
function useMissingFor(path: string): string {
  const router = useRouter();
  const user = useUser();
  const [, , page] = router.getMatchedRoutes(path);
  const guard = page?.options.staticData?.guard;
  return guard === undefined ? '' : missingWords(decideGuard(guard, user));
}
