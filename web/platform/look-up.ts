import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';

export type LookedUp<Item> = {
  /** Undefined until the first answer is there; the answer before stays until the next one. */
  readonly items: readonly Item[] | undefined;
  /** Whether the items answer what stands in the field now. */
  readonly isCurrent: boolean;
  /** Asks at once for what stands in the field, for whoever presses Enter faster than answers come: a scanner. */
  readonly best: () => Promise<Item | undefined>;
};

/** What fits a text that is being typed. Nothing is asked while the list is closed. */
export function useLookUp<Item>(
  key: readonly unknown[],
  text: string,
  isOpen: boolean,
  search: (text: string, signal?: AbortSignal) => Promise<readonly Item[]>,
): LookedUp<Item> {
  const queries = useQueryClient();
  const typed = text.trim();
  const [wanted] = useDebouncedValue(typed, 120);
  const found = useQuery({
    queryKey: [...key, wanted],
    queryFn: ({ signal }) => search(wanted, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return {
    items: found.data,
    isCurrent: wanted === typed && found.isSuccess && !found.isPlaceholderData,
    best: async () => {
      const items = await queries.fetchQuery({
        queryKey: [...key, typed],
        queryFn: ({ signal }) => search(typed, signal),
        staleTime: 5_000,
      });
      return items[0];
    },
  };
}
