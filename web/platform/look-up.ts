import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, QueryObserver, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from './api-error';
import type { Reading } from './queries';

export type LookedUp<Item> = {
  /** Undefined until the first response; the previous one stays until the next. */
  readonly items: readonly Item[] | undefined;
  /** Whether the items belong to the current text. */
  readonly isCurrent: boolean;
  /** Searches at once for the current text, for scanners that press Enter before results arrive. */
  readonly best: () => Promise<Item | undefined>;
  /** The same for whoever only takes the match: not if other text is there by now, or if the search failed. */
  readonly takeBest: (take: (item: Item | undefined) => void) => Promise<void>;
  /** Why the search failed: no match is not to be claimed then (F84). */
  readonly failure: string | null;
};

const notSearched = 'The search failed. Try again.';

/** Finds records by text. */
export type Search<Item> = (text: string) => Reading<{ data: Item[] }>;

/** The matches of a text being typed. Nothing is requested while the list is closed. */
export function useLookUp<Item>(
  search: Search<Item>,
  text: string,
  isOpen: boolean,
  offers: (item: Item) => boolean = () => true,
): LookedUp<Item> {
  const queries = useQueryClient();
  const typed = text.trim();
  const [query] = useDebouncedValue(typed, 120);
  const found = useQuery({ ...search(query), enabled: isOpen, placeholderData: keepPreviousData });
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  const best = async () => {
    const asked = search(typed);
    // The list goes on to the next text, and a request that nothing observes any more is aborted.
    const release = new QueryObserver(queries, { ...asked, enabled: false }).subscribe(() => undefined);
    try {
      return (await queries.fetchQuery({ ...asked, staleTime: 5_000 })).data.find(offers);
    } finally {
      release();
    }
  };
  return {
    items: found.data?.data.filter(offers),
    isCurrent: query === typed && found.isSuccess && !found.isPlaceholderData,
    best,
    takeBest: take => {
      const isLatest = () => latest.current === typed;
      return best().then(
        item => {
          if (isLatest()) take(item);
        },
        // The list below the field says so.
        () => undefined,
      );
    },
    failure: isOpen && found.isError ? messageOf(found.error, notSearched) : null,
  };
}
