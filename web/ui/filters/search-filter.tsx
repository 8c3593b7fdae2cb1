import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { useListSlots } from '../list/list-slots';

/** The search box of a list. The list follows the typing; `/` focuses it from anywhere. */
export function SearchFilter({ list, placeholder }: { list: ListState; placeholder: string }) {
  const [text, setText] = useState(list.search);
  const input = useRef<HTMLInputElement>(null);
  const searchSoon = useDebouncedCallback((search: string) => list.setSearch(search.trim()), {
    delay: 250,
    flushOnUnmount: false,
  });
  useShortcut('/', 'Search', () => input.current?.focus());
  // Back, Forward and "clear" change the URL. The box follows unless it is being typed in.
  useEffect(() => {
    if (document.activeElement !== input.current || list.search === '') setText(list.search);
  }, [list.search]);

  const searchNow = (search: string) => {
    searchSoon.cancel();
    setText(search);
    list.setSearch(search.trim());
  };
  const slots = useListSlots();
  // On a list page it has its own place, where it stays when a phone puts the filters away.
  if (slots && !slots.search) return null;
  const box = (
    <form
      role="search"
      className="search-filter"
      onSubmit={event => {
        event.preventDefault();
        searchNow(text);
      }}
    >
      <TextInput
        ref={input}
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={
          text ? <CloseButton size="sm" aria-label="Clear search" onClick={() => searchNow('')} /> : null
        }
        onChange={event => {
          setText(event.currentTarget.value);
          searchSoon(event.currentTarget.value);
        }}
      />
      <Button type="submit" variant="default">
        Search
      </Button>
    </form>
  );
  return slots?.search ? createPortal(box, slots.search) : box;
}
