import { CloseButton, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { usePathname } from '../platform/pathname';
import { useShortcut } from '../platform/shortcuts';

type Props = {
  text: string;
  onChange: (text: string) => void;
  /** The entries below. */
  box: RefObject<HTMLElement | null>;
};

/** Finds an entry by its label or its group's. Enter opens the first, arrow down moves to it, Escape clears. */
export function MenuFilter({ text, onChange, box }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // The till has no menu in sight, and takes letters for its own search.
  const isInSight = usePathname() !== '/sales/pos';
  useShortcut('m', 'Filter the menu', () => input.current?.focus(), isInSight);
  const onKeyDown = (event: KeyboardEvent) => {
    const first = box.current?.querySelector<HTMLElement>('a');
    if (event.key === 'Escape' && text !== '') onChange('');
    else if (event.key === 'ArrowDown' && first) first.focus();
    else if (event.key === 'Enter' && text.trim() !== '' && first) {
      first.click();
      onChange('');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      ref={input}
      className="menu-filter"
      size="xs"
      aria-label="Filter menu"
      placeholder="Filter menu"
      aria-keyshortcuts="m"
      autoComplete="off"
      maxLength={40}
      value={text}
      leftSection={<Search size={14} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label="Clear menu filter" onClick={() => onChange('')} /> : null
      }
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
