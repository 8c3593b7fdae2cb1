import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { passesGuard } from '#domain/kernel/access';
import { useHome } from '../home';
import { guideGuard } from '../page-guards';
import { usePathname } from '../platform/pathname';
import { useUser } from '../platform/session';
import { PlainLink } from '../ui/links';
import { onDemand } from '../ui/on-demand';
import { filterGroups, pinnedEntries, useMenuGroups } from './menu-groups';
import { MenuFilter } from './menu-filter';
import { placeOf } from './place';
import './sidebar.css';
import { SidebarGroup } from './sidebar-group';
import { useMenuMemory } from './use-menu-memory';

const GuideEntry = onDemand(async () => (await import('../features/get-started/guide-entry')).GuideEntry, {
  ifNotLoaded: 'nothing',
});

/** The menu, limited to the pages the user can open. Collapsed, it shows icons with names on hover. */
export function Sidebar({ narrow }: { narrow: boolean }) {
  const user = useUser();
  const home = useHome();
  return (
    <div className="sidebar" data-narrow={narrow || undefined}>
      <PlainLink to={home.path} className="brand" aria-label={`Counterfoil, go to ${home.label}`}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        {!narrow && <span>Counterfoil</span>}
      </PlainLink>
      <Menu key={user.id} narrow={narrow} />
    </div>
  );
}

function Menu({ narrow }: { narrow: boolean }) {
  const user = useUser();
  const { groups, isShort } = useMenuGroups();
  const memory = useMenuMemory(user.id);
  const place = placeOf(usePathname());
  const [filter, setFilter] = useState('');
  const [isFoldedHere, setFoldedHere] = useFoldedHere(place?.group);
  const box = useCurrentInView(place?.item.path);
  const isFiltered = filter.trim() !== '' && !narrow;
  const shown = isFiltered ? filterGroups(groups, filter) : groups;
  const pinned = pinnedEntries(groups, memory.pinned);

  const isOpen = (group: string) => {
    if (isFiltered) return true;
    // The group of the page opens by itself, even if it was folded before.
    if (group === place?.group) return !isFoldedHere;
    return memory.isOpen(group) ?? (isShort || group === groups[0]?.label);
  };
  const toggle = (group: string) => {
    memory.setOpen(group, !isOpen(group));
    if (group === place?.group) setFoldedHere(isOpen(group));
  };
  const common = { narrow, current: place?.item.path, memory };
  return (
    <>
      {!narrow && !isShort && <MenuFilter text={filter} onChange={setFilter} box={box} />}
      {/* The keys are those of the links inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="sidebar-scroll" ref={box} onKeyDown={moveByArrow}>
        {!isFiltered && passesGuard(user, guideGuard) && <GuideEntry narrow={narrow} />}
        {!isFiltered && pinned.length > 0 && (
          <SidebarGroup {...common} label="Pinned" items={pinned} isOpen />
        )}
        {shown.map(({ label, items }) => (
          <SidebarGroup
            {...common}
            key={label}
            label={label}
            items={items}
            isOpen={isOpen(label)}
            onToggle={isFiltered ? undefined : () => toggle(label)}
          />
        ))}
        {shown.length === 0 && (
          <p className="sidebar-nothing" role="status">
            No pages found. Try a shorter filter.
          </p>
        )}
      </div>
    </>
  );
}

/** Whether the user has folded the group of the page while on it. Forgotten on the way to another group. */
function useFoldedHere(group: string | undefined) {
  const [folded, setFolded] = useState<string | null>(null);
  if (folded !== null && folded !== group) setFolded(null);
  return [
    folded !== null && folded === group,
    (is: boolean) => setFolded(is && group ? group : null),
  ] as const;
}

/** Scrolls the menu, never the page, until the current entry is in sight. */
function useCurrentInView(path: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const entries = [...(box.current?.querySelectorAll(`.sidebar-entry[href="${path}"]`) ?? [])];
    const frame = box.current?.getBoundingClientRect();
    if (!box.current || !frame) return;
    const places = entries.map(entry => entry.getBoundingClientRect()).filter(({ height }) => height > 0);
    const [first] = places;
    if (!first || places.some(({ top, bottom }) => top >= frame.top && bottom <= frame.bottom)) return;
    box.current.scrollTop += first.top - frame.top - frame.height / 3;
  }, [path]);
  return box;
}

/** Arrow up and down move between the entries and headings in sight. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button.sidebar-heading')].filter(
    stop => stop.checkVisibility(),
  );
  // From the pin of an entry as from the entry.
  const from = document.activeElement?.closest('li')?.querySelector('a') ?? document.activeElement;
  const at = stops.findIndex(stop => stop === from);
  const next = stops[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
