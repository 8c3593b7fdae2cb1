import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../platform/session';
import { blankLine, type OrderFormValues } from './order-form-values';

type Kept = { savedAt: number; values: OrderFormValues };

const longestKeptMs = 14 * 24 * 3600_000;

export type Autosave = {
  /** What was typed here before and never saved. */
  readonly restored: Kept | null;
  readonly keep: (values: OrderFormValues) => void;
  /** Keeps nothing of what was typed so far. */
  readonly drop: () => void;
  /** Keeps nothing any more: it is saved. */
  readonly forget: () => void;
};

/**
 * Keeps what is typed into an order's form in this browser until it is saved: a closed tab, an ended session or a
 * power cut loses nothing. The order itself changes only when somebody saves it, so a draft takes no number from the
 * series and a sent order gets no revision before it is meant.
 */
export function useAutosave(orderId: number | 'new'): Autosave {
  const key = `purchase-order-draft:${useUser().id}:${orderId}`;
  const [restored] = useState(() => readKept(key));
  const isForgotten = useRef(false);
  const keepSoon = useDebouncedCallback(
    (values: OrderFormValues) => isForgotten.current || write(key, { savedAt: Date.now(), values }),
    { delay: 400, flushOnUnmount: true },
  );
  // A page that is left within the pause still keeps the last letters.
  useEffect(() => {
    const flush = () => keepSoon.flush();
    window.addEventListener('pagehide', flush);
    return () => window.removeEventListener('pagehide', flush);
  }, [keepSoon]);
  return {
    restored,
    keep: keepSoon,
    drop: () => localStorage.removeItem(key),
    forget: () => {
      isForgotten.current = true;
      localStorage.removeItem(key);
    },
  };
}

function readKept(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    if (!kept || Date.now() - kept.savedAt > longestKeptMs) return null;
    // Keys are counted anew in each page: a kept one could meet a new one.
    const lines = kept.values.lines.map(line => ({ ...blankLine(), ...line, key: blankLine().key }));
    return { ...kept, values: { ...kept.values, lines } };
  } catch {
    return null;
  }
}

function write(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden store: the form works without it.
  }
}
