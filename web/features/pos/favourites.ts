import { useLocalStorage } from '@mantine/hooks';
import { useUser } from '../../platform/session';

/** A user's favourite products on this device, in the order they were added. */
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
