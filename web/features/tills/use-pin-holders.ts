import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cashier } from '#domain/tills/cashier.contract';
import { cashierList } from './tills.queries';

/** Users with a PIN who may sell or approve at a till, and of them those that a dialog offers. */
export function usePinHolders(isOffered: (person: Cashier) => boolean) {
  const queries = useQueryClient();
  const list = useQuery(cashierList);
  return {
    people: (list.data?.data ?? []).filter(isOffered),
    isKnown: list.isSuccess,
    /** The user chosen, or else the first: many enter their PIN before the list has arrived. */
    chosenOrFirst: async (chosen: number | null): Promise<number | null> => {
      if (chosen !== null) return chosen;
      const { data } = await queries.ensureQueryData(cashierList);
      return data.find(isOffered)?.id ?? null;
    },
  };
}
