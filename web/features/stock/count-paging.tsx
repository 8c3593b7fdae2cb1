import type { ListState } from '../../platform/list-state';
import { PageNumbers } from '../../ui/page-numbers';

/** The footer of a stocktake's lines: total and pages. */
export function Pages({
  list,
  page,
}: {
  list: Pick<ListState, 'page' | 'setPage'>;
  page: { readonly total: number; readonly last_page: number } | undefined;
}) {
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
