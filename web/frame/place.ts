import { navigation } from '../navigation';

/** The menu entry of a path: the one with the longest matching prefix. */
export const placeOf = (pathname: string) =>
  navigation
    .flatMap(group => group.items.map(item => ({ group: group.label, item })))
    .flatMap(place => [place.item.path, place.item.also ?? []].flat().map(path => ({ ...place, path })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length)[0];
