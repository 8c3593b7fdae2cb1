import { stockCountLines } from '#domain/stock/stock-count.contract';
import type { ListState } from '../../platform/list-state';
import { useReload } from '../../platform/reload';
import { PageNumbers } from '../../ui/list/page-numbers';
import { usePageThatExists } from '../../ui/list/use-page-that-exists';

/** The footer of a stocktake's lines: total and pages. */
export function Pages({
  list,
  page,
}: {
  list: Pick<ListState, 'page' | 'setPage' | 'correctPage'>;
  page: { readonly data: readonly unknown[]; readonly total: number; readonly last_page: number } | undefined;
}) {
  const reload = useReload(stockCountLines.list);
  const correctPage = (last: number) => {
    // It may be cached as it was before its lines were counted.
    reload();
    list.correctPage(last);
  };
  // Counting shortens the list of what is not counted.
  usePageThatExists({ page: list.page, correctPage }, page);
  return (
    <div className="list-foot">
      <span className="figures" aria-live="polite">
        Total: {page?.total.toLocaleString('en-GB') ?? '…'}
      </span>
      {page && page.last_page > 1 && (
        <PageNumbers label="Pages" page={list.page} pages={page.last_page} onChange={list.setPage} />
      )}
    </div>
  );
}
