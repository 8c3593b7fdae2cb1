import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { useEffect } from 'react';
import { setUpProgress } from '#domain/get-started/set-up-steps';
import { usePathname } from '../../platform/pathname';
import { PlainLink } from '../../ui/links';
import { guideNow, useGuide } from './get-started.queries';

/** The entry above the menu, for those who may set the business up, until everything is done, skipped or dismissed. */
export function GuideEntry({ narrow }: { narrow: boolean }) {
  const guide = useGuide();
  const client = useQueryClient();
  const router = useRouter();
  const isHere = usePathname().startsWith('/start');
  const isShown = guide !== undefined;
  // What was entered on the page just left may have completed a step.
  useEffect(() => {
    if (!isShown) return undefined;
    return router.subscribe('onResolved', ({ pathChanged }) => {
      if (pathChanged) void client.invalidateQueries({ queryKey: guideNow.queryKey });
    });
  }, [client, isShown, router]);
  if (!guide) return null;
  const { settled, total } = setUpProgress(guide.steps);
  const label = `Get started, ${settled} of ${total} steps done`;
  return (
    <div className="sidebar-group">
      <ul>
        <li>
          <PlainLink
            to="/start"
            className="sidebar-entry"
            title={narrow ? label : undefined}
            aria-label={label}
            aria-current={isHere ? 'page' : undefined}
          >
            <Rocket size={18} aria-hidden />
            {!narrow && (
              <>
                <span>Get started</span>
                <span className="sidebar-count figures" aria-hidden>
                  {settled}/{total}
                </span>
              </>
            )}
          </PlainLink>
        </li>
      </ul>
    </div>
  );
}
