import { useEffect } from 'react';
import type { ListState } from '../../platform/list-state';

type Found = { readonly data: readonly unknown[]; readonly last_page: number };

/** If the page no longer exists, the last one is shown instead. */
export function usePageThatExists(
  { page, correctPage }: Pick<ListState, 'page' | 'correctPage'>,
  found: Found | undefined,
): void {
  const last = found?.last_page;
  const isPastTheEnd = found !== undefined && found.data.length === 0 && last !== undefined && page > last;
  useEffect(() => {
    if (isPastTheEnd) correctPage(last);
  });
}
