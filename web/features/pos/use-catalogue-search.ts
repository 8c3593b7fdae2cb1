import { useDeferredValue, useEffect, useState } from 'react';
import { useStore } from '../../platform/store';
import { unlessScanned } from './device/listen-for-scans';
import type { FoundProduct } from './device/catalogue-messages';
import { catalogueState, searchCatalogue } from './device/products';
import { stockVersion } from './device/stock';

type Results = { readonly text: string; readonly found: readonly FoundProduct[] };

/**
 * Searches with every letter. The earlier results stay until the new ones have come; `isCurrent` says whether they are
 * those of the text.
 */
export function useCatalogueSearch(text: string) {
  const { version } = useStore(catalogueState);
  const levels = useStore(stockVersion);
  const [results, setResults] = useState<Results | null>(null);
  // Letters show at once and are searched a moment later.
  const sought = useDeferredValue(text);
  useEffect(() => {
    if (sought === '') return;
    let isStale = false;
    const run = () => {
      if (isStale) return;
      searchCatalogue(sought)
        .then(found => !isStale && found && setResults({ text: sought, found }))
        // Enter tells the user.
        .catch(() => undefined);
    };
    // The first letter of a scanned code must not draw results that the code replaces at once.
    if (sought.length === 1) unlessScanned(run);
    else run();
    return () => {
      isStale = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- products and stock that have changed are searched again
  }, [sought, version, levels]);
  return {
    found: results && text !== '' && isOneTyping(results.text, text) ? results.found : null,
    isCurrent: results?.text === text,
  };
}

/** Whether one text became the other by typing on or deleting. */
const isOneTyping = (earlier: string, text: string): boolean =>
  text.startsWith(earlier) || earlier.startsWith(text);
