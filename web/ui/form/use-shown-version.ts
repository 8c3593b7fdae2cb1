import { useLayoutEffect, useState } from 'react';
import { hasUnsavedChanges } from '../../platform/unsaved';

type Versioned = { readonly version: number } | null;
const versionOf = (row: Versioned): number => row?.version ?? 0;

/**
 * The record that a form began with, how to begin with another one after its own save, and how often it has begun. A newer
 * version, saved by someone else, is taken over unless something is typed: then it stays until it is saved, which merges
 * the two (F12). If the form shows `isSame` of both, only the version is taken over, and nothing typed is lost.
 */
export function useShownVersion<Row extends Versioned>(
  latest: Row,
  isSame: (shown: Row, latest: Row) => boolean = () => false,
): [shown: Row, begin: (row: Row) => void, times: number] {
  const [{ shown, times }, setStart] = useState({ shown: latest, times: 0 });
  const begin = (row: Row) => setStart(before => ({ shown: row, times: before.times + 1 }));
  const version = versionOf(latest);
  useLayoutEffect(() => {
    // Until the page has been read again after a save, it still holds the record before that.
    if (latest !== null && version <= versionOf(shown)) return;
    if (!hasUnsavedChanges()) begin(latest);
    else if (isSame(shown, latest)) setStart(before => ({ ...before, shown: latest }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same version may be loaded many times
  }, [version]);
  return [shown, begin, times];
}
