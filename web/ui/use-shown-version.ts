import { useLayoutEffect, useState } from 'react';
import { hasUnsavedChanges } from '../platform/unsaved';

/**
 * The record that a form began with, and how to begin with another one after its own save. A newer version, saved by
 * someone else, is taken over unless something is typed: then it stays until it is saved, which merges the two (F12).
 */
export function useShownVersion<Row extends { readonly version: number } | null>(
  latest: Row,
): [shown: Row, begin: (row: Row) => void] {
  const [shown, setShown] = useState(latest);
  const version = latest?.version;
  useLayoutEffect(() => {
    if (!hasUnsavedChanges()) setShown(latest);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same version may be loaded many times
  }, [version]);
  return [shown, setShown];
}
