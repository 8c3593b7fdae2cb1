import { useState } from 'react';

/** Whether work is under way, for a button that must not be pressed twice. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return { busy, whileBusy };
}
