import { NativeSelect } from '@mantine/core';
import type { ListState } from '../../platform/list-state';
import { type Store, useStore } from '../../platform/store';
import type { ColumnTerms } from '../table/data-table-column';

type Props = { list: ListState; columns: Store<readonly ColumnTerms[]> };

/** The sorting of the table's header, in one field for the sheet of a phone: loaded there only. */
export function SortSelect({ list, columns }: Props) {
  const sortable = useStore(columns).filter(column => column.sort !== undefined);
  if (sortable.length === 0) return null;
  const isListed = sortable.some(column => column.sort === list.sortBy);
  return (
    <NativeSelect
      label="Sort by"
      value={`${list.sortBy} ${list.sortOrder}`}
      onChange={event => {
        const [by = '', order] = event.currentTarget.value.split(' ');
        list.setSort(by, order === 'desc' ? 'desc' : 'asc');
      }}
      data={[
        ...(isListed ? [] : [{ value: `${list.sortBy} ${list.sortOrder}`, label: 'Default order' }]),
        ...sortable.flatMap(({ header, sort }) => [
          { value: `${sort} asc`, label: `${header}, ascending` },
          { value: `${sort} desc`, label: `${header}, descending` },
        ]),
      ]}
    />
  );
}
