import { Link, useLocation } from '@tanstack/react-router';
import { passesGuard } from '#domain/kernel/access';
import { useHome } from '../home';
import { navigation, type NavigationItem } from '../navigation';
import { guideGuard } from '../page-guards';
import { useUser } from '../platform/session';
import { onDemand } from '../ui/on-demand';
import { placeOf } from './place';

const GuideEntry = onDemand(async () => (await import('../features/get-started/guide-entry')).GuideEntry);

/** The menu, limited to the pages the user can open. Collapsed, it shows icons with names on hover. */
export function Sidebar({ narrow }: { narrow: boolean }) {
  const user = useUser();
  const home = useHome();
  const groups = navigation
    .map(group => ({ ...group, items: group.items.filter(item => passesGuard(user, item.guard)) }))
    .filter(group => group.items.length > 0);
  return (
    <div className="sidebar" data-narrow={narrow || undefined}>
      <Link to={home.path} className="brand" aria-label={`Counterfoil, go to ${home.label}`}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        {!narrow && <span>Counterfoil</span>}
      </Link>
      <div className="sidebar-scroll">
        {passesGuard(user, guideGuard) && <GuideEntry narrow={narrow} />}
        {groups.map(group => (
          <div key={group.label} className="sidebar-group">
            {!narrow && <h2>{group.label}</h2>}
            <ul>
              {group.items.map(item => (
                <li key={item.path}>
                  <Entry item={item} narrow={narrow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

function Entry({ item, narrow }: { item: NavigationItem; narrow: boolean }) {
  const { icon: Icon, label, path } = item;
  // If several entries match the path, only the one of the page is current.
  const isHere = placeOf(useLocation().pathname)?.item.path === path;
  return (
    <Link
      to={path}
      className="sidebar-entry"
      title={narrow ? label : undefined}
      aria-label={narrow ? label : undefined}
      activeOptions={{ includeSearch: false, exact: !isHere }}
    >
      <Icon size={18} aria-hidden />
      {!narrow && <span>{label}</span>}
    </Link>
  );
}
