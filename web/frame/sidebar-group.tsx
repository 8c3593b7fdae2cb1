import { UnstyledButton } from '@mantine/core';
import { ChevronRight, Pin, PinOff } from 'lucide-react';
import { useId } from 'react';
import type { NavigationItem } from '../navigation';
import { PlainLink } from '../ui/links';
import { onDemand } from '../ui/on-demand';
import { menuIcons } from './menu-icons';
import type { useMenuMemory } from './use-menu-memory';

const WaitingCount = onDemand(
  async () => (await import('../features/dashboard/waiting-count')).WaitingCount,
  { ifNotLoaded: 'nothing' },
);
const UnreadMail = onDemand(async () => (await import('../features/emails/unread-mail')).UnreadMail, {
  ifNotLoaded: 'nothing',
});

type Common = {
  narrow: boolean;
  /** The path of the current page's entry. Of several that match the address, only one is current. */
  current: string | undefined;
  memory: ReturnType<typeof useMenuMemory>;
};
type Props = Common & {
  label: string;
  items: readonly NavigationItem[];
  isOpen: boolean;
  /** Omitted where the group cannot be folded. */
  onToggle?: (() => void) | undefined;
};

/**
 * A group of the menu. Its heading folds it, and then says how much waits in it; a heading of the page would be one
 * among those of its content.
 */
export function SidebarGroup({ label, items, isOpen, onToggle, ...common }: Props) {
  const id = useId();
  const decided = items.flatMap(({ decides }) => decides ?? []);
  return (
    <div className="sidebar-group">
      {onToggle ? (
        <UnstyledButton
          id={id}
          className="sidebar-heading"
          aria-expanded={isOpen}
          aria-controls={`${id}-entries`}
          aria-label={common.narrow ? label : undefined}
          title={common.narrow ? label : undefined}
          onClick={onToggle}
        >
          {!common.narrow && <span>{label}</span>}
          {!common.narrow && !isOpen && decided.length > 0 && <WaitingCount kinds={decided} />}
          <ChevronRight size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        <div id={id} className="sidebar-heading">
          {common.narrow ? <Pin size={12} aria-label={label} /> : label}
        </div>
      )}
      <ul id={`${id}-entries`} aria-labelledby={id} hidden={!isOpen} data-pins={!onToggle || undefined}>
        {(isOpen ? items : []).map(item => (
          <li key={item.path}>
            <Entry item={item} {...common} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Entry({
  item: { label, path, decides },
  narrow,
  current,
  memory,
}: Common & { item: NavigationItem }) {
  const Icon = menuIcons[path];
  const isPinned = memory.pinned.includes(path);
  const pinLabel = isPinned ? `Unpin ${label}` : `Pin ${label}`;
  return (
    <>
      <PlainLink
        to={path}
        className="sidebar-entry"
        title={narrow ? label : undefined}
        aria-label={narrow ? label : undefined}
        aria-current={current === path ? 'page' : undefined}
      >
        {Icon && <Icon size={18} aria-hidden />}
        {!narrow && <span>{label}</span>}
        {!narrow && path === '/emails/inbox' && <UnreadMail />}
        {!narrow && decides && <WaitingCount kinds={decides} />}
      </PlainLink>
      {!narrow && (
        <UnstyledButton
          className="sidebar-pin"
          title={pinLabel}
          onClick={({ currentTarget }) => {
            if (!isPinned) return memory.pin(path);
            focusNeighbour(currentTarget);
            memory.unpin(path);
          }}
        >
          {isPinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
        </UnstyledButton>
      )}
    </>
  );
}

/** The entry of an unpinned page leaves the group of pins; the focus goes to the next one instead of nowhere. */
function focusNeighbour(pin: HTMLElement): void {
  const entry = pin.closest('li');
  if (!entry?.closest('[data-pins]')) return;
  const neighbour = entry.nextElementSibling ?? entry.previousElementSibling;
  const after = entry.closest('.sidebar-group')?.nextElementSibling;
  (neighbour?.querySelector('a') ?? after?.querySelector<HTMLElement>('button'))?.focus();
}
