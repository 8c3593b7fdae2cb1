import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '../../platform/session';

/** The products that somebody wants at hand on this device, in the order in which they were chosen. */
export function useFavourites() {
  const user = useUser();
  const [ids, setIds] = useLocalStorage<number[]>({
    key: `till-favourites-${user.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return {
    ids,
    has: (id: number) => ids.includes(id),
    toggle: (id: number) => setIds(ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id]),
  };
}
