import { Pagination } from '@mantine/core';
import type { ListState } from '../../platform/list-state';

/** The foot of the lines of a count: how many, and their pages. */
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
        <nav aria-label="Pages" className="no-print">
          <Pagination
            value={list.page}
            total={page.last_page}
            onChange={list.setPage}
            siblings={1}
            size="sm"
            getItemProps={number => ({ 'aria-label': `Page ${number}` })}
            getControlProps={control => ({
              'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            })}
          />
        </nav>
      )}
    </div>
  );
}
