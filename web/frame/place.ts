import { navigation } from '../navigation';

/** The menu entry a path belongs to: the one with the longest path that it begins with. */
export function placeOf(pathname: string) {
  return navigation
    .flatMap(group => group.items.map(item => ({ group: group.label, item })))
    .filter(({ item }) => pathname === item.path || pathname.startsWith(`${item.path}/`))
    .sort((one, other) => other.item.path.length - one.item.path.length)[0];
}
