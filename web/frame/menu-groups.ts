import { passesGuard } from '#domain/kernel/access';
import { navigation, type NavigationGroup, type NavigationItem } from '../navigation';
import { useUser } from '../platform/session';

/** A menu of at most this many entries is read at a glance: its groups start open, and it has no filter. */
const maxShortMenu = 14;

/** The groups and entries that the user can open. */
export function useMenuGroups(): { groups: readonly NavigationGroup[]; isShort: boolean } {
  const user = useUser();
  const groups = withEntries(item => passesGuard(user, item.guard));
  return { groups, isShort: groups.reduce((sum, { items }) => sum + items.length, 0) <= maxShortMenu };
}

/** The entries that fit a filter by their label or their group's. */
export function filterGroups(groups: readonly NavigationGroup[], filter: string): readonly NavigationGroup[] {
  const text = filter.trim().toLowerCase();
  const fits = (label: string) => label.toLowerCase().includes(text);
  return withEntries((item, group) => fits(item.label) || fits(group.label), groups);
}

/** Pinned entries, in the order in which they were pinned. Those that the user cannot open any more are left out. */
export const pinnedEntries = (groups: readonly NavigationGroup[], pinned: readonly string[]) => {
  const items = groups.flatMap(group => group.items);
  return pinned.flatMap(path => items.find(item => item.path === path) ?? []);
};

const withEntries = (
  isShown: (item: NavigationItem, group: NavigationGroup) => boolean,
  groups: readonly NavigationGroup[] = navigation,
) =>
  groups
    .map(group => ({ ...group, items: group.items.filter(item => isShown(item, group)) }))
    .filter(({ items }) => items.length > 0);
