import { useEffect, useEffectEvent } from 'react';

/** Whether each form on the screen is being sent. */
export const sending = new Set<() => boolean>();

export function useSending(isSending: boolean): void {
  const isSendingNow = useEffectEvent(() => isSending);
  useEffect(() => {
    const ask = () => isSendingNow();
    sending.add(ask);
    return () => void sending.delete(ask);
  }, []);
}
