import { Alert, Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { useListOnScreen } from '../../platform/list-place';
import type { ListState } from '../../platform/list-state';
import { usePageTitle } from '../../platform/page-title';
import { createStore } from '../../platform/store';
import type { ColumnTerms } from '../table/data-table-column';
import { FilterChips } from '../filters/filter-chips';
import { ListActions } from './list-actions';
import { ListBar } from './list-bar';
import { ListSlotsContext } from './list-slots';
import { LoadFailure } from '../load-failure';
import { NoticeAlert, type Notices } from '../notice';
import { onDemand } from '../on-demand';
import { PageNumbers } from './page-numbers';
import { usePageThatExists } from './use-page-that-exists';
import './list-page.css';

const NotAsAsked = onDemand(async () => (await import('./not-as-asked')).NotAsAsked, {
  placeholder: <div aria-busy="true" style={{ height: 58 }} />,
});

/** The page of a list with its loading state and retry. */
export type PageResult = {
  readonly data:
    | { readonly data: readonly unknown[]; readonly total: number; readonly last_page: number }
    | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

type Props = {
  title: string;
  list: ListState;
  page: PageResult;
  /** Shown if there are no records at all, with the first action. */
  empty: ReactNode;
  actions?: ReactNode;
  filters?: ReactNode;
  /** What can be done with the selected rows. It takes the place of the title, so that the table stays (F81). */
  selection?: ReactNode;
  /** The result of the last action. */
  notices: Notices;
  /** Around the table, and shown without any rows too: what is not the total of the rows, such as balances. */
  above?: ReactNode;
  below?: ReactNode;
  /** The table. */
  children: ReactNode;
};

/** The layout of all lists: header, filters, table, paging and total. */
export function ListPage({
  title,
  list,
  page,
  empty,
  actions,
  filters,
  selection,
  notices,
  above,
  below,
  children,
}: Props) {
  usePageTitle(title);
  useListOnScreen(list);
  usePageThatExists(list, page.data);
  const [columns] = useState(() => createStore<readonly ColumnTerms[]>([]));
  const [search, setSearch] = useState<HTMLElement | null>(null);
  const [totals, setTotals] = useState<HTMLElement | null>(null);
  const [chips, setChips] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ search, totals, chips, columns }), [search, totals, chips, columns]);
  const isEmpty = page.data !== undefined && page.data.total === 0;
  return (
    <ListSlotsContext value={slots}>
      <NoticeAlert notices={notices} />
      <section className="list-page" aria-label={title}>
        <div className="list-head">
          <h1>{title}</h1>
          {actions && <ListActions isCovered={Boolean(selection)}>{actions}</ListActions>}
          {selection && <div className="list-selection no-print">{selection}</div>}
        </div>
        <ListBar list={list} columns={columns} filters={filters} searchSlot={setSearch} />
        <FilterChips list={list} slot={setChips} />
        {list.ignored.length + list.hidden.length > 0 && <NotAsAsked list={list} />}
        {page.isError && page.data && <Outdated onRetry={page.refetch} />}
        {page.isError && !page.data ? (
          <LoadFailure page={page} />
        ) : (
          <>
            {above}
            {isEmpty ? <Nothing list={list} empty={empty} /> : children}
            {below}
          </>
        )}
        <Foot list={list} page={page} totalsSlot={setTotals} />
      </section>
    </ListSlotsContext>
  );
}

const Outdated = ({ onRetry }: { onRetry: () => unknown }) => (
  <Alert
    color="yellow"
    variant="light"
    icon={<CircleAlert size={18} />}
    data-notice="warning"
    role="status"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    <div className="list-outdated">
      The list could not be refreshed. These rows may be out of date.
      <Button variant="default" size="xs" onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  </Alert>
);

const Nothing = ({ list, empty }: { list: ListState; empty: ReactNode }) => (
  <div className="list-blank" data-empty>
    {empty}
    {list.isNarrowed && (
      <Button variant="default" onClick={list.clear}>
        Clear search and filters
      </Button>
    )}
  </div>
);

type FootProps = { list: ListState; page: PageResult; totalsSlot: Ref<HTMLDivElement> };

function Foot({ list, page, totalsSlot }: FootProps) {
  return (
    <div className="list-foot">
      <span className="figures" aria-live="polite">
        Total: {page.data ? page.data.total.toLocaleString('en-GB') : '…'}
      </span>
      <div ref={totalsSlot} />
      {/* Not before the number of pages is known: the first one would move when the others come (F81). */}
      {page.data && (
        <PageNumbers label="Pages" page={list.page} pages={page.data.last_page} onChange={list.setPage} />
      )}
    </div>
  );
}
