import type { ListState } from '../../platform/list-state';
import { FilterChip } from '../../ui/filter-chips';

/** Shown when the address filters a list to one product, with a button to remove the filter. */
export const OnlyProduct = ({ list }: { list: ListState<never, 'product_id'> }) =>
  list.filters.product_id === undefined ? null : (
    <FilterChip label="Product" value="One product only" onRemove={() => list.setFilter('product_id', '')} />
  );
