import { passesGuard } from '#domain/kernel/access';
import { pageTitle } from '../platform/page-title';
import { usePathname } from '../platform/pathname';
import { useUser } from '../platform/session';
import { useStore } from '../platform/store';
import { TextLink } from '../ui/links';
import { placeOf } from './place';

/** The menu group, the entry and, if the page shows one, the record. */
export function Breadcrumb() {
  const pathname = usePathname();
  const title = useStore(pageTitle);
  const user = useUser();
  const place = placeOf(pathname);
  const isEntry = place?.item.path === pathname;
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <ol>
        {place && <li className="breadcrumb-group">{place.group}</li>}
        {place && !isEntry && (
          <li className="breadcrumb-group">
            {passesGuard(user, place.item.guard) ? (
              <TextLink to={place.item.path} size="md">
                {place.item.label}
              </TextLink>
            ) : (
              place.item.label
            )}
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  );
}
