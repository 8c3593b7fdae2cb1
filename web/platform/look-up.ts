import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reading } from './queries';

export type LookedUp<Item> = {
  /** Undefined until the first answer is there; the answer before stays until the next one. */
  readonly items: readonly Item[] | undefined;
  /** Whether the items answer what stands in the field now. */
  readonly isCurrent: boolean;
  /** Asks at once for what stands in the field, for whoever presses Enter faster than answers come: a scanner. */
  readonly best: () => Promise<Item | undefined>;
};

/** What finds records by a text. */
export type Search<Item> = (text: string) => Reading<{ data: Item[] }>;

/** What fits a text that is being typed, as far as it is offered. Nothing is asked while the list is closed. */
export function useLookUp<Item>(
  search: Search<Item>,
  text: string,
  isOpen: boolean,
  offers: (item: Item) => boolean = () => true,
): LookedUp<Item> {
  const queries = useQueryClient();
  const typed = text.trim();
  const [wanted] = useDebouncedValue(typed, 120);
  const found = useQuery({ ...search(wanted), enabled: isOpen, placeholderData: keepPreviousData });
  return {
    items: found.data?.data.filter(offers),
    isCurrent: wanted === typed && found.isSuccess && !found.isPlaceholderData,
    best: async () => (await queries.fetchQuery({ ...search(typed), staleTime: 5_000 })).data.find(offers),
  };
}
