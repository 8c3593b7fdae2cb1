import { useSyncExternalStore } from 'react';

/** The width below which a list becomes cards. The styles use the same one. */
const phone = matchMedia('(max-width: 700px)');

const subscribe = (onChange: () => void) => {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
};

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => phone.matches);
