import { Button } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import type { ListState } from '../../platform/list-state';
import type { Store } from '../../platform/store';
import type { ColumnTerms } from '../table/data-table-column';
import { onDemand } from '../on-demand';
import { Sheet } from './sheet';
import { usePhone } from '../use-phone';
import { ViewMenu } from './view-menu';

const SortSelect = onDemand(async () => (await import('./sort-select')).SortSelect);

type Columns = Store<readonly ColumnTerms[]>;
type Props = { list: ListState; columns: Columns; filters: ReactNode; searchSlot: Ref<HTMLDivElement> };

/** The line above a list's table: search, filters and view. On a phone, filters and sorting are in a sheet. */
export function ListBar({ list, columns, filters, searchSlot }: Props) {
  const isPhone = usePhone();
  return (
    <div className="list-filters no-print">
      <div className="list-search" ref={searchSlot} />
      {isPhone ? (
        <FilterSheet list={list} columns={columns}>
          {filters}
        </FilterSheet>
      ) : (
        filters
      )}
      <ViewMenu list={list} columns={columns} />
    </div>
  );
}

type SheetProps = { list: ListState; columns: Columns; children: ReactNode };

function FilterSheet({ list, columns, children }: SheetProps) {
  const [isOpen, setOpen] = useState(false);
  // The two days are one filter.
  const names = Object.keys(list.filters);
  const set = names.includes('from') ? names.filter(name => name !== 'to').length : names.length;
  return (
    <>
      <Button
        variant="default"
        leftSection={<SlidersHorizontal size={16} />}
        rightSection={set > 0 && <span className="list-filter-count">{set}</span>}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={set === 0 ? 'Filters and sorting' : `Filters and sorting, ${set} set`}
        onClick={() => setOpen(true)}
      >
        Filters
      </Button>
      <Sheet title="Filters and sorting" isOpen={isOpen} onClose={() => setOpen(false)}>
        <SortSelect list={list} columns={columns} />
        {children}
        <div className="list-sheet-foot">
          {list.isNarrowed && (
            <Button variant="default" onClick={list.clear}>
              Clear all
            </Button>
          )}
          <Button onClick={() => setOpen(false)}>Show results</Button>
        </div>
      </Sheet>
    </>
  );
}
