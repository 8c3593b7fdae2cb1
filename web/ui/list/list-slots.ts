import { createContext, useContext, useLayoutEffect } from 'react';
import { createStore, type Store } from '../../platform/store';
import { columnKey, type ColumnTerms } from '../table/data-table-column';

/** The places of a list page that parts of it go to, wherever they are declared. */
export type ListSlots = {
  /** Beside the filters, and on a phone outside their sheet. Null until the page is drawn. */
  readonly search: HTMLElement | null;
  readonly totals: HTMLElement | null;
  /** Below the filters, whether or not a phone has them in its sheet. */
  readonly chips: HTMLElement | null;
  /** The columns of the list's table, for sorting on a phone and for choosing columns. */
  readonly columns: Store<readonly ColumnTerms[]>;
};

export const ListSlotsContext = createContext<ListSlots | null>(null);
export const useListSlots = (): ListSlots | null => useContext(ListSlotsContext);

const noStore = createStore<readonly ColumnTerms[]>([]);

/** Tells the list page which columns its table has. */
export function useTellColumns(columns: readonly ColumnTerms[], isOfList: boolean): void {
  const store = useListSlots()?.columns ?? noStore;
  const names = columns.map(column => `${columnKey(column)} ${column.sort ?? ''}`).join();
  useLayoutEffect(() => {
    if (isOfList) store.set(columns);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the columns are built again for each render
  }, [store, names, isOfList]);
}
