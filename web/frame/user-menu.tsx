import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Check, ChevronDown, Download, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import { useUser } from '../platform/session';
import { signOut } from '../platform/sign-out';
import { hasUnanswered } from '../platform/till-data';
import { leaving } from '../platform/unsaved';
import { MenuButton } from '../ui/menus/menu-button';
import { onDemand } from '../ui/on-demand';
import type { MenuEntry } from '../ui/menus/menu-entry';
import { shortcutHelp } from './shortcut-help';

const UnansweredAtSignOut = onDemand(
  async () => (await import('../features/pos/unanswered-at-sign-out')).UnansweredAtSignOut,
);

const modes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'auto', label: 'Same as system', icon: Monitor },
] as const;

/** The signed-in user, their profile, the colour mode and sign-out. */
export function UserMenu() {
  const user = useUser();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isAsking, setAsking] = useState(false);
  const leaveNow = () => void signOut().then(() => navigate({ to: '/login', ignoreBlocker: true }));
  const goOn = () => {
    setAsking(false);
    leaveNow();
  };
  const leave = () => leaving(() => (hasUnanswered() ? setAsking(true) : leaveNow()));
  const items: MenuEntry[] = [
    { kind: 'divider', label: 'person' },
    {
      kind: 'item',
      label: 'Profile',
      icon: <UserRound size={16} />,
      run: () => void navigate({ to: '/profile' }),
    },
    {
      kind: 'item',
      label: 'Exports',
      icon: <Download size={16} />,
      run: () => void navigate({ to: '/exports' }),
    },
    {
      kind: 'item',
      label: 'Keyboard shortcuts',
      icon: <Keyboard size={16} />,
      run: () => shortcutHelp.set(true),
    },
    { kind: 'divider', label: 'look' },
    { kind: 'label', label: 'Colours' },
    ...modes.map(({ value, label, icon: Icon }) => ({
      kind: 'item' as const,
      label,
      icon: <Icon size={16} />,
      mark: colorScheme === value ? <Check size={16} aria-label="chosen" /> : undefined,
      run: () => setColorScheme(value),
    })),
    { kind: 'divider', label: 'way out' },
    { kind: 'item', label: 'Sign out', icon: <LogOut size={16} />, run: leave },
  ];
  const facts = (
    <div className="user-facts">
      <strong>{user.name}</strong>
      <span>{user.email}</span>
      <span>{user.roles.map(role => role.name).join(', ') || 'No role'}</span>
    </div>
  );
  return (
    <>
      {isAsking && <UnansweredAtSignOut onSignOut={goOn} onStay={() => setAsking(false)} />}
      <MenuButton label={`Account of ${user.name}`} className="user-button" head={facts} items={items}>
        <span className="user-initials" aria-hidden>
          {initials(user.name)}
        </span>
        <span className="user-name">{user.name}</span>
        <ChevronDown size={14} aria-hidden />
      </MenuButton>
    </>
  );
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map(word => Array.from(word)[0] ?? '')
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .join('')
    .toUpperCase();
